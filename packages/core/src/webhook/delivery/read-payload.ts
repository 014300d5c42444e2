import { isJson, type JsonObject, type JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'

/** The payload of a delivery: a non-empty JSON object or list. */
export type Payload = JsonObject | readonly JsonValue[]

/**
 * Reads the body of a delivery. The body must be valid UTF-8, and JSON that `JSON.parse` accepts and that is not nested
 * too deeply. A payload that cannot be stored is refused. The message contains no part of the body.
 */
export function readPayload(body: Uint8Array): { readonly payload: Payload } | { readonly message: string } {
  const text = decode(body)
  if (text === undefined) return { message: `Invalid JSON: the body is not UTF-8${hint(body)}` }
  if (text.trim() === '') return { message: 'The body is empty' }
  const value = parse(text)
  return value === undefined ? { message: `Invalid JSON${hintOfForm(text)}` } : toPayload(value.parsed)
}

/**
 * Applies the checks of {@link readPayload} to a parsed value. The depth of nesting is checked without recursion, so
 * that no value can overflow the call stack.
 */
export function toPayload(parsed: unknown): { readonly payload: Payload } | { readonly message: string } {
  if (typeof parsed !== 'object' || parsed === null) return { message: 'The body must be a JSON object or list' }
  if (Object.keys(parsed).length === 0) return { message: 'The body is an empty object or list' }
  if (isJson(parsed)) return { payload: parsed as Payload }
  return { message: `Invalid JSON: nested deeper than ${LIMITS.jsonDepth} levels, or a number beyond all bounds` }
}

/** Decodes UTF-8 and drops a byte order mark; `undefined` if the bytes are not UTF-8. */
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

/** A hint for bodies that are forms. GitHub sends its JSON in a form by default. */
function hintOfForm(text: string): string {
  return text.startsWith('payload=')
    ? ': the body is a form: have the sender use the content type application/json'
    : ''
}
