import { type DecodedText, decodeText } from '../../decode-text.js'

/** A file as it arrives: whole, or piece by piece. */
export type FileBody = Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Which file is read, and how much of it. */
export interface FileLimit {
  /** Bytes. */
  readonly limit: number
  /** Bytes that it is said to have: with too many of them nothing is read. */
  readonly size?: number | undefined
}

/** Reads a file as UTF-8; nothing beyond the limit is read or kept. */
export async function readText(body: FileBody, { limit, size = 0 }: FileLimit): Promise<DecodedText | 'tooLarge'> {
  const bytes = size > limit ? undefined : await collect(body, limit)
  return bytes === undefined ? 'tooLarge' : decodeText(bytes)
}

/** All bytes, or `undefined` as soon as there are too many. */
async function collect(body: FileBody, limit: number): Promise<Uint8Array | undefined> {
  if (body instanceof Uint8Array) return body.length > limit ? undefined : body
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > limit) return undefined
    pieces.push(piece)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
