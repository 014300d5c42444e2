import { isObject, ownValue } from '../../json-value.js'
import { REQUIRED_FIELDS } from './alert-field.js'

/**
 * The required alert fields that have neither a mapping nor a usable default value, in the order of
 * rules.md#enabling-a-webhook. If the result is empty, the webhook can be enabled. Required fields are texts, so a
 * default value is usable only if it can be stored as a text that is not blank. If the default value were a list or an
 * object, every alert would be rejected.
 */
export function missingFields(fieldMappings: unknown, defaultValues: unknown): readonly string[] {
  return REQUIRED_FIELDS.filter(
    (field) => isBlank(fieldOf(fieldMappings, field)) && !isText(fieldOf(defaultValues, field)),
  )
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** True if the value can be stored as text. Numbers and booleans are converted. */
function isText(value: unknown): boolean {
  return !isBlank(value) && typeof value !== 'object'
}

function fieldOf(fields: unknown, name: string): unknown {
  return isObject(fields) ? ownValue(fields, name) : undefined
}
