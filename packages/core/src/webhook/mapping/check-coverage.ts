import { ALERT_FIELDS, type AlertFieldKind, type AlertFieldName } from '../../alert/alert-fields.js'
import { isObject, ownValue } from '../../json-value.js'

/** The fields that an enabled webhook must fill by a mapping or a default value (rules.md#enabling-a-webhook-1). */
export const REQUIRED_FIELDS = ['resource', 'event', 'environment', 'type', 'text', 'severity'] as const

export function isAlertField(name: string): name is AlertFieldName {
  return Object.hasOwn(ALERT_FIELDS, name)
}

/**
 * True if a mapping must give this field a single text. `readAlert` checks the values of other fields; any value can
 * become a fingerprint (`toFingerprint`), and a time that cannot be read is left out (`readTimes`).
 */
export function isTextField(name: AlertFieldName): boolean {
  return name !== 'fingerprint' && !OTHER_KINDS.includes(ALERT_FIELDS[name].kind)
}

const OTHER_KINDS: readonly AlertFieldKind[] = ['texts', 'names', 'object', 'json', 'seconds', 'time']

/**
 * The required fields of alerts that have neither a mapping nor a usable default value, in the order of
 * rules.md#enabling-a-webhook. If there are none, the webhook can be enabled. A default value is usable if it can be
 * stored as a text that is not blank. With a list or an object, every alert would be rejected.
 */
export function missingFields(fieldMappings: unknown, defaultValues: unknown): readonly string[] {
  return REQUIRED_FIELDS.filter(
    (field) => isBlank(fieldOf(fieldMappings, field)) && !isText(fieldOf(defaultValues, field)),
  )
}

/** True if a mapping gives no value: it is missing, `null` or a blank text. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** True if the value can be stored as text. Numbers and booleans are converted. */
function isText(value: unknown): boolean {
  return !isBlank(value) && typeof value !== 'object'
}

export function fieldOf(fields: unknown, name: string): unknown {
  return isObject(fields) ? ownValue(fields, name) : undefined
}
