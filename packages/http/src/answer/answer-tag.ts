import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { TextChunks } from './json-chunks.js'
import { CHUNK_CHARACTERS } from './write-chunks.js'

/**
 * Computes the `ETag` of an answer (rules.md#unchanged-answers): a hash of the whole text before it is compressed. So
 * the tag is the same for every encoding, and a caller can send it back in `If-Match`. At most one chunk of the text is
 * in memory. Between two chunks, the server can serve other requests.
 */
export async function hashTag(text: TextChunks): Promise<string> {
  const hash = createHash('sha256').update(text.next(CHUNK_CHARACTERS) ?? '')
  for (let chunk = text.next(CHUNK_CHARACTERS); chunk !== undefined; chunk = text.next(CHUNK_CHARACTERS)) {
    await setImmediate()
    hash.update(chunk)
  }
  return `"${hash.digest('base64url')}"`
}

/**
 * Whether an If-None-Match header contains the ETag or is `*`. If so, the caller already has the current answer. A weak
 * ETag in the header matches too, since proxies that compress answers weaken ETags.
 */
export function matchesETag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim())
  return tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}
