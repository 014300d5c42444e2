import { isJson, type JsonValue } from '../../json-value.js'
import { type PathStep, type PayloadPath, stepInto } from './payload-path.js'

/**
 * Replaces the texts at the paths by the JSON that they contain (rules.md#payload-formats). A text stays a text if it
 * is not JSON, or if the JSON is nested too deeply. A path may lead into the JSON that an earlier path has read. The
 * given payload does not change.
 */
export function readJsonTexts(payload: JsonValue, paths: readonly PayloadPath[]): JsonValue {
  const reader = new JsonTextReader()
  return paths.reduce((read, { steps, each }) => reader.readAt(read, steps, 0, each), payload)
}

/**
 * Replaces texts without changing the given payload. Before the first change to a list or an object, the reader makes a
 * copy, and changes only the copy. It remembers its copies, because copying the same list or object again for each path
 * would take too long.
 */
class JsonTextReader {
  readonly #copies = new WeakSet<object>()

  /**
   * Follows `steps` from index `at`, and replaces the text found there by the JSON that it contains. If `each` is
   * given, replaces the texts in the elements of the list found there. Returns `value` itself if nothing changes.
   */
  readAt(value: JsonValue, steps: readonly PathStep[], at: number, each: readonly PathStep[] | undefined): JsonValue {
    const step = steps[at]
    if (step === undefined) return each === undefined ? readText(value) : this.#readEach(value, each)
    const child = stepInto(value, step, -1) as JsonValue | undefined
    if (child === undefined) return value
    const replaced = this.readAt(child, steps, at + 1, each)
    return replaced === child ? value : this.#with(value, typeof step === 'object' ? step.own : step, replaced)
  }

  /**
   * Replaces the text at the path `each` in every element of a list. A value that is not a list changes only if `each`
   * is empty (a path such as `a[]`) and the value is a text.
   */
  #readEach(value: JsonValue, each: readonly PathStep[]): JsonValue {
    if (!Array.isArray(value)) return each.length === 0 ? readText(value) : value
    let list: JsonValue = value
    for (const [index, element] of value.entries()) {
      const replaced = this.readAt(element, each, 0, undefined)
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
}

function readText(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value
  try {
    const parsed: unknown = JSON.parse(value)
    return isJson(parsed) ? parsed : value
  } catch {
    return value
  }
}
