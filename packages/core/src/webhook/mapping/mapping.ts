import type { AlertDraft } from '../../alert/alert.js'
import type { JsonValue } from '../../json-value.js'
import type { PayloadPath } from './payload-path.js'

/** How the alerts of a webhook are made of its payloads: compiled once per configuration by `readMapping`. */
export interface Mapping {
  /** The list whose elements become alerts; `undefined` = the payload itself. */
  readonly arrayPath: PayloadPath | undefined
  /** The lists that `expand` goes through; in their elements `[N]` is the same index. */
  readonly expands: readonly PayloadPath[]
  /** Every field of an alert, in the order in which alerts show them; `undefined` = it is not filled in. */
  readonly fields: MappedFields
}

export type MappedFields = Readonly<Record<keyof AlertDraft, MappedField | undefined>>

/** One field of the alert, or one of its attributes. */
export interface MappedField {
  readonly name: string
  /** Where it is shown: `severity`, `attributes.region`. */
  readonly path: string
  /** `undefined` = it has a default value only. */
  readonly source: ValueSource | undefined
  /** What it holds when the source gives nothing; `undefined` = then it is left out. */
  readonly defaultValue: JsonValue | undefined
  /** Whether numbers and booleans become texts, and anything else a fault. */
  readonly isText: boolean
}

/** Where a value comes from: one for each row of rules.md#mapping-values. */
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
  /** Attributes, each with a source of its own. */
  | { readonly kind: 'group'; readonly members: readonly MappedField[] }
