import type { JsonObject, JsonValue } from '../../json-value.js'

/**
 * The UTF-16 units of all texts and keys in a value, numbers and the like counted as a few. Stops soon after `enough`, so
 * that measuring costs no more than the limit does, however often a large part of a payload is repeated.
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

/** What is counted for a number, a boolean, `null`, and for the brackets of a list or an object. */
const SMALL = 8
