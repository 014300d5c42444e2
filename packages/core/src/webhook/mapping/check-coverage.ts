import { isObject, ownValue } from '../../json-value.js'
import { REQUIRED_FIELDS } from './alert-field.js'

/**
 * The required fields of alerts that neither a mapping nor a default value covers, in the order of
 * rules.md#enabling-a-webhook. A webhook can be enabled if there are none. Each of these fields holds a text, so a
 * default value counts only if it is a text that is not blank; a list or an object would reject every alert.
 */
export function missingFields(fieldMappings: unknown, defaultValues: unknown): readonly string[] {
  return REQUIRED_FIELDS.filter(
    (field) => isBlank(fieldOf(fieldMappings, field)) && !isText(fieldOf(defaultValues, field)),
  )
}

/** Why the webhook cannot be enabled (rules.md#enabling-a-webhook-1); `undefined` = it can be. */
export function coverageFault(fieldMappings: unknown, defaultValues: unknown): string | undefined {
  const missing = missingFields(fieldMappings, defaultValues)
  if (missing.length === 0) return undefined
  return `Invalid field mappings: Missing required alert columns: ${missing.join(', ')}`
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** True if an alert can hold the value as text. Numbers and booleans are converted. */
function isText(value: unknown): boolean {
  return !isBlank(value) && typeof value !== 'object'
}

function fieldOf(fields: unknown, name: string): unknown {
  return isObject(fields) ? ownValue(fields, name) : undefined
}
