import { pause } from '#platform'
import { FileDecoding, type FileEncoding } from '../../decode-file.js'
import type { DecodedText } from '../../decode-text.js'
import { LIMITS } from '../../limits.js'
import type { Dependencies } from '../dependencies.js'
import { type FileBody, readText } from '../file/read-text.js'

/** A file that is imported, and what its sender says about it. */
export interface SentFile {
  readonly body: FileBody
  /** Name of the uploaded file. */
  readonly fileName?: string | undefined
  readonly contentType?: string | undefined
  /** Size of the body in bytes according to the sender, if known. */
  readonly size?: number | undefined
}

/**
 * Receives a file, and then works on it. The number of files that are received and processed at the same time is
 * limited; other imports wait, and their files are not read meanwhile. So imports do not slow down other requests.
 */
export async function receiveFile<Result>(
  { fileTurns: { receiving, working } }: Pick<Dependencies, 'fileTurns'>,
  { body, size }: SentFile,
  encoding: FileEncoding,
  work: (received: DecodedText | 'tooLarge') => Promise<Result>,
): Promise<Result> {
  return await receiving.pass(async () => {
    const decoding = new FileDecoding(encoding)
    const received = await readText(body, { limit: LIMITS.cmdbBytes, size, decoding })
    return await working.pass(async () => {
      await pause()
      return await work(received)
    })
  })
}
