import { isJson, type JsonObject, type JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'

/** The payload of a delivery: a JSON object or list that is not empty. */
export type Payload = JsonObject | readonly JsonValue[]

/**
 * Reads the bytes of a delivery: strict UTF-8, JSON as `JSON.parse` accepts it, with limited nesting. Anything that
 * cannot be stored is invalid. The message repeats nothing of the body.
 */
export function readPayload(body: Uint8Array): { readonly payload: Payload } | { readonly message: string } {
  const text = decode(body)
  if (text === undefined) return { message: `Invalid JSON: the body is not UTF-8${hint(body)}` }
  if (text.trim() === '') return { message: 'The body is empty' }
  const value = parse(text)
  return value === undefined ? { message: `Invalid JSON${hintOfForm(text)}` } : toPayload(value.parsed)
}

/** Applies the rules of {@link readPayload} to a parsed value of any depth. */
export function toPayload(parsed: unknown): { readonly payload: Payload } | { readonly message: string } {
  if (typeof parsed !== 'object' || parsed === null) return { message: 'The body must be a JSON object or list' }
  if (Object.keys(parsed).length === 0) return { message: 'The body is an empty object or list' }
  if (isJson(parsed)) return { payload: parsed as Payload }
  return { message: `Invalid JSON: nested deeper than ${LIMITS.jsonDepth} levels, or a number beyond all bounds` }
}

/** Drops a byte order mark, like all readers. */
function decode(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return undefined
  }
}

function parse(text: string): { readonly parsed: unknown } | undefined {
  try {
    return { parsed: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function hint(body: Uint8Array): string {
  return body[0] === 0x1f && body[1] === 0x8b ? ' but gzip: send it uncompressed' : ''
}

/** By default, GitHub sends its JSON inside a form. */
function hintOfForm(text: string): string {
  return text.startsWith('payload=')
    ? ': the body is a form: have the sender use the content type application/json'
    : ''
}
