import { addToList } from '../../group-by.js'
import { isObject, type JsonValue } from '../../json-value.js'
import type { Decoder } from './content-type.js'
import { parseExactly } from './exact-json.js'

/** The values of each field of a form, in order. */
export type FormFields = ReadonlyMap<string, readonly string[]>

/** Says why a form cannot be read. The message contains no part of the form. */
export class FormFault extends Error {
  override readonly name = 'FormFault'
}

/**
 * Reads the fields of a form (`application/x-www-form-urlencoded`), or of the query of a URL.
 *
 * @param decoder decodes the bytes that are written as `%` and two hex digits
 * @throws FormFault
 */
export function readForm(sent: string, decoder: Decoder): FormFields {
  const text = sent.trim()
  if (findJson(text) !== undefined) {
    throw new FormFault('the body is JSON: set the payloadFormat of the webhook to json')
  }
  const fields = new Map<string, string[]>()
  for (const part of text.split('&')) {
    if (part === '') continue
    const [name = ''] = part.split('=', 1)
    const key = decodeFormText(name, decoder)
    addToList(fields, key, decodeFormText(part.slice(name.length + 1), decoder))
  }
  return fields
}

/**
 * The payload of a form (rules.md#payload-formats): an object with its fields. The value of a field that occurs several
 * times is a list. But if the field `payload` occurs exactly once and contains a JSON object or list, the payload is
 * this JSON.
 *
 * @returns `undefined` if this JSON does not satisfy `isJson`
 */
export function payloadOfForm(fields: FormFields): JsonValue | undefined {
  const [payload, ...others] = fields.get('payload') ?? []
  const json = payload === undefined || others.length > 0 ? undefined : findJson(payload)
  if (json !== undefined) return json.value
  const entries = Array.from(fields, ([name, values]) => [name, values.length === 1 ? values[0] : values])
  return Object.fromEntries(entries) as JsonValue
}

/**
 * Decodes a name or a value. A `%` without two hex digits remains unchanged, as in browsers.
 *
 * @throws FormFault if the bytes are not in the charset
 */
function decodeFormText(text: string, decoder: Decoder): string {
  if (!/[+%]/.test(text)) return text
  try {
    return text.replaceAll('+', ' ').replace(PERCENT_ESCAPES_PATTERN, (run) => decoder.decode(bytesOfEscapes(run)))
  } catch {
    throw new FormFault(`a field is not ${decoder.encoding.toUpperCase()}`)
  }
}

const PERCENT_ESCAPES_PATTERN = /(?:%[0-9a-fA-F]{2})+/g

function bytesOfEscapes(run: string): Uint8Array {
  return Uint8Array.from({ length: run.length / 3 }, (_, at) => Number.parseInt(run.slice(3 * at + 1, 3 * at + 3), 16))
}

/** The JSON object or list that a text contains; `undefined` if the text is anything else. */
function findJson(text: string): { readonly value: JsonValue | undefined } | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    const value = parseExactly(text)
    return value === undefined || Array.isArray(value) || isObject(value) ? { value } : undefined
  } catch {
    return undefined
  }
}
