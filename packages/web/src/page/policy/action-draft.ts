import type { JsonValue } from '@opsgraph/core'
import type { Fault } from '../../api/faults.js'
import { readNumber } from '../../api/noun-draft.js'
import type { AlertAction } from '../../api/policies.js'
import { ACTIONS, type ActionDraft, type ActionInput, type ActionKind, type ValueDraft } from './action-kinds.js'
import { readValue, writeValue } from './value-text.js'

const NEW_ACTION = {
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
export function createAction(others: readonly ActionDraft[]): ActionDraft {
  return { ...NEW_ACTION, id: Math.max(0, ...others.map(({ id }) => id)) + 1, values: [{ from: '', to: '' }] }
}

/**
 * How a value of an action is converted for its input (`show`) and back for the request (`send`). If `send` returns
 * `undefined`, the request does not contain the value.
 */
interface Conversion {
  readonly show: (stored: never) => unknown
  readonly send: (shown: never) => JsonValue | undefined
}

const AS_IS: Conversion = { show: (stored: string) => stored, send: (shown: string) => shown }

const CONVERSIONS: Readonly<Record<ActionInput['as'], Conversion>> = {
  field: AS_IS,
  text: AS_IS,
  list: AS_IS,
  when: { ...AS_IS, send: (when: ActionDraft['when']) => (when === 'always' ? when : undefined) },
  lines: { show: (lines: readonly string[]) => lines.join('\n'), send: splitLines },
  value: { show: writeValue, send: readOptionalValue },
  values: {
    show: (values: Readonly<Record<string, JsonValue>>) =>
      Object.entries(values).map(([from, to]) => ({ from, to: writeValue(to) })),
    send: (rows: ActionDraft['values']) => {
      const filled = rows.filter(({ from, to }) => from !== '' || to !== '')
      return filled.length === 0 ? undefined : Object.fromEntries(filled.map(({ from, to }) => [from, readValue(to)]))
    },
  },
  ranges: {
    show: (ranges: readonly { readonly from?: number; readonly below?: number; readonly to: JsonValue }[]) =>
      ranges.map(({ from = '', below = '', to }) => ({
        from: String(from),
        below: String(below),
        to: writeValue(to),
      })),
    send: (rows: ActionDraft['ranges']) => {
      const filled = rows.filter((row) => Object.values(row).some((text) => text !== ''))
      const sent = filled.map(({ from, below, to }) => ({
        ...(from !== '' && { from: readNumber(from) }),
        ...(below !== '' && { below: readNumber(below) }),
        ...(to !== '' && { to: readValue(to) }),
      }))
      return sent.length === 0 ? undefined : sent
    },
  },
}

/** Converts stored actions to drafts, which the form edits. */
export function toActionDrafts(actions: readonly AlertAction[]): readonly ActionDraft[] {
  return actions.map((action, index) => {
    const kind = (Object.keys(ACTIONS) as ActionKind[]).find((each) => each in action) ?? 'drop'
    const parts = action as Readonly<Record<string, unknown>>
    const inputs = ACTIONS[kind].inputs
      .filter(({ actionKey }) => parts[actionKey] !== undefined)
      .map(({ actionKey, input, as }) => [input, CONVERSIONS[as].show(parts[actionKey] as never)])
    return { ...NEW_ACTION, id: index + 1, kind, ...Object.fromEntries(inputs) }
  })
}

/** Returns the action to send. It may have faults, because the form does not validate it. */
export function toAction(draft: ActionDraft): AlertAction {
  if (draft.kind === 'drop') return { drop: true }
  const parts = ACTIONS[draft.kind].inputs
    .map(({ actionKey, input, as }) => [actionKey, CONVERSIONS[as].send(draft[input] as never)] as const)
    .filter(([, sent]) => sent !== undefined)
  return Object.fromEntries(parts) as AlertAction
}

/**
 * Reads a value. Returns `undefined` for an empty input: the request then does not contain the value, and the server
 * reports that it is missing.
 */
function readOptionalValue(text: string): JsonValue | undefined {
  return text === '' ? undefined : readValue(text)
}

function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/**
 * Finds a row of a translation that cannot be sent: a row whose value is also in an earlier row, or a row that does not
 * say what its value becomes. The server cannot find these faults: a JSON object cannot have a key twice, and a blank
 * target would be sent as the empty text, which the user must write as `""`.
 */
export function findFaultyRow(actions: readonly ActionDraft[]): Fault | undefined {
  for (const [index, { kind, values }] of actions.entries()) {
    const fault = kind === 'translate' ? findRowFault(values) : undefined
    if (fault !== undefined) return { ...fault, path: `actions[${index}].${fault.path}` }
  }
  return undefined
}

function findRowFault(values: readonly ValueDraft[]): Fault | undefined {
  const seen = new Set<string>()
  for (const [row, { from, to }] of values.entries()) {
    if (from === '' && to === '') continue
    if (to === '') return { path: `values[${row}].to`, message: 'is required' }
    if (seen.has(from)) return { path: `values[${row}].from`, message: 'is also in an earlier row' }
    seen.add(from)
  }
  return undefined
}
