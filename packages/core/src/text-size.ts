import type { JsonObject, JsonValue } from './json-value.js'

/**
 * The number of UTF-16 units of all texts and keys in a value. Each number, boolean, `null`, list and object adds
 * `SIZE_OF_NON_TEXT` units. Counting stops soon after the result exceeds `enough`, so that the size of a very large
 * value does not take long.
 */
export function textSize(value: JsonValue, enough: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return SIZE_OF_NON_TEXT
  return Array.isArray(value) ? listSize(value, enough) : objectSize(value as JsonObject, enough)
}

function listSize(list: readonly JsonValue[], enough: number): number {
  let size = SIZE_OF_NON_TEXT
  for (const item of list) {
    size += textSize(item, enough - size)
    if (size > enough) break
  }
  return size
}

function objectSize(object: JsonObject, enough: number): number {
  let size = SIZE_OF_NON_TEXT
  for (const key of Object.keys(object)) {
    size += key.length + textSize(object[key] ?? null, enough - size)
    if (size > enough) break
  }
  return size
}

/** The size of a number, a boolean, `null`, or the brackets of a list or an object. */
const SIZE_OF_NON_TEXT = 8
