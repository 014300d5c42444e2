import type { JsonValue } from '@opsgraph/core'
import type { AlertAction } from '../../api/alert-policies.js'
import type { Fault } from '../../api/faults.js'
import { sentNumber, textOfValue, valueOfText } from './value-text.js'

export const ACTION_KINDS = ['translate', 'copy', 'join', 'extract', 'set', 'add', 'lowercase', 'drop'] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

/**
 * An action of an alert policy in the form. It has the inputs of all kinds of actions, so that nothing is lost when the
 * user tries another kind. Values are texts that `valueOfText` reads.
 */
export interface ActionDraft {
  /** Identifies the action in the form while the user moves it. The server does not know this number. */
  readonly id: number
  readonly kind: ActionKind
  /** The field that the action changes. `add` and `drop` do not use it. */
  readonly field: string
  /** The translations of single values. */
  readonly values: readonly ValueDraft[]
  /** The translations of ranges of numbers. */
  readonly ranges: readonly RangeDraft[]
  /** The translation of all other values; `''` = they stay as they are. */
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

export interface ValueDraft {
  readonly from: string
  readonly to: string
}

export interface RangeDraft {
  /** Inclusive; `''` = no lower bound. */
  readonly from: string
  /** Exclusive; `''` = no upper bound. */
  readonly below: string
  readonly to: string
}

const NEW = {
  kind: 'translate',
  field: 'severity',
  values: [],
  ranges: [],
  otherwise: '',
  sources: '',
  when: 'empty',
  source: 'text',
  pattern: '',
  value: '',
  list: 'tags',
  texts: '',
} as const satisfies Omit<ActionDraft, 'id'>

/** Returns a new action with an id that no action of the list has. */
export function newAction(others: readonly ActionDraft[]): ActionDraft {
  return { ...NEW, id: Math.max(0, ...others.map(({ id }) => id)) + 1, values: [{ from: '', to: '' }] }
}

/** Returns the form of stored actions. */
export function draftsOf(actions: readonly AlertAction[]): readonly ActionDraft[] {
  return actions.map((action, index) => ({ ...NEW, id: index + 1, ...inputsOf(action) }))
}

function inputsOf(action: AlertAction): Partial<ActionDraft> {
  if ('translate' in action) {
    const { translate: field, values = {}, ranges = [], otherwise } = action
    return {
      ...{ kind: 'translate', field },
      values: Object.entries(values).map(([from, to]) => ({ from, to: textOfValue(to) })),
      ranges: ranges.map(({ from, below, to }) => ({
        from: boundText(from),
        below: boundText(below),
        to: textOfValue(to),
      })),
      otherwise: otherwise === undefined ? '' : textOfValue(otherwise),
    }
  }
  if ('copy' in action) {
    const { copy: field, from, when = 'empty' } = action
    return { kind: 'copy', field, sources: from.join('\n'), when }
  }
  if ('join' in action) {
    const { join: field, from, with: value } = action
    return { kind: 'join', field, sources: from.join('\n'), value }
  }
  if ('extract' in action) {
    const { extract: field, from: source, pattern } = action
    return { kind: 'extract', field, source, pattern }
  }
  if ('set' in action) return { kind: 'set', field: action.set, value: textOfValue(action.value) }
  if ('add' in action) return { kind: 'add', list: action.add, texts: action.value.join('\n') }
  return 'lowercase' in action ? { kind: 'lowercase', field: action.lowercase } : { kind: 'drop' }
}

function boundText(bound: number | undefined): string {
  return bound === undefined ? '' : String(bound)
}

/** Returns the action to send. It may have faults, because the form does not validate it. */
export function actionOf(draft: ActionDraft): AlertAction {
  return SENT[draft.kind](draft)
}

const SENT: Readonly<Record<ActionKind, (draft: ActionDraft) => AlertAction>> = {
  translate: sentTranslate,
  copy: ({ field, sources, when }) => ({
    copy: field,
    from: linesOf(sources),
    ...(when === 'always' && { when }),
  }),
  join: ({ field, sources, value }) => ({ join: field, from: linesOf(sources), with: value }),
  extract: ({ field, source, pattern }) => ({ extract: field, from: source, pattern }),
  set: ({ field, value }) => ({ set: field, value: givenValue(value) }),
  add: ({ list, texts }) => ({ add: list, value: linesOf(texts) }),
  lowercase: ({ field }) => ({ lowercase: field }),
  drop: () => ({ drop: true }),
}

function sentTranslate({ field, values, ranges, otherwise }: ActionDraft): AlertAction {
  const filledValues = values.filter(({ from, to }) => from !== '' || to !== '')
  const filledRanges = ranges.filter(({ from, below, to }) => from !== '' || below !== '' || to !== '')
  return {
    translate: field,
    ...(filledValues.length > 0 && {
      values: Object.fromEntries(filledValues.map(({ from, to }): [string, JsonValue] => [from, valueOfText(to)])),
    }),
    ...(filledRanges.length > 0 && {
      ranges: filledRanges.map(({ from, below, to }) => ({
        ...(from !== '' && { from: sentNumber(from) }),
        ...(below !== '' && { below: sentNumber(below) }),
        to: givenValue(to),
      })),
    }),
    ...(otherwise !== '' && { otherwise: valueOfText(otherwise) }),
  }
}

/** Returns `undefined` for a missing value: it is left out of the request, so that the server asks for it. */
function givenValue(text: string): JsonValue | undefined {
  return text === '' ? undefined : valueOfText(text)
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/**
 * Finds a row of a translation that cannot be sent: a row whose value is also in an earlier row, or a row that does not
 * say what its value becomes. The server cannot find these faults. A JSON object has each key only once, and a blank
 * target would be the empty text, which the user writes as `""`.
 */
export function faultyRow(actions: readonly ActionDraft[]): Fault | undefined {
  for (const [index, { kind, values }] of actions.entries()) {
    const fault = kind === 'translate' ? faultOfRows(values) : undefined
    if (fault !== undefined) return { ...fault, path: `actions[${index}].${fault.path}` }
  }
  return undefined
}

function faultOfRows(values: readonly ValueDraft[]): Fault | undefined {
  const seen = new Set<string>()
  for (const [row, { from, to }] of values.entries()) {
    if (from === '' && to === '') continue
    if (to === '') return { path: `values[${row}].to`, message: 'is required' }
    if (seen.has(from)) return { path: `values[${row}].from`, message: 'is also in an earlier row' }
    seen.add(from)
  }
  return undefined
}

/** The props of the inputs of one action. */
export interface ActionInputsProps {
  readonly action: ActionDraft
  /** The path of the action in the request, such as `actions[0]`. */
  readonly path: string
  readonly onChange: (changed: Partial<ActionDraft>) => void
}
