import { ALERT_FIELDS, type AlertFieldName } from '@opsgraph/core/pure'

/** What each field means that a sender may give an alert, wherever the field occurs. */
export const ALERT_FIELD_MEANINGS = Object.fromEntries(
  Object.entries(ALERT_FIELDS).map(([name, { description }]) => [name, description]),
) as Readonly<Record<AlertFieldName, string>>
