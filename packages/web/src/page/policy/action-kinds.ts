/**
 * An action of an alert policy in the form. It has the inputs of all kinds of actions, so that nothing is lost when the
 * user tries another kind. Values are texts that `readValue` reads.
 */
export interface ActionDraft {
  /** Identifies the action in the form while the user moves it. The server does not know this number. */
  readonly id: number
  readonly kind: ActionKind
  /** The field that the action changes. `add` and `drop` do not use it. */
  readonly field: string
  /** The rows that translate single values. */
  readonly values: readonly ValueDraft[]
  /** The rows that translate ranges of numbers. */
  readonly ranges: readonly RangeDraft[]
  /** What all other values become; `''` = they stay as they are. */
  readonly otherwise: string
  /** The fields to copy from or to join, one per line. */
  readonly sources: string
  readonly when: 'empty' | 'always'
  /** The field to extract from. */
  readonly source: string
  readonly pattern: string
  /** The value to set, or the text between joined fields; `''` = none yet. */
  readonly value: string
  readonly list: 'tags' | 'service'
  /** The texts to add to the list, one per line. */
  readonly texts: string
}

export type ValueDraft = Readonly<Record<'from' | 'to', string>>
/** A range of numbers and what they become (`to`). `from` is inclusive, `below` exclusive; `''` = no bound. */
type RangeDraft = Readonly<Record<'from' | 'below' | 'to', string>>

export type ActionKind = 'translate' | 'copy' | 'join' | 'extract' | 'set' | 'add' | 'lowercase' | 'drop'

/** An input of the form of an action. */
export interface ActionInput {
  /** The key of the action that the input sets. */
  readonly actionKey: string
  /** The field of the draft that the input edits. */
  readonly input: Exclude<keyof ActionDraft, 'id' | 'kind'>
  readonly as: 'field' | 'text' | 'value' | 'lines' | 'list' | 'when' | 'values' | 'ranges'
  readonly label: string
  readonly hint?: string
  /** Whether the input has a line of its own. */
  readonly isWide?: true
}

interface ActionForm {
  readonly label: string
  readonly inputs: readonly ActionInput[]
}

const ATTRIBUTES = 'An attribute is written as attributes.<name>.'

/** The kinds of actions, and the inputs of each (docs/filters-and-policies.md). */
export const ACTIONS: Readonly<Record<ActionKind, ActionForm>> = {
  translate: {
    label: 'Translate the values of a field',
    inputs: [
      { actionKey: 'translate', input: 'field', as: 'field', label: 'Field' },
      {
        ...{ actionKey: 'otherwise', input: 'otherwise', as: 'value', label: 'All other values become' },
        hint: 'If this is empty, they stay as they are.',
      },
      { actionKey: 'values', input: 'values', as: 'values', label: 'Values', isWide: true },
      { actionKey: 'ranges', input: 'ranges', as: 'ranges', label: 'Ranges', isWide: true },
    ],
  },
  copy: {
    label: 'Copy a field',
    inputs: [
      { actionKey: 'copy', input: 'field', as: 'field', label: 'Field to fill' },
      { actionKey: 'when', input: 'when', as: 'when', label: 'When to fill the field', isWide: true },
      {
        ...{
          actionKey: 'from',
          input: 'sources',
          as: 'lines',
          label: 'Copy from these fields, one per line',
          isWide: true,
        },
        hint: `The first field that is not empty is copied. ${ATTRIBUTES}`,
      },
    ],
  },
  join: {
    label: 'Join fields to one text',
    inputs: [
      { actionKey: 'join', input: 'field', as: 'field', label: 'Field to set' },
      { actionKey: 'with', input: 'value', as: 'text', label: 'Text between them' },
      {
        ...{ actionKey: 'from', input: 'sources', as: 'lines', label: 'Join these fields, one per line', isWide: true },
        hint: `Empty fields are left out. ${ATTRIBUTES}`,
      },
    ],
  },
  extract: {
    label: 'Extract a part of a text',
    inputs: [
      { actionKey: 'extract', input: 'field', as: 'field', label: 'Field to set' },
      { actionKey: 'from', input: 'source', as: 'field', label: 'Part of' },
      {
        ...{ actionKey: 'pattern', input: 'pattern', as: 'text', label: 'Pattern', isWide: true },
        hint: 'RE2 with one group in parentheses: the group is the part. Without a match, nothing is set.',
      },
    ],
  },
  set: {
    label: 'Set a field',
    inputs: [
      { actionKey: 'set', input: 'field', as: 'field', label: 'Field' },
      {
        ...{ actionKey: 'value', input: 'value', as: 'value', label: 'Value' },
        hint: 'null empties the field. Numbers, lists and objects are written as JSON.',
      },
    ],
  },
  add: {
    label: 'Add to a list',
    inputs: [
      { actionKey: 'add', input: 'list', as: 'list', label: 'List' },
      { actionKey: 'value', input: 'texts', as: 'lines', label: 'Texts to add, one per line' },
    ],
  },
  lowercase: {
    label: 'Change to lower case',
    inputs: [{ actionKey: 'lowercase', input: 'field', as: 'field', label: 'Field' }],
  },
  drop: { label: 'Drop the alert', inputs: [] },
}
