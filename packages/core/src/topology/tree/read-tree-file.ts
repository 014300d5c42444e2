import { z } from 'zod'
import type { Issue } from '../../issue.js'
import { IssueList } from '../../issue-list.js'
import { jsonText, parseJsonFile } from '../../json-text.js'
import { isObject, type JsonValue, ownValue } from '../../json-value.js'
import { Faults, REQUIRED_MESSAGE } from '../../schema/body-error.js'
import { REFERENCE } from '../../schema/field.js'
import { defineNoun, optionalWithoutDefault, required, type Sent } from '../../schema/noun.js'
import { withoutPauses } from '../../steps.js'
import { truncateForMessage } from '../../truncate-for-message.js'
import { deriveInvalidGraph } from '../derive-graph.js'
import type { Graph } from '../graph.js'
import type { GraphCode } from '../graph-issue.js'
import { placeNodes } from '../lay-out/place-nodes.js'
import { readGraph } from '../read-graph.js'
import { FIELDS_WITHOUT_GRAPH, type Orientation } from '../topology.js'
import { treeFaults, upgradeTree } from './upgrade-tree.js'

/** The codes for faults of a file of trees, in addition to the codes for faults of graphs. */
export const TREE_CODES = ['invalidJson', 'invalidFormat', 'invalidEntry', 'duplicateEntry', 'tooLarge'] as const
type TreeCode = (typeof TREE_CODES)[number] | GraphCode
type TreeIssue = Issue<TreeCode>

/** Topologies of an earlier release, whose trees `upgradeTree` reads (rules.md#trees-of-an-earlier-release). */
const TREE_ENTRY = /* @__PURE__ */ defineNoun(() => ({
  id: 'TreeEntry',
  description: 'A topology of an earlier release',
  fields: {
    id: optionalWithoutDefault(REFERENCE.refine((id) => id !== '', { error: 'must not be empty' })),
    ...FIELDS_WITHOUT_GRAPH,
    tree: required(z.unknown().refine((tree) => (tree ?? undefined) !== undefined, { error: REQUIRED_MESSAGE })),
  },
  example: { name: 'Shop', description: '', service: 'shop', tree: { type: 'service', label: 'Shop' } },
  change: {},
}))

/** A topology of an earlier release, with its tree converted to nodes and edges. Without an id if the file has none. */
export interface TreeEntry extends Omit<Sent<typeof TREE_ENTRY>, 'tree'> {
  /** A well-formed graph with a position for every node. The graph may break rules about its structure. */
  readonly graph: Graph
  /** The original tree, as JSON. */
  readonly tree: string
}

/** The entries of a file; complete only if there are no issues. */
export interface TreeFile {
  readonly entries: readonly TreeEntry[]
  readonly issues: readonly TreeIssue[]
}

/**
 * Reads a file of trees: a JSON list of `{id?, name, description, service, serviceKpi?, orientation?, tree}`
 * (rules.md#trees-of-an-earlier-release). Reports all faults, up to `LIMITS.issues`. The paths of faults look like
 * `topologies[2].tree.children[0]`.
 *
 * @param newId creates the ids of nodes and edges
 */
export function readTreeFile(text: string, newId: () => string): TreeFile {
  const list = parseJsonFile(text)
  if ('fault' in list) return { entries: [], issues: [{ code: 'invalidJson', path: 'body', message: list.fault }] }
  if (!Array.isArray(list.value)) {
    return { entries: [], issues: [{ code: 'invalidFormat', path: 'body', message: 'the file must hold a JSON list' }] }
  }
  const issues = new IssueList<TreeCode>()
  const entries = list.value.map((body: unknown, index) => {
    if (issues.isFull) return undefined
    const location = `topologies[${index}]`
    if (isObject(body)) return readTreeEntry(body, location, { issues, newId })
    issues.add('invalidFormat', location, 'an entry must be an object')
    return undefined
  })
  issues.pushAll(findDuplicates(entries))
  return { entries: entries.filter((entry) => entry !== undefined), issues: issues.list }
}

/** An issue for each entry that has the same id as an earlier entry. */
function findDuplicates(entries: readonly (TreeEntry | undefined)[]): readonly TreeIssue[] {
  const positions = new Map<string, number>()
  return entries.flatMap((entry, index) => {
    if (entry?.id === undefined) return []
    const first = positions.get(entry.id)
    if (first === undefined) positions.set(entry.id, index)
    const message = `topologies[${first}] has the id ${truncateForMessage(entry.id)} too`
    return first === undefined ? [] : [{ code: 'duplicateEntry' as const, path: `topologies[${index}].id`, message }]
  })
}

/** What reading an entry needs: the list to which it adds its issues, and a source of new ids. */
interface TreeFileContext {
  readonly issues: IssueList<TreeCode>
  readonly newId: () => string
}

/** Reads all fields of one topology in a file of trees. Adds every fault to `issues`. */
function readTreeEntry(
  body: Readonly<Record<string, unknown>>,
  location: string,
  { issues, newId }: TreeFileContext,
): TreeEntry | undefined {
  const faults = new Faults()
  const read = faults.of(() => TREE_ENTRY.readNew(body))
  for (const { code, path, message } of faults.list) {
    issues.add('invalidEntry', code === 'unknownField' ? location : `${location}.${path}`, message)
  }
  const tree = ownValue(body, 'tree') ?? undefined
  const orientation = read?.orientation ?? 'TB'
  const graph = tree === undefined ? undefined : readTreeGraph(tree, { orientation, location, issues, newId })
  return read === undefined || graph === undefined ? undefined : { ...read, graph, tree: jsonText(tree as JsonValue) }
}

interface TreeGraphOptions extends TreeFileContext {
  readonly orientation: Orientation
  readonly location: string
}

/**
 * Converts the tree to a graph with a position for every node. Returns `undefined` if the tree is too large, or if a
 * part of it cannot be read.
 */
function readTreeGraph(tree: unknown, { orientation, location, issues, newId }: TreeGraphOptions): Graph | undefined {
  const upgraded = upgradeTree(tree, newId)
  const { graph, issues: malformed, unplaced } = readGraph(upgraded.graph.nodes, upgraded.graph.edges, newId)
  const faults = treeFaults(upgraded, malformed)
  issues.pushAll(faults, `${location}.`)
  return faults.length > 0 ? undefined : withoutPauses(placeNodes(deriveInvalidGraph(graph), { unplaced, orientation }))
}
