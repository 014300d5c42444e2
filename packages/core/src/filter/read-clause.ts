import type { BodyReader } from '../body-reader.js'
import { LIMITS } from '../limits.js'
import { textFault } from '../name.js'
import { truncateForMessage } from '../truncate-for-message.js'
import {
  CLAUSE_OPERATORS,
  type Clause,
  isScalar,
  itemsOf,
  LIST_OPERATORS,
  PATTERN_OPERATORS,
  SCALAR_OPERATORS,
  type Scalar,
} from './filter.js'
import { likeFault } from './like.js'

/**
 * Reads `key`, `op` and `value` of a clause. The caller must check that a regular expression is valid.
 *
 * @throws OpsgraphError `invalid` with a message that begins with the path of the faulty field
 */
export function readClause(reader: BodyReader): Clause {
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
