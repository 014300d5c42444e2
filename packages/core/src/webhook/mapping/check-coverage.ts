import { isObject, ownValue } from '../../json-value.js'
import { REQUIRED_FIELDS } from './alert-field.js'

/**
 * The required fields of alerts that neither a mapping nor a default value covers, in the order of
 * rules.md#enabling-a-webhook; a webhook can be enabled when there are none. A default value of nothing but white space
 * covers nothing, and neither does a list or an object, which would reject every alert: each of these fields holds a
 * text.
 */
export function missingFields(fieldMappings: unknown, defaultValues: unknown): readonly string[] {
  return REQUIRED_FIELDS.filter(
    (field) => isBlank(fieldOf(fieldMappings, field)) && !isText(fieldOf(defaultValues, field)),
  )
}

/** What is wrong with enabling a webhook (rules.md#enabling-a-webhook-1); `undefined` = nothing. */
export function coverageFault(fieldMappings: unknown, defaultValues: unknown): string | undefined {
  const missing = missingFields(fieldMappings, defaultValues)
  if (missing.length === 0) return undefined
  return `Invalid field mappings: Missing required alert columns: ${missing.join(', ')}`
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** Whether alerts can have it as a text: numbers and booleans are read as theirs. */
function isText(value: unknown): boolean {
  return !isBlank(value) && typeof value !== 'object'
}

function fieldOf(fields: unknown, name: string): unknown {
  return isObject(fields) ? ownValue(fields, name) : undefined
}
