import { BodyReader } from '../body-reader.js'
import { LIMITS } from '../limits.js'
import { textFault } from '../name.js'
import { type BodyIssue, bodyError, bodyFault, collectFaults, joinPath } from '../schema/body-error.js'
import { truncateForMessage } from '../truncate-for-message.js'
import {
  CLAUSE_OPERATORS,
  type Clause,
  EMPTY_FILTER,
  type Filter,
  GROUP_OPERATORS,
  type GroupOperator,
  isScalar,
  itemsOf,
  LIST_OPERATORS,
  PATTERN_OPERATORS,
  SCALAR_OPERATORS,
  type Scalar,
} from './filter.js'
import { isCostlyLike, likeFault } from './like.js'
import { measureRegex } from './regex.js'

/** A filter as a caller writes it (rules.md#filter-form). Without clauses, it matches every alert. */
export interface FilterInput {
  /** How the clauses are combined; default: `AND`. */
  readonly operator?: GroupOperator | null | undefined
  readonly clauses?: readonly (Clause | FilterInput)[] | null | undefined
}

interface GroupLocation {
  readonly path: string
  /** The level of a group; 1 = the filter itself. */
  readonly level: number
}

/** What the reader of a filter has counted and found so far. */
interface ReadingState {
  /** The number of clauses. `LIMITS.filterClauses` is the maximum. */
  clauses: number
  /** The number of RE2 instructions of all patterns together. `LIMITS.filterProgram` is the maximum. */
  program: number
  /** True if `clauses` or `program` exceeds its limit. */
  isOverLimit: boolean
  readonly faults: BodyIssue[]
}

/**
 * Reads a filter (rules.md#filter-form). A missing filter, `null` and `{}` become {@link EMPTY_FILTER}; a missing
 * operator becomes `AND`. Everything else is stored as it was sent. Unknown fields are refused on every level. If
 * unknown fields were ignored, a filter with a misspelled condition would match more alerts than intended.
 *
 * @param path the path of the filter in the body, such as `filters` or `alertImpact.whitelist`
 * @throws OpsgraphError `invalid` with the first fault of each clause; messages begin with the path of the fault
 *
 * @example
 * ```ts
 * import { compileFilter, readFilter } from '@opsgraph/core/pure'
 *
 * const sent = { clauses: [{ key: 'severity', op: 'IN', value: ['critical', 'major'] }] }
 * const matches = compileFilter(readFilter(sent, 'filters'))
 * console.log(matches({ severity: 'major' }), matches({ severity: 'ok' })) // true false
 * ```
 */
export function readFilter(filter: unknown, path: string): Filter {
  if (filter === undefined || filter === null) return EMPTY_FILTER
  const state: ReadingState = { clauses: 0, program: 0, isOverLimit: false, faults: [] }
  const read = readGroup(filter, { path, level: 1 }, state)
  if (state.faults.length > 0) throw bodyError(state.faults)
  return read
}

function readGroup(body: unknown, { path, level }: GroupLocation, state: ReadingState): Filter {
  if (level > LIMITS.filterDepth) throw bodyFault(path, `is nested deeper than ${LIMITS.filterDepth} levels`)
  const reader = new BodyReader(body, path)
  refuseUnknownFields(reader, ['operator', 'clauses'])
  const operator = readGroupOperator(reader)
  const readPart = (clause: unknown, index: number) => {
    const location = { path: joinPath(path, `clauses[${index}]`), level: level + 1 }
    state.isOverLimit = ++state.clauses > LIMITS.filterClauses
    if (!state.isOverLimit) return readClauseOrGroup(clause, location, state)
    throw bodyFault(location.path, `is one too many: a filter has at most ${LIMITS.filterClauses} clauses`)
  }
  const { items: clauses, faults } = collectFaults(reader.list('clauses') ?? [], readPart, () => state.isOverLimit)
  state.faults.push(...faults)
  return { operator, clauses }
}

function readGroupOperator(reader: BodyReader): GroupOperator {
  const sent = reader.value('operator') ?? EMPTY_FILTER.operator
  const operator = GROUP_OPERATORS.find((candidate) => candidate === sent)
  if (operator !== undefined) return operator
  throw reader.fault(
    'operator',
    `must be one of ${GROUP_OPERATORS.join(', ')} (in capitals), not ${truncateForMessage(sent)}`,
  )
}

function readClauseOrGroup(body: unknown, location: GroupLocation, state: ReadingState): Clause | Filter {
  const reader = new BodyReader(body, location.path)
  const isClause = ['key', 'op', 'value'].some((key) => reader.keys.includes(key))
  const isGroup = reader.value('clauses') !== undefined
  if (isClause === isGroup) {
    throw bodyFault(location.path, 'must be either a clause (key, op, value) or a group (operator, clauses)')
  }
  if (isGroup) return readGroup(body, location, state)
  refuseUnknownFields(reader, ['key', 'op', 'value'])
  const clause = readClause(reader)
  addPatternSize(state, clause, reader)
  return clause
}

/** Adds the size of the pattern of a clause to the sum, and refuses the filter if the sum exceeds the limit. */
function addPatternSize(state: ReadingState, clause: Clause, reader: BodyReader): void {
  state.program += patternSize(clause, reader)
  if (state.program > LIMITS.filterProgram) {
    state.isOverLimit = true
    throw reader.fault('value', 'makes the patterns of the filter, taken together, too large')
  }
}

/** The size of a compiled regular expression or of a `LIKE` pattern with `_`; 0 for other operators. */
function patternSize({ op, value }: Clause, reader: BodyReader): number {
  if (op === 'LIKE' || op === 'NOT LIKE') return isCostlyLike(value) ? value.length : 0
  if (op !== '~' && op !== '!~') return 0
  const measured = measureRegex(value)
  if ('fault' in measured) throw reader.fault('value', measured.fault)
  return measured.size
}

function refuseUnknownFields(reader: BodyReader, allowed: readonly string[]): void {
  const other = reader.keys.find((key) => !allowed.includes(key))
  if (other !== undefined)
    throw reader.fault(truncateForMessage(other), `is not known; known are ${allowed.join(', ')}`)
}

/**
 * Reads `key`, `op` and `value` of a clause. The caller must check that a regular expression is valid.
 *
 * @throws OpsgraphError `invalid` with a message that begins with the path of the faulty field
 */
function readClause(reader: BodyReader): Clause {
  const key = readKey(reader)
  const op = reader.value('op')
  const scalarOperator = SCALAR_OPERATORS.find((candidate) => candidate === op)
  if (scalarOperator !== undefined) return { key, op: scalarOperator, value: readScalar(reader) }
  const patternOperator = PATTERN_OPERATORS.find((candidate) => candidate === op)
  if (patternOperator !== undefined) return { key, op: patternOperator, value: readPattern(reader, patternOperator) }
  const listOperator = LIST_OPERATORS.find((candidate) => candidate === op)
  if (listOperator !== undefined) return { key, op: listOperator, value: readItems(reader) }
  throw reader.fault('op', `must be one of ${CLAUSE_OPERATORS.join(', ')} (in capitals), not ${truncateForMessage(op)}`)
}

function readKey(reader: BodyReader): string {
  const key = reader.text('key')
  if (key === undefined || key === '') throw reader.fault('key', 'is required')
  if (key.split('.', LIMITS.filterKeyNames + 1).length > LIMITS.filterKeyNames) {
    throw reader.fault('key', `has more than ${LIMITS.filterKeyNames} names`)
  }
  return key
}

function readScalar(reader: BodyReader, field = 'value', value = reader.value(field)): Scalar {
  if (!isScalar(value) || (typeof value === 'number' && !Number.isFinite(value))) {
    throw reader.fault(field, 'must be a string, a number or a boolean')
  }
  const fault = typeof value === 'string' ? textFault(value) : undefined
  if (fault !== undefined) throw reader.fault(field, fault)
  // Converts -0 to 0, as storing the value as JSON would. So the value is the same before and after it is stored.
  return value === 0 ? 0 : value
}

function readPattern(reader: BodyReader, op: (typeof PATTERN_OPERATORS)[number]): string {
  const pattern = reader.text('value')
  if (pattern === undefined) throw reader.fault('value', 'must be a string')
  if (pattern.length > LIMITS.filterPattern) {
    throw reader.fault('value', `is longer than ${LIMITS.filterPattern} characters`)
  }
  const fault = op === 'LIKE' || op === 'NOT LIKE' ? likeFault(pattern) : undefined
  if (fault !== undefined) throw reader.fault('value', fault)
  return pattern
}

function readItems(reader: BodyReader): string | readonly Scalar[] {
  const value = reader.value('value')
  const items = typeof value === 'string' ? String(readScalar(reader)) : readList(reader, value)
  if (itemsOf(items).length === 0) throw reader.fault('value', 'must hold at least one item')
  return items
}

function readList(reader: BodyReader, value: unknown): readonly Scalar[] {
  if (!Array.isArray(value)) throw reader.fault('value', 'must be a list, or a comma-separated string')
  return value.map((item: unknown, index) => readScalar(reader, `value[${index}]`, item))
}
