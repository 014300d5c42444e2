import { jsonText } from '../json-text.js'
import { isJson } from '../json-value.js'
import { textSize } from '../text-size.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { isRest, type WorkMeter } from '../work-meter.js'
import { compileTest } from './compile-filter.js'
import type { Clause, Filter } from './filter.js'
import { compileKey } from './key-path.js'

/** Says why an object does not match a filter; `undefined` = it matches. Yields for pauses. */
export type FindMismatch = (subject: object, meter: WorkMeter) => Generator<undefined, string | undefined>

/** The maximum number of clauses of an `OR` group that a mismatch names. */
const MAX_NAMED_CLAUSES = 3

/**
 * Compiles a function that names the failing clause and the value that the object has instead. If an `AND` group fails,
 * the function names the first clause that fails. If an `OR` group fails, all of its clauses fail, and the function
 * names the first {@link MAX_NAMED_CLAUSES} of them.
 */
export function compileMismatch(filter: Filter): FindMismatch {
  const { clauses } = filter
  const isAll = filter.operator === 'AND' || clauses.length === 0
  const mismatches = (isAll ? clauses : clauses.slice(0, MAX_NAMED_CLAUSES)).map((clause) =>
    'clauses' in clause ? compileMismatch(clause) : compileClauseMismatch(clause),
  )
  if (isAll) return findFirstMismatch(mismatches)
  const test = compileTest(filter)
  const moreText = clauses.length > MAX_NAMED_CLAUSES ? `; and ${clauses.length - MAX_NAMED_CLAUSES} more` : ''
  return function* (subject, meter) {
    const result = test(subject, meter)
    if (isRest(result) ? yield* result : result) return undefined
    const texts: (string | undefined)[] = []
    for (const mismatch of mismatches) texts.push(yield* mismatch(subject, meter))
    return `${texts.join('; ')}${moreText}`
  }
}

function findFirstMismatch(mismatches: readonly FindMismatch[]): FindMismatch {
  return function* (subject, meter) {
    for (const mismatch of mismatches) {
      const text = yield* mismatch(subject, meter)
      if (text !== undefined) return text
    }
    return undefined
  }
}

function compileClauseMismatch(clause: Clause): FindMismatch {
  const test = compileTest({ operator: 'AND', clauses: [clause] })
  const readField = compileKey(clause.key)
  const key = truncateForMessage(clause.key)
  const wanted = `${key} ${clause.op} ${formatValue(clause.value)}`
  return function* (subject, meter) {
    const result = test(subject, meter)
    if (isRest(result) ? yield* result : result) return undefined
    const field = readField(subject, meter)
    if (isJson(field) && meter.spend(textSize(field, Number.POSITIVE_INFINITY))) yield
    return `not ${wanted}: ${key} is ${formatValue(field)}`
  }
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return 'missing'
  if (typeof value === 'string' && value.trim() !== '') return truncateForMessage(value)
  return isJson(value) ? truncateForMessage(jsonText(value)) : typeof value
}
