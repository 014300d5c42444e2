import type { PatternBudget } from '../filter/pattern-budget.js'
import { isObject, ownValue } from '../json-value.js'
import { normalizeName } from '../name.js'
import { NODE_KINDS, type NodeKind, type SentGraph } from '../topology/graph.js'
import type { GraphIssue } from '../topology/graph-issue.js'
import { upgradeTree } from '../topology/tree/upgrade-tree.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { EXPORT_FORMAT } from './export-document.js'
import type { TransferCode, TransferIssues } from './transfer-issue.js'

type RawDocument = Readonly<Record<string, unknown>>

/** The content of a document, whichever of the accepted shapes it has. The content is not checked yet. */
export interface SentDocument {
  /** The object that contains service, name, description, serviceKpi and orientation. */
  readonly head: RawDocument
  /** The prefix of the paths of the fields in `head`: `topology.`, or empty for a tree. */
  readonly headPath: string
  readonly graph: SentGraph
  /**
   * Translates a fault of the graph into the terms of the file: the path and the names in the fault become the path and
   * the names in the file.
   */
  readonly translateIssue: (issue: GraphIssue) => GraphIssue
  /** Faults of a tree itself, such as `children` that are not a list. Empty if the document is not a tree. */
  readonly treeIssues: readonly GraphIssue[]
  readonly isLegacy: boolean
  readonly weightPolicies: unknown
  readonly catalogService: unknown
  readonly rules: unknown
}

const SHAPES_MESSAGE =
  'send an export document, a bundle of them, an editor export {topology, nodes, edges}, or a tree {service, tree}'

/** The context for reading one document. */
export interface DocumentContext {
  /** The prefix of all paths within the document: empty, or for example `topologies[3].`. */
  readonly at: string
  /** The service of documents that name no service; empty if there is no default service. */
  readonly service: string
  readonly newId: () => string
  /** Adds up the sizes of the regular expressions in all documents of the file, and says when the limit is reached. */
  readonly patterns: PatternBudget
  readonly issues: TransferIssues
}

/**
 * Finds the content of a document in any of the accepted shapes (rules.md#topology-import-3). If the document has
 * another shape, reports an issue and returns `undefined`.
 */
export function readDocumentShape(value: unknown, context: DocumentContext): SentDocument | undefined {
  const { at, issues, newId } = context
  if (!isObject(value)) {
    issues.add('invalidFormat', at.slice(0, -1) || 'body', `a topology must be an object: ${SHAPES_MESSAGE}`)
    return undefined
  }
  const kind = ownValue(value, 'kind')
  if (kind === undefined && isTree(value)) return readTreeShape(value, newId)
  const fault = formatFault(value, kind)
  if (fault === undefined) return readGraphShape(value, context)
  issues.add(fault.code, `${at}${fault.field}`, fault.message)
  return undefined
}

interface FormatFault {
  readonly code: TransferCode
  readonly field: string
  readonly message: string
}

/**
 * Returns the fault of an object that is neither an export document nor an editor export; `undefined` if it is one of
 * them.
 */
function formatFault(value: RawDocument, kind: unknown): FormatFault | undefined {
  if (kind !== undefined && kind !== EXPORT_FORMAT.documentKind) {
    return {
      code: 'invalidFormat',
      field: 'kind',
      message: `kind must be ${EXPORT_FORMAT.documentKind}, not ${truncateForMessage(kind)}`,
    }
  }
  const version = ownValue(value, 'schemaVersion')
  if (version !== EXPORT_FORMAT.schemaVersion && (kind !== undefined || version !== undefined)) {
    return { code: 'unsupportedSchemaVersion', field: 'schemaVersion', message: unsupportedVersion(version) }
  }
  if (!isObject(ownValue(value, 'topology') ?? {})) {
    return { code: 'invalidFormat', field: 'topology', message: 'topology must be an object' }
  }
  if (Object.hasOwn(value, 'nodes')) return undefined
  return { code: 'invalidFormat', field: 'nodes', message: `the file has no nodes: ${SHAPES_MESSAGE}` }
}

function readGraphShape(value: RawDocument, { service }: DocumentContext): SentDocument {
  const head = (ownValue(value, 'topology') ?? {}) as RawDocument
  const nodes = ownValue(value, 'nodes')
  const edges = ownValue(value, 'edges') ?? []
  const isFromEditor = ownValue(value, 'kind') === undefined
  const named = ownValue(head, 'service') ?? service
  return {
    head,
    headPath: 'topology.',
    graph: { nodes: isFromEditor ? inferKinds(nodes, edges, named) : nodes, edges },
    translateIssue: (issue) => issue,
    treeIssues: [],
    isLegacy: false,
    weightPolicies: ownValue(value, 'weightPolicies'),
    catalogService: ownValue(value, 'catalogService'),
    rules: ownValue(value, 'rules'),
  }
}

export function unsupportedVersion(version: unknown): string {
  return `schemaVersion must be ${EXPORT_FORMAT.schemaVersion}, ${formatVersion(version)}: export the topology again with a current release`
}

/**
 * Formats a version for an error message. A string is quoted, so that the user sees that `"2"` is not the number 2.
 */
function formatVersion(version: unknown): string {
  if (version === undefined) return 'the file has none'
  if (typeof version === 'string') return `this is "${truncateForMessage(version)}"`
  return `this is ${typeof version === 'object' && version !== null ? 'no number' : version}`
}

/** True for an object `{service, tree}`, and also for the bare root node of a tree. */
function isTree(value: RawDocument): boolean {
  if (Object.hasOwn(value, 'nodes')) return false
  return ['tree', 'type', 'children'].some((key) => Object.hasOwn(value, key))
}

/**
 * Reads a tree in an object `{service, tree}`, or a bare root node. In a bare root node, only the field `service`
 * belongs to the topology; all other fields belong to the node. For example, `name` is the label of the node.
 */
function readTreeShape(value: RawDocument, newId: () => string): SentDocument {
  const isBare = !Object.hasOwn(value, 'tree')
  const { graph, issues, translateIssue } = upgradeTree(isBare ? value : ownValue(value, 'tree'), newId)
  return {
    head: isBare ? { service: ownValue(value, 'service') } : value,
    headPath: '',
    graph,
    translateIssue,
    treeIssues: issues,
    isLegacy: true,
    weightPolicies: undefined,
    catalogService: undefined,
    rules: undefined,
  }
}

/**
 * Adds the missing kinds to the nodes of an editor export. The rules for graphs allow only one choice: the node without
 * a parent is the service, its children are environments, and all other nodes are resources. If a node has a kind in
 * the field `kind` or `type`, it keeps this kind. Malformed input is not changed, because `readGraph` reports it.
 *
 * @param service the name of the service. If several nodes have no parent, the node with this label is the service node
 */
export function inferKinds(nodes: unknown, edges: unknown, service: unknown): unknown {
  if (!Array.isArray(nodes) || nodes.every((node) => kindOf(node) !== undefined)) return nodes
  const sentEdges = edgesOf(edges)
  const targets = new Set(sentEdges.map(({ target }) => target))
  const isService = (node: unknown) => kindOf(node) === 'service'
  const roots = nodes.filter((node): node is RawDocument => isObject(node) && !targets.has(ownValue(node, 'id')))
  const serviceNode = nodes.find(isService) ?? roots.find((node) => isLabeledLikeService(node, service)) ?? roots[0]
  const serviceId = isObject(serviceNode) ? ownValue(serviceNode, 'id') : undefined
  const below = new Set(sentEdges.flatMap(({ source, target }) => (source === serviceId ? [target] : [])))
  return nodes.map((node: unknown) => {
    if (!isObject(node)) return node
    const kind = kindOf(node) ?? (node === serviceNode ? 'service' : kindByLevel(below.has(ownValue(node, 'id'))))
    return { ...node, kind }
  })
}

function kindByLevel(isBelowService: boolean): NodeKind {
  return isBelowService ? 'environment' : 'resource'
}

/** The kind in the file; `undefined` if the kind must be inferred. */
function kindOf(node: unknown): unknown {
  if (!isObject(node)) return null
  const type = ownValue(node, 'type')
  return ownValue(node, 'kind') ?? NODE_KINDS.find((kind) => kind === type)
}

function isLabeledLikeService(node: RawDocument, service: unknown): boolean {
  const label = ownValue(node, 'label')
  return typeof label === 'string' && typeof service === 'string' && normalizeName(label) === normalizeName(service)
}

function edgesOf(edges: unknown): readonly { readonly source: unknown; readonly target: unknown }[] {
  if (!Array.isArray(edges)) return []
  return edges.filter(isObject).map((edge) => ({ source: ownValue(edge, 'source'), target: ownValue(edge, 'target') }))
}
