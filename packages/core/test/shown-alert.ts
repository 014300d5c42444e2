import type { ArrivingAlert } from '../src/alert/arriving-alert.js'
import { isObject, isSameJson, type JsonValue } from '../src/json-value.js'

/** The fields and attributes that the alert has. */
export function shown({ attributes, ...fields }: ArrivingAlert): Record<string, JsonValue> {
  const named = isObject(attributes) ? present(attributes) : attributes
  return present({ ...fields, attributes: isSameJson(named ?? {}, {}) ? undefined : named })
}

export function present(fields: object): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
}
