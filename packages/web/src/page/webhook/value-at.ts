import { isJsonObject } from './webhook-draft.js'

/** The value at a path such as `attributes.region`; keys may contain dots. `undefined` = not found. */
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

/** The display text of a value: strings in quotes, so that `5` and `"5"` differ. */
export function valueText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value)
}
