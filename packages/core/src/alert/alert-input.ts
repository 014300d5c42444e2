import type { OptionalFields } from '../optional-fields.js'
import type { ALERT_FIELDS, AlertFieldKinds, AlertFieldName } from './alert-fields.js'

/** An alert as a sender posts it. Only resource, event and environment are required (rules.md#receiving-an-alert). */
export interface AlertInput extends RequiredNames, OtherFields {}

type Fields = typeof ALERT_FIELDS
type RequiredName = {
  [Name in AlertFieldName]: Fields[Name]['kind'] extends 'requiredName' ? Name : never
}[AlertFieldName]

type RequiredNames = { readonly [Name in keyof Pick<Fields, RequiredName>]: string }
type OtherFields = OptionalFields<{
  readonly [Name in keyof Omit<Fields, RequiredName>]: SentKinds[Fields[Name]['kind']]
}>

/** For each kind of field, the type of the value that a sender may write. */
interface SentKinds extends Omit<AlertFieldKinds, 'value' | 'texts' | 'names'> {
  readonly value: string | number
  readonly texts: SentTexts
  readonly names: SentTexts
}

type SentTexts = readonly (string | number | boolean)[]
