import type { AlertFieldName } from '../../alert/alert-fields.js'
import type { JsonValue } from '../../json-value.js'
import type { PayloadPath } from './payload-path.js'

/** How to make the alerts of a webhook from its payloads. `readMapping` compiles it once per configuration. */
export interface Mapping {
  /** The list whose elements become alerts; `undefined` = the payload itself. */
  readonly arrayPath: PayloadPath | undefined
  /** The lists that `expand` iterates over. In all of them, `[N]` is the same index. */
  readonly expands: readonly PayloadPath[]
  /** Every field of an alert, in the order in which alerts show them; `undefined` = not filled in. */
  readonly fields: MappedFields
}

export type MappedFields = Readonly<Record<AlertFieldName, MappedField | undefined>>

/** A field of the alert, or one of its attributes. */
export interface MappedField {
  readonly name: string
  /** The name of the field for people: `severity`, `attributes.region`. */
  readonly path: string
  /** `undefined` = it has only a default value. */
  readonly source: ValueSource | undefined
  /** The value if the source gives none; `undefined` = the field is left out. */
  readonly defaultValue: JsonValue | undefined
  /** True if numbers and booleans become text, and any other type is a fault. */
  readonly isText: boolean
}

/** The source of a value: one kind for each row of rules.md#mapping-values. */
export type ValueSource =
  /** `expand` is a path with `[N]` in it. */
  | { readonly kind: 'path'; readonly path: PayloadPath }
  | { readonly kind: 'join'; readonly path: PayloadPath; readonly separator: string }
  /** `undefined` = the field is left out. */
  | {
      readonly kind: 'choice'
      readonly path: PayloadPath
      readonly ifTrue: JsonValue | undefined
      readonly ifFalse: JsonValue | undefined
    }
  | { readonly kind: 'literal'; readonly value: number | boolean }
  /** Attributes, each with its own source. */
  | { readonly kind: 'group'; readonly members: readonly MappedField[] }
