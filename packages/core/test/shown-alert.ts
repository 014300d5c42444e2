import type { ArrivingAlert } from '../src/alert/arriving-alert.js'
import { isObject, isSameJson, type JsonValue } from '../src/json-value.js'

/** Returns the fields and attributes of the alert that have a value. */
export function shown({ attributes, ...fields }: ArrivingAlert): Record<string, JsonValue> {
  const named = isObject(attributes) ? present(attributes) : attributes
  return present({ ...fields, attributes: isSameJson(named ?? {}, {}) ? undefined : named })
}

export function present(fields: object): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
}
