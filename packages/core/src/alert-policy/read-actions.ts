import { BodyReader } from '../body-reader.js'
import { measureRegex } from '../filter/regex.js'
import type { JsonValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { nameFault, textFault } from '../name.js'
import { bodyError, bodyFault, collectFaults, REQUIRED } from '../schema/body-error.js'
import { truncateForMessage } from '../truncate-for-message.js'
import {
  ACTION_FIELDS,
  type ActionField,
  type AddTo,
  type AlertAction,
  ATTRIBUTE,
  type Copy,
  type Drop,
  type Extract,
  type Join,
  type Lowercase,
  type NumberRange,
  type SetField,
  type Translate,
} from './alert-action.js'
import { toComparedText } from './alert-in-progress.js'

/** The state of reading the actions of a policy. */
interface ReadingState {
  /** The path of the current action. */
  path: string
  /** The number of RE2 instructions in all patterns that were read so far. `LIMITS.filterProgram` is the maximum. */
  program: number
}

/**
 * Reads the actions of an alert policy (rules.md#alert-policy-actions). Unknown keys are refused on every level,
 * because a misspelled key would otherwise change what an action does.
 *
 * @throws OpsgraphError `invalid` with the first fault of each action; paths begin with `[<index>]`
 */
export function readActions(sent: unknown): readonly AlertAction[] {
  if (sent === undefined || sent === null) throw bodyFault('', REQUIRED)
  if (!Array.isArray(sent)) throw bodyFault('', 'must be a list')
  const { min, max } = LIMITS.alertPolicyActions
  if (sent.length < min || sent.length > max) throw bodyFault('', `must be ${min} to ${max} actions`)
  const state = { path: '', program: 0 }
  const { items: actions, faults } = collectFaults(sent, (action, index) => {
    state.path = `[${index}]`
    return readAction(action, state)
  })
  if (faults.length > 0) throw bodyError(faults)
  if (JSON.stringify(actions).length > LIMITS.alertPolicyText) {
    throw bodyFault('', `are longer than ${LIMITS.alertPolicyText} characters as JSON`)
  }
  return actions
}

/** For each kind of action, the function that reads an action of this kind. */
const ACTION_READERS = {
  translate: readTranslate,
  copy: readCopy,
  join: readJoin,
  extract: readExtract,
  set: readSet,
  add: readAdd,
  lowercase: readLowercase,
  drop: readDrop,
} as const satisfies Readonly<Record<string, (reader: BodyReader, state: ReadingState) => AlertAction>>
// The mark `PURE` lets a bundler leave out a call whose result a program does not use. The bundler can then leave out
// the engine for regular expressions too.
const ACTION_KINDS = /* @__PURE__ */ Object.keys(ACTION_READERS) as readonly (keyof typeof ACTION_READERS)[]

function readAction(action: unknown, state: ReadingState): AlertAction {
  const reader = new BodyReader(action, state.path)
  const [kind, ...others] = ACTION_KINDS.filter((key) => reader.keys.includes(key))
  if (kind === undefined || others.length > 0) {
    throw bodyFault(state.path, `must have exactly one of ${ACTION_KINDS.join(', ')}`)
  }
  return ACTION_READERS[kind](reader, state)
}

function readTranslate(reader: BodyReader, { path }: ReadingState): Translate {
  reader.refuseUnknown(['translate', 'values', 'ranges', 'otherwise'])
  const translate = readField(reader, 'translate')
  const values = reader.object('values')
  const ranges = reader.list('ranges')
  const otherwise = reader.value('otherwise') === undefined ? undefined : readValue(reader, 'otherwise')
  if (values === undefined && ranges === undefined && otherwise === undefined) {
    throw reader.fault('translate', 'needs values, ranges or otherwise')
  }
  if (values !== undefined) {
    refuseEqualTexts(reader, Object.keys(values))
    refuseFaultyTexts(reader, 'values', values)
  }
  return {
    translate,
    ...(values === undefined ? {} : { values }),
    ...(ranges === undefined
      ? {}
      : { ranges: ranges.map((range, index) => readRange(range, `${path}.ranges[${index}]`)) }),
    ...(otherwise === undefined ? {} : { otherwise }),
  }
}

/**
 * Refuses two keys that differ only in case or in the spaces around them. Translations ignore these differences, so
 * only one of the two keys could ever match.
 */
function refuseEqualTexts(reader: BodyReader, keys: readonly string[]): void {
  const seen = new Set<string>()
  for (const key of keys) {
    const text = toComparedText(key)
    if (seen.has(text)) {
      throw reader.fault('values', `has several entries for '${truncateForMessage(text)}', in any case of letters`)
    }
    seen.add(text)
  }
}

function readRange(sent: unknown, path: string): NumberRange {
  const range = new BodyReader(sent, path)
  range.refuseUnknown(['from', 'below', 'to'])
  const from = range.number('from')
  const below = range.number('below')
  if (from !== undefined && below !== undefined && from >= below)
    throw range.fault('below', 'must be greater than from')
  return {
    ...(from === undefined ? {} : { from }),
    ...(below === undefined ? {} : { below }),
    to: readValue(range, 'to'),
  }
}

function readCopy(reader: BodyReader): Copy {
  reader.refuseUnknown(['copy', 'from', 'when'])
  const copy = readField(reader, 'copy')
  const from = readSources(reader)
  const when = reader.choice('when', ['empty', 'always'])
  return { copy, from, ...(when === undefined ? {} : { when }) }
}

function readJoin(reader: BodyReader): Join {
  reader.refuseUnknown(['join', 'from', 'with'])
  const join = readField(reader, 'join')
  const from = readSources(reader)
  const between = reader.value('with')
  if (typeof between !== 'string') throw reader.fault('with', 'must be a text')
  refuseFaultyTexts(reader, 'with', between)
  return { join, from, with: between }
}

function readSources(reader: BodyReader): readonly ActionField[] {
  const from = reader.list('from')
  if (from === undefined || from.length === 0) throw reader.fault('from', 'must be a list of one or more fields')
  return from.map((field, index) => checkField(reader, `from[${index}]`, field))
}

function readExtract(reader: BodyReader, state: ReadingState): Extract {
  reader.refuseUnknown(['extract', 'from', 'pattern'])
  const extract = readField(reader, 'extract')
  return { extract, from: readField(reader, 'from'), pattern: readPattern(reader, state) }
}

function readPattern(reader: BodyReader, state: ReadingState): string {
  const pattern = reader.text('pattern')
  if (pattern === undefined) throw reader.fault('pattern', 'is required')
  if (pattern.length > LIMITS.filterPattern) {
    throw reader.fault('pattern', `is longer than ${LIMITS.filterPattern} characters`)
  }
  const measured = measureRegex(pattern)
  if ('fault' in measured) throw reader.fault('pattern', measured.fault)
  if (measured.groups !== 1) throw reader.fault('pattern', `must have exactly one group, not ${measured.groups}`)
  state.program += measured.size
  if (state.program > LIMITS.filterProgram) {
    throw reader.fault('pattern', 'makes the patterns of the policy, taken together, too large')
  }
  return pattern
}

function readSet(reader: BodyReader): SetField {
  reader.refuseUnknown(['set', 'value'])
  return { set: readField(reader, 'set'), value: readValue(reader, 'value') }
}

function readAdd(reader: BodyReader): AddTo {
  reader.refuseUnknown(['add', 'value'])
  const add = reader.choice('add', ['tags', 'service'])
  if (add === undefined) throw reader.fault('add', 'must be one of tags, service')
  const value = reader.list('value')
  if (value === undefined || value.length === 0) throw reader.fault('value', 'must be a list of one or more texts')
  const texts = value.map((text, index) => {
    if (typeof text !== 'string' || text.trim() === '') throw reader.fault(`value[${index}]`, 'must be a text')
    refuseFaultyTexts(reader, `value[${index}]`, text)
    return text
  })
  return { add, value: texts }
}

function readLowercase(reader: BodyReader): Lowercase {
  reader.refuseUnknown(['lowercase'])
  return { lowercase: readField(reader, 'lowercase') }
}

function readDrop(reader: BodyReader): Drop {
  reader.refuseUnknown(['drop'])
  if (reader.value('drop') !== true) throw reader.fault('drop', 'must be true')
  return { drop: true }
}

/** Reads a value that must be sent. `null` counts as a value: the action then empties the field. */
function readValue(reader: BodyReader, field: string): JsonValue {
  const value = reader.sent(field) === null ? null : reader.json(field)
  if (value === undefined) throw reader.fault(field, 'is required')
  refuseFaultyTexts(reader, field, value)
  return value
}

function refuseFaultyTexts(reader: BodyReader, field: string, value: JsonValue): void {
  const fault = findTextFault(value)
  if (fault !== undefined) throw reader.fault(field, fault)
}

/**
 * Returns what is wrong with a text or a key in a JSON value; `undefined` if nothing is wrong. `LIMITS.jsonDepth`
 * limits the recursion.
 */
function findTextFault(value: JsonValue): string | undefined {
  if (typeof value === 'string') return textFault(value)
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, child] of Object.entries(value)) {
    const fault = textFault(key) ?? findTextFault(child)
    if (fault !== undefined) return fault
  }
  return undefined
}

function readField(reader: BodyReader, key: string): ActionField {
  return checkField(reader, key, reader.value(key))
}

function checkField(reader: BodyReader, path: string, sent: unknown): ActionField {
  const field = ACTION_FIELDS.find((candidate) => candidate === sent)
  if (field !== undefined) return field
  if (!isAttribute(sent)) {
    throw reader.fault(path, `must be one of ${ACTION_FIELDS.join(', ')}, attributes.<name>`)
  }
  const fault = nameFault(sent.slice(ATTRIBUTE.length))
  if (fault !== undefined) throw reader.fault(path, fault)
  return sent
}

function isAttribute(sent: unknown): sent is `attributes.${string}` {
  return typeof sent === 'string' && sent.startsWith(ATTRIBUTE) && sent.length > ATTRIBUTE.length
}
