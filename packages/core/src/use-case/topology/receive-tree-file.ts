import { LIMITS } from '../../limits.js'
import { readTreeFile } from '../../topology/read-tree-file.js'
import type { TreeFile } from '../../topology/tree-entry.js'
import { type FileBody, readText } from '../file/read-text.js'

export interface ReceivedTreeFile extends TreeFile {
  /** Of a file that is refused, for whoever shows where in it the faults are; `undefined` when it is no text. */
  readonly text: string | undefined
}

/**
 * Reads a file of trees and says all that is wrong with it (`readTreeFile`). Nothing beyond `LIMITS.treeBytes` is read; a
 * fault is told, not thrown. Asks no store: whoever loads trees knows before that they can be.
 *
 * @param newId gives an id to each node and edge
 */
export async function receiveTreeFile(body: FileBody, newId: () => string): Promise<ReceivedTreeFile> {
  const received = await readText(body, { limit: LIMITS.treeBytes })
  if (received === 'tooLarge') return refused('tooLarge', `the file is larger than ${LIMITS.treeBytes} bytes: split it`)
  if ('fault' in received) return refused('invalidJson', received.fault)
  const file = readTreeFile(received.text, newId)
  return { ...file, text: file.issues.length > 0 ? received.text : undefined }
}

function refused(code: 'tooLarge' | 'invalidJson', message: string): ReceivedTreeFile {
  return { text: undefined, entries: [], issues: [{ code, path: 'body', message }] }
}
