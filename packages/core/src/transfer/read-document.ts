import { BodyReader } from '../body-reader.js'
import { isObject } from '../json-value.js'
import { readGraph } from '../topology/read-graph.js'
import type { TopologyFields } from '../topology/read-topology.js'
import { ORIENTATIONS } from '../topology/topology.js'
import { treeFaults } from '../topology/tree/upgrade-tree.js'
import { type ExaminedGraph, examineGraph } from '../topology/validate-graph.js'
import { type DocumentReading, readDocumentShape, type SentDocument } from './document-shape.js'
import { readAttachments, uuidOf } from './read-attachments.js'
import { OPTIONAL_FIELDS, type OptionalField, type TopologyDocument } from './topology-document.js'
import type { TransferIssue, TransferIssues } from './transfer-issue.js'

/** Reads one document and validates its graph. Reports every fault. */
export function readDocument(value: unknown, reading: DocumentReading): TopologyDocument | undefined {
  const { at, patterns, issues } = reading
  const sent = readDocumentShape(value, reading)
  if (sent === undefined) return undefined
  const head = new HeadReader(sent, at, issues)
  const service = head.service(reading.service)
  const fields = head.fields()
  const { graph, issues: faults } = examine(sent)
  issues.pushAll(faults, at)
  const attachments = readAttachments(sent, { at, service, patterns, issues })
  if (service === undefined || graph === undefined) return undefined
  const silence = silenceOf(sent.graph.nodes)
  return { at, service, fields, id: head.id(), graph, silence, isLegacy: sent.isLegacy, ...attachments }
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

class HeadReader {
  readonly #reader: BodyReader
  readonly #path: string
  readonly #issues: TransferIssues

  constructor({ head, headPath }: SentDocument, at: string, issues: TransferIssues) {
    this.#reader = new BodyReader(head)
    this.#path = `${at}${headPath}`
    this.#issues = issues
  }

  id(): string | undefined {
    return uuidOf(this.#reader.value('id'))
  }

  service(fallback: string): string | undefined {
    const named = this.#read('service', () => this.#reader.name('service') ?? '')
    const service = named === '' ? fallback : named
    if (service !== '') return service
    const message = 'the file names no service: add one, or send the query parameter service'
    this.#issues.add('serviceMissing', `${this.#path}service`, message)
    return undefined
  }

  fields(): TopologyFields {
    const reader = this.#reader
    const name = this.#read('name', () => reader.name('name')) || undefined
    const description = this.#read('description', () => reader.text('description'))
    const kpi = reader.sent('serviceKpi') === undefined ? 'service_kpi' : 'serviceKpi'
    const serviceKpi = this.#read(kpi, () =>
      reader.sent(kpi) === undefined ? undefined : (reader.reference(kpi) ?? null),
    )
    const orientation = this.#read(
      'orientation',
      () => reader.choice('orientation', ORIENTATIONS),
      'invalidOrientation',
    )
    return {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(serviceKpi !== undefined && { serviceKpi }),
      ...(orientation !== undefined && { orientation }),
    }
  }

  #read<T>(field: string, work: () => T, code: TransferIssue['code'] = 'invalidFormat'): T | undefined {
    return this.#issues.catching(code, `${this.#path}${field}`, work)
  }
}

function silenceOf(nodes: unknown): ReadonlyMap<string, ReadonlySet<OptionalField>> {
  const silence = new Map<string, ReadonlySet<OptionalField>>()
  for (const node of Array.isArray(nodes) ? nodes : []) {
    if (!isObject(node)) continue
    const missing = OPTIONAL_FIELDS.filter((field) => node[field] === undefined)
    if (missing.length > 0) silence.set(String(node.id), new Set(missing))
  }
  return silence
}
