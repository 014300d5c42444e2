import { LIMITS } from '../../limits.js'
import { readTreeFile, type TreeFile } from '../../topology/tree/read-tree-file.js'
import { type FileBody, readText } from '../file/read-text.js'

export interface ReceivedTreeFile extends TreeFile {
  /**
   * The text of an invalid file, to show where its issues are. `undefined` = the file is valid, too large, or not text.
   */
  readonly text: string | undefined
}

/**
 * Reads a file of trees and returns its entries and all issues (see `readTreeFile`). Reads at most `LIMITS.treeBytes`.
 * Returns faults as issues, and does not throw. Needs no store, so that a file can be checked before it is loaded.
 *
 * @param newId creates the ids of nodes and edges
 */
export async function receiveTreeFile(body: FileBody, newId: () => string): Promise<ReceivedTreeFile> {
  const received = await readText(body, { limit: LIMITS.treeBytes })
  if (received === 'tooLarge')
    return refusedTreeFile('tooLarge', `the file is larger than ${LIMITS.treeBytes} bytes: split it`)
  if ('fault' in received) return refusedTreeFile('invalidJson', received.fault)
  const file = readTreeFile(received.text, newId)
  return { ...file, text: file.issues.length > 0 ? received.text : undefined }
}

function refusedTreeFile(code: 'tooLarge' | 'invalidJson', message: string): ReceivedTreeFile {
  return { text: undefined, entries: [], issues: [{ code, path: 'body', message }] }
}
