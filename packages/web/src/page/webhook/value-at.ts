import { isJsonObject } from './webhook-draft.js'

/** What an alert holds at `attributes.region`; names may hold dots themselves. `undefined` = nothing. */
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

/** As it is shown: texts in quotes, so that `5` and `"5"` differ. */
export function shownValue(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value)
}
