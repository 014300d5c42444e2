import { BodyReader } from '../../body-reader.js'
import type { IssueList } from '../../issue-list.js'
import { jsonText } from '../../json-text.js'
import type { JsonValue } from '../../json-value.js'
import { withoutPauses } from '../../steps.js'
import { deriveInvalidGraph } from '../derive-graph.js'
import type { Graph } from '../graph.js'
import { placeNodes } from '../lay-out/place-nodes.js'
import { readGraph } from '../read-graph.js'
import { ORIENTATIONS, type Orientation } from '../topology.js'
import type { TreeCode, TreeEntry } from './tree-entry.js'
import { treeFaults, upgradeTree } from './upgrade-tree.js'

/** The options for reading an entry, and the issues found. */
interface Reading {
  readonly issues: IssueList<TreeCode>
  readonly newId: () => string
}

const FIELDS = ['id', 'name', 'description', 'service', 'serviceKpi', 'service_kpi', 'orientation', 'tree'] as const
type Field = (typeof FIELDS)[number]

/** Reads all fields of one topology in a file of trees. Adds every fault to `issues`. */
export function readTreeEntry(
  body: Readonly<Record<string, unknown>>,
  place: string,
  { issues, newId }: Reading,
): TreeEntry | undefined {
  const found = issues.list.length
  const reader = new BodyReader(body)
  const read = <T>(field: Field | undefined, work: () => T): T | undefined =>
    issues.catching('invalidEntry', field === undefined ? place : `${place}.${field}`, work)
  read(undefined, () => reader.refuseOthers(FIELDS))
  const id = read('id', () => readId(reader))
  const name = read('name', () => reader.requiredName('name'))
  const description = read('description', () => readDescription(reader))
  const service = read('service', () => reader.requiredName('service'))
  const kpi = reader.sent('serviceKpi') === undefined ? 'service_kpi' : 'serviceKpi'
  const serviceKpi = read(kpi, () => reader.reference(kpi)) ?? null
  const orientation = read('orientation', () => reader.choice('orientation', ORIENTATIONS)) ?? 'TB'
  const tree = read('tree', () => readTree(reader))
  const graph = tree && readTreeGraph(tree.value, { orientation, place, issues, newId })
  if (issues.list.length > found || tree === undefined || graph === undefined) return undefined
  const names = { name: name ?? '', description: description ?? '', service: service ?? '' }
  return { id, ...names, serviceKpi, orientation, graph, tree: jsonText(tree.value as JsonValue) }
}

function readId(reader: BodyReader): string | undefined {
  const id = reader.reference('id')
  if (id === '') throw reader.fault('id', 'must not be empty')
  return id
}

function readDescription(reader: BodyReader): string {
  const description = reader.text('description')
  if (description === undefined) throw reader.fault('description', 'is required')
  return description
}

/**
 * Reads the tree. Returns an object that contains the tree, because the caller checks the result with `tree && …`. The
 * tree itself may be falsy, for example `0` or `""`, but an object is always truthy.
 */
function readTree(reader: BodyReader): { readonly value: unknown } {
  const value = reader.value('tree')
  if (value === undefined) throw reader.fault('tree', 'is required')
  return { value }
}

interface TreeReading extends Reading {
  readonly orientation: Orientation
  readonly place: string
}

/**
 * Converts the tree to a graph with a position for every node. Returns `undefined` if the tree is too large, or if a
 * part of it cannot be read.
 */
function readTreeGraph(tree: unknown, { orientation, place, issues, newId }: TreeReading): Graph | undefined {
  const upgraded = upgradeTree(tree, newId)
  const { graph, issues: malformed, unplaced } = readGraph(upgraded.graph.nodes, upgraded.graph.edges, newId)
  const faults = treeFaults(upgraded, malformed)
  issues.pushAll(faults, `${place}.`)
  return faults.length > 0 ? undefined : withoutPauses(placeNodes(deriveInvalidGraph(graph), { unplaced, orientation }))
}
