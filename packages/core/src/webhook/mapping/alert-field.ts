import { ALERT_FIELDS, type AlertFieldKind, type AlertFieldName } from '../../alert/alert-fields.js'

/** The fields that an enabled webhook must fill by a mapping or a default value (rules.md#enabling-a-webhook-1). */
export const REQUIRED_FIELDS = ['resource', 'event', 'environment', 'type', 'text', 'severity'] as const

export function isAlertField(name: string): name is AlertFieldName {
  return Object.hasOwn(ALERT_FIELDS, name)
}

/**
 * True if a field must get a single text from a mapping. The values of other fields are checked by `readAlert`; any value
 * can become a fingerprint (`fittingFingerprint`), and a time that cannot be read is left out (`fittingTimes`).
 */
export function isTextField(name: AlertFieldName): boolean {
  return name !== 'fingerprint' && !OTHER_KINDS.includes(ALERT_FIELDS[name].kind)
}

const OTHER_KINDS: readonly AlertFieldKind[] = ['texts', 'names', 'object', 'json', 'seconds', 'time']
