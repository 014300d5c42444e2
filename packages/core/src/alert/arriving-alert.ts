import { sha256, toBytes, toText } from '#platform'
import { BodyReader } from '../body-reader.js'
import { isScalar } from '../filter/filter.js'
import { type JsonValue, sortedJson } from '../json-value.js'
import { nameFault } from '../name.js'
import { ALERT_FIELD_NAMES, ALERT_FIELDS, type AlertFieldName } from './alert-fields.js'

/**
 * The fields of an alert as they arrive, in the format of `POST /api/alert`. Fields may be missing or have any value:
 * `readAlert` checks them later.
 */
export type ArrivingAlert = Readonly<Record<AlertFieldName, JsonValue | undefined>>

/**
 * Reads the fields of a posted alert. Checks only that each field is plain JSON.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function arrivingAlert(body: unknown): ArrivingAlert {
  const reader = new BodyReader(body)
  const alert: Record<AlertFieldName, unknown> = { ...ALERT_FIELDS }
  for (const name of ALERT_FIELD_NAMES) alert[name] = reader.json(name)
  return alert as ArrivingAlert
}

/**
 * Converts a text of digits to the number of seconds that it means; every other value stays as it is. Many tools send
 * numbers as texts, and the action `extract` of an alert policy gives texts only. So mappings
 * (rules.md#mapping-values-6) and policies (rules.md#alert-policy-actions-4) accept such a text. `POST /api/alert` does
 * not accept it.
 */
export function toSeconds(value: JsonValue | undefined): JsonValue | undefined {
  return typeof value === 'string' && DIGITS_PATTERN.test(value.trim()) ? Number(value) : value
}

/** A text of digits that is short enough to be a valid number of seconds. */
const DIGITS_PATTERN = /^\d{1,16}$/

/**
 * Converts a fingerprint that a mapping or a policy gives to a form that an alert can have
 * (rules.md#mapping-values-13). A list, an object, and a text that cannot be stored as a name become the SHA-256 of
 * their JSON with sorted keys.
 */
export function toFingerprint(given: JsonValue | undefined): JsonValue | undefined {
  if (given === undefined || given === null) return given
  if (isScalar(given) && nameFault(String(given)) === undefined) return String(given)
  return toText(sha256(toBytes(JSON.stringify(sortedJson(given)), 'utf8')), 'hex')
}
