import type { JsonObject, JsonValue } from '../../json-value.js'

/**
 * The number of UTF-16 units of all texts and keys in a value. Numbers, booleans and `null` count a fixed number.
 * Counting stops soon after the number exceeds `enough`, so the cost is limited even if a large part of a payload is
 * repeated many times.
 */
export function textSize(value: JsonValue, enough: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return SMALL
  return Array.isArray(value) ? listSize(value, enough) : objectSize(value as JsonObject, enough)
}

function listSize(list: readonly JsonValue[], enough: number): number {
  let size = SMALL
  for (const item of list) {
    size += textSize(item, enough - size)
    if (size > enough) break
  }
  return size
}

function objectSize(object: JsonObject, enough: number): number {
  let size = SMALL
  for (const key of Object.keys(object)) {
    size += key.length + textSize(object[key] ?? null, enough - size)
    if (size > enough) break
  }
  return size
}

/** The size of a number, a boolean, `null`, or the brackets of a list or an object. */
const SMALL = 8
