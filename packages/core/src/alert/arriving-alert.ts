import { BodyReader } from '../body-reader.js'
import type { JsonValue } from '../json-value.js'
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
