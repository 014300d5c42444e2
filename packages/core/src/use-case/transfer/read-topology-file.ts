import { LIMITS } from '../../limits.js'
import type { Steps } from '../../steps.js'
import { type ReadDocumentsOptions, readTransferFile, type TransferFile } from '../../transfer/read-documents.js'
import type { TransferIssue } from '../../transfer/transfer-issue.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import { type FileBody, readText } from '../file/read-text.js'

type ReceivedText = Awaited<ReturnType<typeof readText>>

export interface ReadTopologyFile extends ReadDocumentsOptions {
  /** The size in bytes that the sender declares; `undefined` = unknown. If it exceeds the maximum, nothing is read. */
  readonly size?: number | undefined
}

/** The content of a file of topologies, with its text, so that a caller can show where the issues are. */
export interface TopologyFile extends TransferFile {
  /** The text of the file without a byte order mark; `undefined` = the file is too large or not UTF-8. */
  readonly text: string | undefined
}

/**
 * Reads a file of topologies and returns its documents and all issues (rules.md#topology-import). Reads at most
 * `LIMITS.transferBytes`. Returns faults as issues, and does not throw.
 */
export async function readTopologyFile(body: FileBody, options: ReadTopologyFile): Promise<TopologyFile> {
  return await runWithPauses(parseTopologyFile(await receiveTopologyFile(body, options.size), options))
}

/** The first half of {@link readTopologyFile}: receives the text, which takes as long as the sender needs. */
export async function receiveTopologyFile(body: FileBody, size: number | undefined): Promise<ReceivedText> {
  return await readText(body, { limit: LIMITS.transferBytes, size })
}

/** The second half of {@link readTopologyFile}: parses the text, which takes CPU time. */
export function* parseTopologyFile(received: ReceivedText, options: ReadDocumentsOptions): Steps<TopologyFile> {
  if (received === 'tooLarge') {
    return refusedTopologyFile('tooLarge', `the file is larger than ${LIMITS.transferBytes / 1024 ** 2} MB`)
  }
  if ('fault' in received) return refusedTopologyFile('invalidJson', received.fault)
  return { text: received.text, ...(yield* readTransferFile(received.text, options)) }
}

function refusedTopologyFile(code: TransferIssue['code'], message: string): TopologyFile {
  return { text: undefined, documents: [], issues: [{ code, path: 'body', message }] }
}
