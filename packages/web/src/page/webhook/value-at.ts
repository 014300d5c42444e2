import { isJsonObject } from './webhook-draft.js'

/**
 * Returns the value at a path such as `attributes.region`, or `undefined` if there is no such value. The keys of the
 * object may contain dots: the path `a.b.c` also finds the value of `{ "a.b": { "c": 1 } }`.
 */
export function valueAt(object: unknown, path: string): unknown {
  if (!isJsonObject(object)) return undefined
  if (Object.hasOwn(object, path)) return object[path]
  for (const key of Object.keys(object)) {
    if (!path.startsWith(`${key}.`)) continue
    const found = valueAt(object[key], path.slice(key.length + 1))
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns the text that displays a value. Strings are in quotes, so that `5` and `"5"` look different. */
export function valueText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value)
}
