import { isJson, type JsonObject, type JsonValue } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import type { PayloadFormat } from '../webhook-config.js'
import { readForm } from './read-form.js'

/** The payload of a delivery: a non-empty JSON object or list. */
export type Payload = JsonObject | readonly JsonValue[]

type Read<Result> = Result | { readonly message: string }

/**
 * Reads the body of a delivery. The body must be valid UTF-8. Depending on `format`, it must be JSON or a form
 * ({@link readForm}). The payload in the body must be a non-empty object or list. It must not be nested too deeply or
 * contain an infinite number such as `1e999`. An error message contains no part of the body.
 */
export function readPayload(body: Uint8Array, format: PayloadFormat = 'json'): Read<{ readonly payload: Payload }> {
  const text = decode(body)
  if (text === undefined) {
    return { message: `Invalid ${format === 'json' ? 'JSON' : 'form'}: the body is not UTF-8${hint(body)}` }
  }
  if (text.trim() === '') return { message: 'The body is empty' }
  const read = format === 'json' ? readJson(text) : readForm(text)
  return 'message' in read ? read : toPayload(read.parsed)
}

/**
 * Applies the checks of {@link readPayload} to a parsed value. The depth of nesting is checked without recursion, so
 * that no value can overflow the call stack.
 */
export function toPayload(parsed: unknown): Read<{ readonly payload: Payload }> {
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

function readJson(text: string): Read<{ readonly parsed: unknown }> {
  try {
    return { parsed: JSON.parse(text) }
  } catch {
    return { message: `Invalid JSON${hintOfForm(text)}` }
  }
}

function hint(body: Uint8Array): string {
  return body[0] === 0x1f && body[1] === 0x8b ? ' but gzip: send it uncompressed' : ''
}

/** A hint for bodies that are forms. GitHub sends its JSON in a form by default. */
function hintOfForm(text: string): string {
  return /^[\w.%+[\]-]+=/.test(text)
    ? ': the body is a form: set the payloadFormat of the webhook to form, or have the sender use the content type application/json'
    : ''
}
