import { PatternBudget } from '../filter/pattern-budget.js'
import { IssueList } from '../issue-list.js'
import { parseJsonFile } from '../json-text.js'
import { isObject, ownValue } from '../json-value.js'
import { type Steps, withoutPauses } from '../steps.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { unsupportedVersion } from './document-shape.js'
import { EXPORT_FORMAT } from './export-document.js'
import { readDocument, type TopologyDocument } from './read-document.js'
import type { TransferIssue, TransferIssues } from './transfer-issue.js'

/** The content of a file and all of its faults. The documents are complete only if there are no issues. */
export interface TransferFile {
  readonly documents: readonly TopologyDocument[]
  readonly issues: readonly TransferIssue[]
}

export interface ReadDocumentsOptions {
  /** The service of documents that name no service; empty if there is no default service. */
  readonly service: string
  /** Creates the ids for the nodes of trees. */
  readonly newId: () => string
}

/** Parses the text of a file as JSON, and reads the documents like {@link readDocuments}. */
export function* readTransferFile(text: string, options: ReadDocumentsOptions): Steps<TransferFile> {
  const parsed = parseJsonFile(text)
  yield
  if ('value' in parsed) return yield* readDocumentsInSteps(parsed.value, options)
  return { documents: [], issues: [{ code: 'invalidJson', path: 'body', message: parsed.fault }] }
}

/**
 * Reads a file in any of the accepted formats: an export document, a bundle, an editor export or a tree of an earlier
 * release (rules.md#topology-import). Validates each graph separately.
 */
export function readDocuments(value: unknown, options: ReadDocumentsOptions): TransferFile {
  return withoutPauses(readDocumentsInSteps(value, options))
}

function* readDocumentsInSteps(value: unknown, options: ReadDocumentsOptions): Steps<TransferFile> {
  const issues: TransferIssues = new IssueList()
  const patterns = new PatternBudget()
  const sent = splitBundle(value, issues)
  const documents: TopologyDocument[] = []
  for (const { document, at } of sent) {
    if (issues.isFull || patterns.isSpent) break
    const read = yield* readDocument(document, { ...options, at, patterns, issues })
    if (read !== undefined) documents.push(read)
    yield
  }
  refuseRepeatedServices(documents, issues)
  return { documents, issues: issues.list }
}

interface SentItem {
  readonly document: unknown
  readonly at: string
}

function splitBundle(value: unknown, issues: TransferIssues): readonly SentItem[] {
  if (!isObject(value) || ownValue(value, 'kind') !== EXPORT_FORMAT.bundleKind) return [{ document: value, at: '' }]
  const version = ownValue(value, 'schemaVersion')
  if (version !== undefined && version !== EXPORT_FORMAT.schemaVersion) {
    issues.add('unsupportedSchemaVersion', 'schemaVersion', unsupportedVersion(version))
    return []
  }
  const topologies = ownValue(value, 'topologies')
  if (!Array.isArray(topologies)) {
    issues.add('invalidFormat', 'topologies', 'the topologies of a bundle must be a list')
    return []
  }
  if (topologies.length === 0) issues.add('emptyBundle', 'topologies', 'the bundle holds no topology')
  return topologies.map((document, index) => ({ document, at: `topologies[${index}].` }))
}

/** Refuses two documents for the same service, because a service has one topology. */
function refuseRepeatedServices(documents: readonly TopologyDocument[], issues: TransferIssues): void {
  const first = new Map<string, string>()
  for (const { service, at } of documents) {
    const other = first.get(service)
    if (other === undefined) first.set(service, at.slice(0, -1))
    else {
      const message = `the service ${truncateForMessage(service)} is that of ${other} as well: a service has one topology, leave one out`
      issues.add('invalidFormat', `${at}topology.service`, message)
    }
  }
}
