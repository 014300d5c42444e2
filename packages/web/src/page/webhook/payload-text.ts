import type { Webhook } from '../../api/webhooks.js'
import { isJsonObject } from './webhook-draft.js'

/** Returns a payload as JSON; an empty text for `null`. */
export function payloadText(payload: unknown): string {
  return payload === null ? '' : JSON.stringify(payload, null, 2)
}

/**
 * Returns the body, or the query, of a delivery with this payload. If the format is `form` or `query`, but the payload does not consist of form
 * fields, the form contains the payload as JSON in the field `payload`.
 */
export function bodyText(payload: unknown, format: Webhook['payloadFormat']): string {
  if (format === 'json' || format === 'lenient') return payloadText(payload)
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
