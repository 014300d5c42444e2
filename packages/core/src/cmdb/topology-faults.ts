import { isChanged } from '../change-set.js'
import { LIMITS } from '../limits.js'
import { resourceKey } from '../relation/relation.js'
import { stronglyConnectedComponents } from '../strongly-connected-components.js'
import type { Graph, Node } from '../topology/graph.js'
import { indexGraph } from '../topology/graph-index.js'
import { type GraphIssue, graphIssue, withoutIndex } from '../topology/graph-issue.js'
import type { Topology } from '../topology/topology.js'
import { validateGraph } from '../topology/validate-graph.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { changedGraph } from './changed-graph.js'
import type { CmdbIssue } from './cmdb-issue.js'
import type { CmdbRecord } from './cmdb-record.js'
import type { TopologyChanges } from './topology-changes.js'

export interface PlannedTopologies {
  readonly service: string
  readonly stored: Topology | undefined
  /** The records of the service. */
  readonly records: readonly CmdbRecord[]
  readonly changes: TopologyChanges
  /** True if the topology is new, but the license does not allow a new topology. */
  readonly isOverLimit: boolean
}

/** Finds the reasons why the changes of a topology cannot be written (rules.md#cmdb-errors). */
export function topologyFaults(planned: PlannedTopologies): readonly CmdbIssue[] {
  const at = `topologies[${planned.service}]`
  const faults = graphFaults(planned).map((issue): CmdbIssue => ({ ...issue, path: `${at}.${issue.path}` }))
  if (!planned.isOverLimit) return faults
  const message = `the license allows no further topology; the service ${planned.service} would need one`
  return [...faults, { code: 'licenseLimit', path: at, message }]
}

interface CheckedTopology extends TopologyChanges {
  readonly stored: Topology | undefined
  readonly issues: readonly CmdbIssue[]
}

/**
 * The rows of the records that are part of a loop in a topology (rules.md#cmdb-skipping). Stored topologies have no
 * loops, so there is no loop if these records are skipped.
 */
export function rowsInLoops(
  topologies: readonly CheckedTopology[],
  records: readonly CmdbRecord[],
): ReadonlySet<number> {
  const rows = new Map(records.map((record) => [resourceKey(record), record.row]))
  const inLoops = topologies.filter(({ issues }) => issues.some(({ code }) => code === 'cycle')).flatMap(nodesInLoops)
  return new Set(inLoops.flatMap((node) => rows.get(keyOfNode(node)) ?? []))
}

function nodesInLoops({ stored, ...changes }: CheckedTopology): readonly Node[] {
  if (stored === undefined) return []
  const graph = graphAfter(stored, changes)
  const loops = stronglyConnectedComponents(indexGraph(graph).children)
  return loops.flatMap((loop) => [...loop].flatMap((number) => graph.nodes[number] ?? []))
}

function keyOfNode({ environment, resource }: Pick<Node, 'environment' | 'resource'>): string {
  return resourceKey({ environment: environment ?? '', resource: resource ?? '' })
}

/** The graph after the changes. New nodes and edges have temporary ids. */
function graphAfter(stored: Topology, changes: TopologyChanges): Graph {
  let number = 0
  return changedGraph(stored, changes, { newId: () => `new-${number++}`, source: '' })
}

function graphFaults({ stored, records, changes }: PlannedTopologies): readonly GraphIssue[] {
  const { create, update, unchanged } = changes.nodes
  const count = create.length + update.length + unchanged
  if (count > LIMITS.topologyNodes) {
    const message = `a topology has at most ${LIMITS.topologyNodes} nodes, this one would have ${count}`
    return [graphIssue('tooLarge', 'nodes', message)]
  }
  // A new graph needs no check. The graph is built from checked records: it has one node for each record, each node is
  // below its parent or its environment, and there are no cycles.
  if (stored === undefined || (!isChanged(changes.nodes) && !isChanged(changes.edges))) return []
  const graph = graphAfter(stored, changes)
  if (validateGraph(indexGraph(graph)).length === 0) return []
  const names = namesOfNodes(graph.nodes, records)
  const ids = new Map(Array.from(names, ([id, name]) => [name, id]))
  const storedIds = new Set([...stored.nodes, ...stored.edges].map(({ id }) => id))
  const issues = validateGraph(indexGraph(renameNodes(graph, names)))
  return withoutConsequentialIssues(issues).map((issue) => withStoredId(issue, { ids, storedIds }))
}

/**
 * If there is a loop, leaves out the issues about resources without an environment node above them: they follow from
 * the loop, and disappear when it is repaired.
 */
function withoutConsequentialIssues(issues: readonly GraphIssue[]): readonly GraphIssue[] {
  if (!issues.some(({ code }) => code === 'cycle')) return issues
  return issues.filter(({ code }) => code !== 'resourceWithoutEnvironment')
}

/**
 * A unique name for each node, by its id, for messages: the author of a file does not know ids. The name says which
 * record of the file and which CMDB the node comes from.
 */
function namesOfNodes(nodes: readonly Node[], records: readonly CmdbRecord[]): ReadonlyMap<string, string> {
  const rows = new Map(records.map((record) => [resourceKey(record), record.row]))
  const counts = new Map<string, number>()
  return new Map(
    nodes.map((node) => {
      const name = nodeNameWithRow(node, rows)
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return [node.id, count === 1 ? name : `${name}, node ${count}`]
    }),
  )
}

function nodeNameWithRow({ label, environment, resource, params }: Node, rows: ReadonlyMap<string, number>): string {
  const name = truncateForMessage(label)
  if (resource === null) return name
  const row = rows.get(keyOfNode({ environment, resource }))
  const source = typeof params.cmdbSource === 'string' ? params.cmdbSource : ''
  const origin = [
    ...(row === undefined ? [] : [`record ${row} of this file`]),
    ...(source === '' ? [] : [`source ${truncateForMessage(source)}`]),
  ]
  return `${name} (${[`environment ${truncateForMessage(environment)}`, ...origin].join(', ')})`
}

function renameNodes({ nodes, edges }: Graph, names: ReadonlyMap<string, string>): Graph {
  const nameFor = (id: string) => names.get(id) ?? id
  return {
    nodes: nodes.map((node) => ({ ...node, id: nameFor(node.id) })),
    edges: edges.map((edge) => ({ ...edge, source: nameFor(edge.source), target: nameFor(edge.target) })),
  }
}

/**
 * Replaces the name of a node in an issue by its stored id. New nodes and edges have temporary ids, which mean nothing
 * to the caller, so an issue about a new node or edge gets no subject.
 */
function withStoredId(
  issue: GraphIssue,
  { ids, storedIds }: { readonly ids: ReadonlyMap<string, string>; readonly storedIds: ReadonlySet<string> },
): GraphIssue {
  const { code, path, message, subject } = issue
  if (subject === undefined || subject.id === null) return issue
  const id = subject.kind === 'node' ? (ids.get(subject.id) ?? subject.id) : subject.id
  if (!storedIds.has(id)) return graphIssue(code, path, message)
  const isOfNode = subject.kind === 'node' && path === `nodes[${subject.id}]`
  return withoutIndex({ ...issue, path: isOfNode ? `nodes[${id}]` : path, subject: { ...subject, id } })
}
