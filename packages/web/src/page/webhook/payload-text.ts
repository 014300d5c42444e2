import type { Webhook } from '../../api/webhooks.js'
import { isJsonObject } from './webhook-draft.js'

/** Returns a payload as JSON; an empty text for `null`. */
export function formatPayload(payload: unknown): string {
  return payload === null ? '' : JSON.stringify(payload, null, 2)
}

/**
 * Returns the body of a delivery with this payload, or its query string if the format is `query`. If the format is
 * `form` or `query`, but the payload does not consist of form fields, the result contains the payload as JSON in the
 * field `payload`.
 */
export function formatBody(payload: unknown, format: Webhook['payloadFormat']): string {
  if (format === 'json' || format === 'lenient') return formatPayload(payload)
  const fields = isJsonObject(payload) ? Object.entries(payload) : []
  if (fields.length === 0 || !fields.every(([, value]) => isFieldOfForm(value))) {
    return new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
  }
  const pairs = fields.flatMap(([name, value]) => [value].flat().map((text) => [name, String(text)]))
  return new URLSearchParams(pairs).toString()
}

/**
 * True if a form can contain the value: as a field, or as a repeated field. A repeated field becomes a list of texts in
 * the payload.
 */
function isFieldOfForm(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 1 && value.every((item) => typeof item === 'string')
  return typeof value === 'string'
}

/**
 * Returns the value at a path such as `attributes.region`, or `undefined` if there is no such value. The keys of the
 * object may contain dots: the path `a.b.c` also finds the value of `{ "a.b": { "c": 1 } }`.
 */
export function findValue(object: unknown, path: string): unknown {
  if (!isJsonObject(object)) return undefined
  if (Object.hasOwn(object, path)) return object[path]
  for (const key of Object.keys(object)) {
    if (!path.startsWith(`${key}.`)) continue
    const found = findValue(object[key], path.slice(key.length + 1))
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the text that displays a value. Strings are in quotes, so that `5` and `"5"` look different. */
export function formatValue(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value)
}
