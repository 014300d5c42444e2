import { isObject, ownValue } from '../json-value.js'
import { Faults } from '../schema/body-error.js'
import { readFieldsOrAddFaults } from '../schema/read-body.js'
import type { Steps } from '../steps.js'
import type { Graph, Node } from '../topology/graph.js'
import { readGraph } from '../topology/read-graph.js'
import type { TopologyFields } from '../topology/read-topology.js'
import { treeFaults } from '../topology/tree/upgrade-tree.js'
import { type ExaminedGraph, examineGraph } from '../topology/validate-graph.js'
import { type DocumentContext, readDocumentShape, type SentDocument } from './document-shape.js'
import { DOCUMENT_HEAD } from './export-document.js'
import { type Attachments, readAttachments, uuidOrUndefined } from './read-attachments.js'

/** The part of a file that describes one topology, after reading and validation. */
export interface TopologyDocument extends Attachments {
  /** The beginning of the path of every issue in this document: an empty text, or for example `topologies[3].`. */
  readonly at: string
  readonly service: string
  /** Contains only the fields that the file contains. */
  readonly fields: TopologyFields
  /** The id of the topology in the file, if this id is a UUID. */
  readonly id: string | undefined
  /** The graph of the document. If an edge has no id in the file, its id here is empty. */
  readonly graph: Graph
  /** The optional fields that are missing in the file, by node id. A node that has all of them is absent. */
  readonly missingFields: ReadonlyMap<string, ReadonlySet<OptionalField>>
  /** True if the document was a tree of an earlier release. In this case, the nodes in `graph` have new ids. */
  readonly isLegacy: boolean
}

/** The fields of a node that may be missing in a file. In merge mode, missing fields keep their stored values. */
export const OPTIONAL_FIELDS = [
  'icon',
  'params',
  'hierarchyConfig',
  'position',
] as const satisfies readonly (keyof Node)[]
export type OptionalField = (typeof OPTIONAL_FIELDS)[number]

/** Reads one document and validates its graph. Reports every fault. Yields for pauses. */
export function* readDocument(value: unknown, context: DocumentContext): Steps<TopologyDocument | undefined> {
  const { at, patterns, issues } = context
  const sent = readDocumentShape(value, context)
  if (sent === undefined) return undefined
  const { service, fields } = readDocumentHead(sent, context)
  const { graph, issues: faults } = examineSentGraph(sent)
  issues.pushAll(faults, at)
  const attachments = yield* readAttachments(sent, { at, service, patterns, issues })
  if (service === undefined || graph === undefined) return undefined
  const missingFields = missingFieldsOf(sent.graph.nodes)
  return {
    at,
    service,
    fields,
    id: uuidOrUndefined(ownValue(sent.head, 'id')),
    graph,
    missingFields,
    isLegacy: sent.isLegacy,
    ...attachments,
  }
}

/**
 * Checks the graph, and returns issues with paths in the file. If the document is a tree with faults (`treeIssues`),
 * its graph may be incomplete. In this case, each node and each edge is checked, but not the graph as a whole, because
 * the rules for graphs apply only to complete graphs.
 */
function examineSentGraph({
  graph,
  treeIssues,
  translateIssue,
}: SentDocument): Pick<ExaminedGraph, 'graph' | 'issues'> {
  if (treeIssues.length > 0) {
    const { issues } = readGraph(graph.nodes, graph.edges, () => '')
    return { graph: undefined, issues: treeFaults({ issues: treeIssues, translateIssue }, issues) }
  }
  const examined = examineGraph(graph, () => '')
  return { ...examined, issues: examined.issues.map(translateIssue) }
}

/** Reads the fields besides the graph. An empty name or service counts as missing. */
function readDocumentHead(
  { head, headPath }: SentDocument,
  { at, service: fallback, issues }: DocumentContext,
): { readonly service: string | undefined; readonly fields: TopologyFields } {
  const faults = new Faults()
  const { read, faulty } = readFieldsOrAddFaults(DOCUMENT_HEAD.readGiven, head, faults)
  const { name, service: named, ...others } = read
  const service = faulty.has('service') ? undefined : named || fallback
  if (service === '') {
    const message = 'the file names no service: add one, or send the query parameter service'
    issues.add('serviceMissing', `${at}${headPath}service`, message)
  }
  for (const { path, message } of faults.list) {
    issues.add(path === 'orientation' ? 'invalidOrientation' : 'invalidFormat', `${at}${headPath}${path}`, message)
  }
  return { service: service || undefined, fields: name ? { name, ...others } : others }
}

function missingFieldsOf(nodes: unknown): ReadonlyMap<string, ReadonlySet<OptionalField>> {
  const missingFields = new Map<string, ReadonlySet<OptionalField>>()
  for (const node of Array.isArray(nodes) ? nodes : []) {
    if (!isObject(node)) continue
    const missing = OPTIONAL_FIELDS.filter((field) => (node[field] ?? undefined) === undefined)
    if (missing.length > 0) missingFields.set(String(node.id), new Set(missing))
  }
  return missingFields
}
