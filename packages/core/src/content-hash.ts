import { sha256, toBytes, toText } from '#platform'
import type { Steps } from './steps.js'

/** The SHA-256 of a text, in hexadecimal digits. */
export function hashText(text: string): string {
  return toText(sha256(toBytes(text, 'utf8')), 'hex')
}

/** {@link hashLists} yields after this many texts. Hashing them takes a few milliseconds. */
const TEXTS_AT_ONCE = 1_000

/**
 * The hash of several lists of JSON texts, computed in steps. Only equal lists have equal hashes. In the hashed input,
 * line breaks separate the texts, which contain no line breaks themselves.
 */
export function* hashLists(lists: readonly (readonly string[])[]): Steps<string> {
  const parts: string[] = []
  for (const texts of lists) {
    parts.push(String(texts.length))
    for (let start = 0; start < texts.length; start += TEXTS_AT_ONCE) {
      parts.push(hashText(texts.slice(start, start + TEXTS_AT_ONCE).join('\n')))
      yield
    }
  }
  return hashText(parts.join('\n'))
}
