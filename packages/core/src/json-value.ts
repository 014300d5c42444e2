import { LIMITS } from './limits.js'

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** True for a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fault of a value that does not satisfy {@link isJson}, for messages. */
export const NOT_JSON_MESSAGE = 'must be plain JSON that is not nested too deeply'

/**
 * Reads an own property. Returns `undefined` for an inherited property, so that a key of a request such as
 * `constructor` or `__proto__` is ordinary data.
 */
export function ownValue(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/**
 * True if `value` is plain JSON that can be written and read back unchanged. False if the value contains `undefined`,
 * functions, infinite numbers or class instances, or if it is nested deeper than {@link LIMITS.jsonDepth} levels. The
 * check does not recurse, because a deeply nested value would then overflow the stack.
 */
export function isJson(value: unknown): value is JsonValue {
  return isJsonOf(value, isLeaf)
}

/**
 * Like {@link isJson}, but returns false if the value contains a number beyond 2^53 - 1, because the parser may have
 * rounded an integer.
 */
export function isExactJson(value: unknown): value is JsonValue {
  return isJsonOf(value, isExactLeaf)
}

function isJsonOf(value: unknown, isLeaf: (value: unknown) => boolean): value is JsonValue {
  if (!isContainer(value)) return isLeaf(value)
  const pending: { readonly value: object; readonly depth: number }[] = [{ value, depth: 0 }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.depth >= LIMITS.jsonDepth) return false
    for (const child of Object.values(next.value)) {
      if (isLeaf(child)) continue
      // Checks the child here and not when it is taken from `pending`: a list may have hundreds of thousands of faulty
      // children.
      if (!isContainer(child)) return false
      pending.push({ value: child, depth: next.depth + 1 })
    }
  }
  return true
}

function isLeaf(value: unknown): boolean {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  )
}

function isExactLeaf(value: unknown): boolean {
  return typeof value === 'number' ? Math.abs(value) <= Number.MAX_SAFE_INTEGER : isLeaf(value)
}

function isContainer(value: unknown): value is object {
  if (Array.isArray(value)) return true
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * Returns the same JSON with sorted keys in all objects, so that equal values are written as equal texts. The value
 * must satisfy {@link isJson}, which limits the depth of the recursion.
 */
export function sortedJson<T extends JsonValue>(value: T): T {
  if (Array.isArray(value)) return value.map(sortedJson) as unknown as T
  if (!isObject(value)) return value
  const entries = Object.entries(value as JsonObject).sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(entries.map(([key, child]) => [key, sortedJson(child)])) as T
}

/**
 * True if two JSON values are equal. The order of keys does not matter, and a key whose value is `undefined` counts as
 * missing. The values must satisfy {@link isJson}, which limits the depth of the recursion.
 */
export function isSameJson(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true
  if (Array.isArray(left) || Array.isArray(right)) return isSameList(left, right)
  if (!isObject(left) || !isObject(right)) return false
  const keys = definedKeys(left)
  if (keys.length !== definedKeys(right).length) return false
  return keys.every((key) => Object.hasOwn(right, key) && isSameJson(left[key] as JsonValue, right[key] as JsonValue))
}

function isSameList(left: JsonValue, right: JsonValue): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
  return left.every((item, index) => isSameJson(item, right[index]))
}

function definedKeys(object: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(object).filter((key) => object[key] !== undefined)
}
