import { isObject, ownValue } from '../json-value.js'
import { Faults } from '../schema/body-error.js'
import { readFields } from '../schema/read-body.js'
import { readGraph } from '../topology/read-graph.js'
import type { TopologyFields } from '../topology/read-topology.js'
import { treeFaults } from '../topology/tree/upgrade-tree.js'
import { type ExaminedGraph, examineGraph } from '../topology/validate-graph.js'
import { type DocumentReading, readDocumentShape, type SentDocument } from './document-shape.js'
import { DOCUMENT_HEAD } from './export-document.js'
import { readAttachments, uuidOf } from './read-attachments.js'
import { OPTIONAL_FIELDS, type OptionalField, type TopologyDocument } from './topology-document.js'

/** Reads one document and validates its graph. Reports every fault. */
export function readDocument(value: unknown, reading: DocumentReading): TopologyDocument | undefined {
  const { at, patterns, issues } = reading
  const sent = readDocumentShape(value, reading)
  if (sent === undefined) return undefined
  const { service, fields } = readHead(sent, reading)
  const { graph, issues: faults } = examine(sent)
  issues.pushAll(faults, at)
  const attachments = readAttachments(sent, { at, service, patterns, issues })
  if (service === undefined || graph === undefined) return undefined
  const silence = silenceOf(sent.graph.nodes)
  return {
    at,
    service,
    fields,
    id: uuidOf(ownValue(sent.head, 'id')),
    graph,
    silence,
    isLegacy: sent.isLegacy,
    ...attachments,
  }
}

/**
 * Checks the graph and returns issues with paths in the file. If the document is a tree with faults (`treeIssues`), its
 * graph may be incomplete. Then the function checks each node and each edge on its own, but not the graph as a whole,
 * because the rules for graphs apply only to complete graphs.
 */
function examine({ graph, treeIssues, inFile }: SentDocument): Pick<ExaminedGraph, 'graph' | 'issues'> {
  if (treeIssues.length > 0) {
    const { issues } = readGraph(graph.nodes, graph.edges, () => '')
    return { graph: undefined, issues: treeFaults({ issues: treeIssues, inTree: inFile }, issues) }
  }
  const examined = examineGraph(graph, () => '')
  return { ...examined, issues: examined.issues.map(inFile) }
}

/** Reads the fields besides the graph. An empty name or service counts as missing. */
function readHead(
  { head, headPath }: SentDocument,
  { at, service: fallback, issues }: DocumentReading,
): { readonly service: string | undefined; readonly fields: TopologyFields } {
  const faults = new Faults()
  const { read, faulty } = readFields(DOCUMENT_HEAD.readGiven, head, faults)
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

function silenceOf(nodes: unknown): ReadonlyMap<string, ReadonlySet<OptionalField>> {
  const silence = new Map<string, ReadonlySet<OptionalField>>()
  for (const node of Array.isArray(nodes) ? nodes : []) {
    if (!isObject(node)) continue
    const missing = OPTIONAL_FIELDS.filter((field) => (node[field] ?? undefined) === undefined)
    if (missing.length > 0) silence.set(String(node.id), new Set(missing))
  }
  return silence
}
