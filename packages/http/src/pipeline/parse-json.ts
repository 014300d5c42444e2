import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { OpsgraphError } from '@opsgraph/core'
import { readBody } from './read-body.js'

/** The parsing of a body with this many bytes takes a few milliseconds. */
const LARGE_BODY = 256 * 1024

/**
 * Reads the body of a request as JSON, see {@link parseJson}. A large body cannot be parsed in pieces, so the process
 * does other work between the parsing and the handling of the request.
 *
 * @param limit in bytes
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const bytes = await readBody(request, limit)
  const json = parseJson(bytes)
  if (bytes.length > LARGE_BODY) await setImmediate()
  return json
}

/**
 * Parses a body as JSON, regardless of its Content-Type (rules.md#requests-3).
 *
 * @returns `undefined` for an empty body
 * @throws OpsgraphError `invalid` for bytes that are not UTF-8, and for malformed JSON
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(decode(bytes)) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) throw new OpsgraphError('invalid', `the body is not valid JSON${placeOf(error)}`)
    throw error
  }
}

/** Refuses invalid UTF-8: if it were replaced by replacement characters, two different names could become equal. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new OpsgraphError('invalid', 'the body is not valid UTF-8')
  }
}

/**
 * The position of the error in the text. The parser's message is dropped: it quotes the text, which may contain a
 * secret.
 */
function placeOf(error: SyntaxError): string {
  const position = /at position (\d+)/.exec(error.message)?.[1]
  return position === undefined ? '' : ` at position ${position}`
}
