import { isObject } from '../../json-value.js'

/**
 * Reads the text of a form (`application/x-www-form-urlencoded`) as an object (rules.md#payload-formats). A field that
 * occurs several times becomes a list. If the field `payload` occurs exactly once and contains a JSON object or list,
 * the result is that JSON. An error message contains no part of the text.
 */
export function readForm(sent: string): { readonly parsed: unknown } | { readonly message: string } {
  const text = sent.trim()
  if (jsonIn(text) !== undefined) {
    return { message: 'Invalid form: the body is JSON: set the payloadFormat of the webhook to json' }
  }
  const fields = new Map<string, string[]>()
  try {
    for (const part of text.split('&').filter((pair) => pair !== '')) addField(fields, part)
  } catch (error) {
    if (error instanceof URIError) return { message: 'Invalid form: a field is not UTF-8' }
    throw error
  }
  const [payload, ...others] = fields.get('payload') ?? []
  const json = payload === undefined || others.length > 0 ? undefined : jsonIn(payload)
  if (json !== undefined) return { parsed: json }
  const entries = Array.from(fields, ([name, values]) => [name, values.length === 1 ? values[0] : values])
  return { parsed: Object.fromEntries(entries) }
}

function addField(fields: Map<string, string[]>, part: string): void {
  const [name = ''] = part.split('=', 1)
  const key = decode(name)
  const value = decode(part.slice(name.length + 1))
  const known = fields.get(key)
  if (known === undefined) fields.set(key, [value])
  else known.push(value)
}

/**
 * Decodes a name or a value. A `%` without two hex digits stays as it is, as in browsers.
 *
 * @throws URIError if the bytes are not UTF-8
 */
function decode(text: string): string {
  if (!/[+%]/.test(text)) return text
  return text.replaceAll('+', ' ').replace(/(?:%[0-9a-fA-F]{2})+/g, decodeURIComponent)
}

/** The JSON object or list that a text contains; `undefined` if the text is anything else. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) || isObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
