import { toBytes } from '#platform'
import type { JsonValue } from '../../json-value.js'
import { parseExactly } from '../body/exact-json.js'
import type { Mapping } from './mapping.js'
import { type PathStep, type PayloadPath, stepInto } from './payload-path.js'

/**
 * Decodes the texts at the paths of `base64Fields`, and then replaces the texts at the paths of `jsonFields` by the
 * JSON that they contain (rules.md#payload-formats). A text remains unchanged if it is not base64, not JSON, or nested
 * too deeply. A path may lead into the JSON that an earlier path has produced. The given payload does not change.
 *
 * @param warn called once for each path of `base64Fields` at which a text is not base64
 */
export function readTexts(
  { base64Fields, jsonFields }: Pick<Mapping, 'base64Fields' | 'jsonFields'>,
  payload: JsonValue,
  warn: (message: string) => void = () => undefined,
): JsonValue {
  const copies = new WeakSet<object>()
  const decoded = base64Fields.reduce((read, path) => {
    const reader = new TextReader(readBase64, copies)
    const after = reader.readAll(read, path)
    if (reader.hasFailed) warn(`base64Fields: ${path.text} is not UTF-8 in base64, so it stays as it is`)
    return after
  }, payload)
  const reader = new TextReader(readJson, copies)
  return jsonFields.reduce((read, path) => reader.readAll(read, path), decoded)
}

/**
 * Replaces texts without changing the given payload. Before it first changes a list or an object, it makes a copy, and
 * changes only the copy. It recognizes its copies, because copying the same list or object again for each path would
 * take too long.
 */
class TextReader {
  /** True if some text remained unchanged. */
  hasFailed = false
  readonly #read: (text: string) => JsonValue | undefined
  readonly #copies: WeakSet<object>

  /**
   * @param read returns `undefined` if a text must remain unchanged
   * @param copies the copies that earlier readers have made of this payload
   */
  constructor(read: (text: string) => JsonValue | undefined, copies: WeakSet<object>) {
    this.#read = read
    this.#copies = copies
  }

  readAll(value: JsonValue, { steps, each }: PayloadPath): JsonValue {
    return this.#readAt(value, steps, 0, each)
  }

  /**
   * Follows `steps` from index `at`, and replaces the text that it finds. If `each` is given, finds a list instead, and
   * replaces the texts in its elements. Returns `value` itself if nothing changes.
   */
  #readAt(value: JsonValue, steps: readonly PathStep[], at: number, each: readonly PathStep[] | undefined): JsonValue {
    const step = steps[at]
    if (step === undefined) return each === undefined ? this.#readText(value) : this.#readEach(value, each)
    const child = stepInto(value, step, -1) as JsonValue | undefined
    if (child === undefined) return value
    const replaced = this.#readAt(child, steps, at + 1, each)
    return replaced === child ? value : this.#with(value, typeof step === 'object' ? step.own : step, replaced)
  }

  /**
   * Replaces the text at the path `each` in every element of a list. A value that is not a list remains unchanged,
   * except for a text if `each` is empty (a path such as `a[]`).
   */
  #readEach(value: JsonValue, each: readonly PathStep[]): JsonValue {
    if (!Array.isArray(value)) return each.length === 0 ? this.#readText(value) : value
    let list: JsonValue = value
    for (const [index, element] of value.entries()) {
      const replaced = this.#readAt(element, each, 0, undefined)
      if (replaced !== element) list = this.#with(list, index, replaced)
    }
    return list
  }

  #with(container: JsonValue, key: string | number, value: JsonValue): JsonValue {
    const changed = this.#copyOf(container as object)
    changed[key] = value
    return changed as JsonValue
  }

  #copyOf(container: object): Record<string | number, JsonValue> {
    const copy = this.#copies.has(container) ? container : Array.isArray(container) ? [...container] : { ...container }
    this.#copies.add(copy)
    return copy as Record<string | number, JsonValue>
  }

  #readText(value: JsonValue): JsonValue {
    if (typeof value !== 'string') return value
    const read = this.#read(value)
    if (read !== undefined) return read
    this.hasFailed = true
    return value
  }
}

function readJson(text: string): JsonValue | undefined {
  try {
    return parseExactly(text)
  } catch {
    return undefined
  }
}

/** The digits of base64, followed by padding. */
const BASE64_PATTERN = /^([A-Za-z0-9+/]*)={0,2}$/

/** Decodes base64 or base64url, with or without padding and line breaks. The bytes must be UTF-8. */
function readBase64(sent: string): string | undefined {
  const text = sent.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/')
  const digits = BASE64_PATTERN.exec(text)?.[1]
  if (digits === undefined || digits.length % 4 === 1) return undefined
  try {
    const padded = digits.padEnd(Math.ceil(digits.length / 4) * 4, '=')
    return new TextDecoder('utf-8', { fatal: true }).decode(toBytes(padded, 'base64'))
  } catch {
    return undefined
  }
}
