import type { DrawnNode, Edge, GraphInput } from '@opsgraph/core'
import { examineGraph, indexGraph, stronglyConnectedComponents } from '@opsgraph/core/pure'
import { visibleLabel } from '@opsgraph/draw'

/** A fault of a topology, and the nodes and edges that it concerns. */
export interface PlacedFault {
  readonly code: string
  /** With the labels of nodes instead of their ids. */
  readonly message: string
  /** The faulty field of the node; `undefined` = no single field. */
  readonly field?: 'label' | 'params' | undefined
  /** Ids of the nodes that show it. */
  readonly nodes: readonly string[]
  /** Ids of the edges that show it. */
  readonly edges: readonly string[]
}

interface Issue {
  readonly code: string
  readonly path: string
  readonly message: string
}

/**
 * Finds all faults for which the server would refuse a graph, except ids that another topology uses, which only the
 * server knows.
 */
export function faultsOf(graph: GraphInput): readonly PlacedFault[] {
  return placeFaults(examineGraph(graph, () => '').issues, graph)
}

/** Finds the nodes and edges that the issues of a refused graph concern (rules.md#graph-validation). */
export function placeFaults(issues: readonly Issue[], graph: GraphInput): readonly PlacedFault[] {
  const labels = new Map(graph.nodes.map(({ id, label }) => [id, label]))
  const cycleEdges = issues.some(({ code }) => code === 'cycle') ? edgesOfCycles(graph) : []
  let cycles = 0
  return issues.map((issue) => ({
    code: issue.code,
    message: withNames(issue.message, labels),
    field: fieldOf(issue),
    nodes: nodesAt(issue, graph.nodes),
    edges: issue.code === 'cycle' ? (cycleEdges[cycles++] ?? []) : edgesAt(issue, graph.edges),
  }))
}

/** Groups faults by the id of the node or edge that shows them. */
export function byPlace(
  faults: readonly PlacedFault[],
  place: 'nodes' | 'edges',
): ReadonlyMap<string, readonly PlacedFault[]> {
  const lists = new Map<string, PlacedFault[]>()
  for (const fault of faults) {
    for (const id of fault[place]) {
      const list = lists.get(id)
      if (list === undefined) lists.set(id, [fault])
      else list.push(fault)
    }
  }
  return lists
}

/** Codes whose path has the index of the node. The path of other codes has the id of the node. */
const NUMBERED: ReadonlySet<string> = new Set([
  'invalidNode',
  'missingId',
  'missingLabel',
  'invalidKind',
  'valueTooLong',
  'invalidPosition',
  'invalidParams',
  'invalidHierarchyConfig',
])

/** Codes of a label that another node has too. */
const OF_LABELS: ReadonlySet<string> = new Set(['duplicateEnvironment', 'duplicateResource'])

function fieldOf({ code, path }: Issue): PlacedFault['field'] {
  if (OF_LABELS.has(code) || path.endsWith('].label')) return 'label'
  return code === 'invalidParams' ? 'params' : undefined
}

function nodesAt({ code, path }: Issue, nodes: readonly DrawnNode[]): readonly string[] {
  if (code === 'serviceNodeCount') return nodes.filter(({ kind }) => kind === 'service').map(({ id }) => id)
  if (!path.startsWith('nodes[')) return []
  if (!NUMBERED.has(code)) return [path.slice('nodes['.length, path.lastIndexOf(']'))]
  const node = nodes[Number.parseInt(path.slice('nodes['.length), 10)]
  return node === undefined ? [] : [node.id]
}

function edgesAt({ path }: Issue, edges: readonly Edge[]): readonly string[] {
  const edge = path.startsWith('edges[') ? edges[Number.parseInt(path.slice('edges['.length), 10)] : undefined
  return edge === undefined ? [] : [edge.id]
}

/** The edges of each cycle, in the order in which core reports the cycles. */
function edgesOfCycles(graph: GraphInput): readonly (readonly string[])[] {
  const { children, numbers } = indexGraph(graph)
  return stronglyConnectedComponents(children).map((component) => {
    const isWithin = (id: string) => component.has(numbers.get(id) ?? -1)
    return graph.edges.filter(({ source, target }) => isWithin(source) && isWithin(target)).map(({ id }) => id)
  })
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

function withNames(message: string, labels: ReadonlyMap<string, string>): string {
  return message.replace(UUID, (id) => {
    const label = labels.get(id)
    return label === undefined ? id : `“${visibleLabel(label)}”`
  })
}
