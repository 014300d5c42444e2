import type { OptionalFields } from '../optional-fields.js'
import type { ALERT_FIELDS, AlertFieldKinds, AlertFieldName } from './alert-fields.js'

/** An alert as a sender posts it. Only resource, event and environment are required (rules.md#receiving-an-alert). */
export interface AlertInput extends RequiredFields, OptionalAlertFields {}

type AlertFieldTable = typeof ALERT_FIELDS
type RequiredFieldName = {
  [Name in AlertFieldName]: AlertFieldTable[Name]['kind'] extends 'requiredName' ? Name : never
}[AlertFieldName]

type RequiredFields = { readonly [Name in keyof Pick<AlertFieldTable, RequiredFieldName>]: string }
type OptionalAlertFields = OptionalFields<{
  readonly [Name in keyof Omit<AlertFieldTable, RequiredFieldName>]: SentFieldKinds[AlertFieldTable[Name]['kind']]
}>

/** For each kind of field, the type of the value that a sender may write. */
interface SentFieldKinds extends Omit<AlertFieldKinds, 'value' | 'texts' | 'names'> {
  readonly value: string | number
  readonly texts: SentTexts
  readonly names: SentTexts
}

type SentTexts = readonly (string | number | boolean)[]
