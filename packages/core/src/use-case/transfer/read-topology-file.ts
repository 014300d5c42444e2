import { LIMITS } from '../../limits.js'
import { type ReadingOptions, readTransferFile, type TransferFile } from '../../transfer/read-documents.js'
import type { TransferIssue } from '../../transfer/transfer-issue.js'
import { type FileBody, readText } from '../file/read-text.js'

type ReceivedText = Awaited<ReturnType<typeof readText>>

export interface ReadTopologyFile extends ReadingOptions {
  /** Bytes that it is said to have: with too many of them nothing is read. */
  readonly size?: number | undefined
}

/** A file as it was read, and its text: whoever shows the faults can tell where in it they are. */
export interface TopologyFile extends TransferFile {
  /** Without its byte order mark; `undefined` when it is no text, or larger than an import takes. */
  readonly text: string | undefined
}

/**
 * Reads a file of topologies and says all that is wrong with it (rules.md#topology-import). Nothing
 * beyond `LIMITS.transferBytes` is read or kept; a fault is told, not thrown.
 */
export async function readTopologyFile(body: FileBody, options: ReadTopologyFile): Promise<TopologyFile> {
  return readReceived(await receiveTopologyFile(body, options.size), options)
}

/** The first half of {@link readTopologyFile}, which may wait for its sender. */
export async function receiveTopologyFile(body: FileBody, size: number | undefined): Promise<ReceivedText> {
  return await readText(body, { limit: LIMITS.transferBytes, size })
}

/** The other half, which keeps the process busy. */
export function readReceived(received: ReceivedText, options: ReadingOptions): TopologyFile {
  if (received === 'tooLarge') {
    return refused('tooLarge', `the file is larger than ${LIMITS.transferBytes / 1024 ** 2} MB`)
  }
  if ('fault' in received) return refused('invalidJson', received.fault)
  return { text: received.text, ...readTransferFile(received.text, options) }
}

function refused(code: TransferIssue['code'], message: string): TopologyFile {
  return { text: undefined, documents: [], issues: [{ code, path: 'body', message }] }
}
