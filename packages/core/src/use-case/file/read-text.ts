import { type DecodedText, TextDecoding } from '../../decode-text.js'

/** A file as it arrives: whole, or piece by piece. */
export type FileBody = Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Which file is read, and how much of it. */
export interface FileLimit {
  /** Bytes. */
  readonly limit: number
  /** Bytes that it is said to have: with too many of them nothing is read. */
  readonly size?: number | undefined
}

/** Reads a file as UTF-8; nothing beyond the limit, or a fault, is read, and no bytes are kept. */
export async function readText(body: FileBody, { limit, size = 0 }: FileLimit): Promise<DecodedText | 'tooLarge'> {
  if (size > limit) return 'tooLarge'
  const decoding = new TextDecoding()
  let length = 0
  for await (const piece of body instanceof Uint8Array ? [body] : body) {
    length += piece.length
    if (length > limit) return 'tooLarge'
    if (!decoding.add(piece)) break
  }
  return decoding.end()
}
