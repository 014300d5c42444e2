import type { Decoding } from '../../decode-file.js'
import { type DecodedText, TextDecoding } from '../../decode-text.js'

/** The bytes of a file: all of them, or a stream of pieces. */
export type FileBody = Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The maximum size of a file, and how to decode it. */
export interface FileLimit {
  /** The maximum size in bytes. */
  readonly limit: number
  /** The size in bytes that the sender declares; `undefined` = unknown. If it is above the limit, nothing is read. */
  readonly size?: number | undefined
  /** How the bytes are decoded; default: UTF-8. */
  readonly decoding?: Decoding | undefined
}

/**
 * Reads the text of a file. Stops reading if the file exceeds the limit or cannot be decoded. Stores only the text in
 * memory, not the bytes.
 */
export async function readText(
  body: FileBody,
  { limit, size = 0, decoding = new TextDecoding() }: FileLimit,
): Promise<DecodedText | 'tooLarge'> {
  if (size > limit) return 'tooLarge'
  let length = 0
  for await (const piece of body instanceof Uint8Array ? [body] : body) {
    length += piece.length
    if (length > limit) return 'tooLarge'
    if (!decoding.add(piece)) break
  }
  return decoding.end()
}
