import { pause } from '#platform'
import { FileDecoding, type FileEncoding } from '../../decode-file.js'
import type { DecodedText } from '../../decode-text.js'
import { LIMITS } from '../../limits.js'
import type { Dependencies } from '../dependencies.js'
import { type FileBody, readText } from '../file/read-text.js'

/** A file to import, and what its sender says about it. */
export interface SentFile {
  readonly body: FileBody
  /** The name of the uploaded file. */
  readonly fileName?: string | undefined
  readonly contentType?: string | undefined
  /** The size of the body in bytes that the sender declares; `undefined` = unknown. */
  readonly size?: number | undefined
}

/**
 * Receives a file, and then runs `work` on it. Limits how many files are received, and how many are processed, at the
 * same time, so that imports do not slow down other requests. Further imports wait before their files are read.
 */
export async function receiveFile<Result>(
  { fileSemaphores: { receiving, working } }: Pick<Dependencies, 'fileSemaphores'>,
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
