import type { AlertFieldName } from '../../alert/alert-fields.js'
import type { JsonValue } from '../../json-value.js'
import type { LocalClock } from '../../local-time.js'
import type { CountedTest } from '../../work-meter.js'
import type { PayloadPath } from './payload-path.js'

/** How to create alerts from the payloads of a webhook, compiled by `readMapping` from a configuration. */
export interface Mapping {
  /** The list whose elements become alerts; `undefined` = the payload itself. */
  readonly arrayPath: PayloadPath | undefined
  /** Paths of texts in base64. These texts are decoded before `jsonFields` are parsed. */
  readonly base64Fields: readonly PayloadPath[]
  /** Paths of texts in JSON. These texts are parsed before `arrayPath` and all other paths are read. */
  readonly jsonFields: readonly PayloadPath[]
  /**
   * True if a payload is only a test of the sender. Gets the payload before `base64Fields` are decoded and `jsonFields`
   * are parsed.
   */
  readonly isTest: CountedTest<JsonValue>
  /** The lists over which `expand` iterates. For one alert, `[N]` is the same index in all of them. */
  readonly expands: readonly PayloadPath[]
  /**
   * Converts the sender's times that have no time zone; `undefined` = this process does not support the time zone of
   * the sender.
   */
  readonly clock: LocalClock | undefined
  /** All fields of an alert; `undefined` = the field gets no value. */
  readonly fields: MappedFields
}

export type MappedFields = Readonly<Record<AlertFieldName, MappedField | undefined>>

/** The mapping of a field of the alert, or of one of its attributes. */
export interface MappedField {
  readonly name: string
  /** The full name of the field, for example `severity` or `attributes.region`. */
  readonly path: string
  /** Where the value of the field comes from; `undefined` = the field has only a default value. */
  readonly source: ValueSource | undefined
  /** The value of the field if the source gives none; `undefined` = the field is left out in this case. */
  readonly defaultValue: JsonValue | undefined
  /** True if the value must be a text. Numbers and booleans are converted; any other type is a fault. */
  readonly isText: boolean
}

/** The source of a value: one of the forms in rules.md#mapping-values. Some kinds cover several forms of that table. */
export type ValueSource =
  /** A value from the payload. For `expand`, the path contains `[N]`. */
  | { readonly kind: 'path'; readonly path: PayloadPath }
  /** The keys of the object at the path: as a list, or joined to one text. */
  | { readonly kind: 'keys'; readonly path: PayloadPath; readonly separator: string | undefined }
  | { readonly kind: 'join'; readonly path: PayloadPath; readonly separator: string }
  /**
   * The value is `ifTrue` or `ifFalse`, depending on the value at the path. If the selected value is `undefined`, the
   * source gives no value.
   */
  | {
      readonly kind: 'choice'
      readonly path: PayloadPath
      readonly ifTrue: JsonValue | undefined
      readonly ifFalse: JsonValue | undefined
    }
  | { readonly kind: 'literal'; readonly value: number | boolean }
  /** A group of attributes, each with its own source. */
  | { readonly kind: 'group'; readonly members: readonly MappedField[] }
