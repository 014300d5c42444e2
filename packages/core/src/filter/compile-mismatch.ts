import { jsonText } from '../json-text.js'
import { isJson } from '../json-value.js'
import { textSize } from '../text-size.js'
import { truncateForMessage } from '../truncate-for-message.js'
import { isRest, type WorkMeter } from '../work-meter.js'
import { compileTest } from './compile-filter.js'
import type { Clause, Filter } from './filter.js'
import { compileKey } from './key-path.js'

/** Says why an object does not match a filter; `undefined` = it matches. Yields for pauses. */
export type Mismatch = (subject: object, meter: WorkMeter) => Generator<undefined, string | undefined>

/** The maximum number of alternatives of an `OR` group that a mismatch describes. */
const SHOWN = 3

/**
 * Compiles a function that names the failing clause and the value that the object has instead. If an `AND` group fails,
 * the function names the first clause that fails. If an `OR` group fails, all of its clauses fail, and the function
 * names the first of them, at most {@link SHOWN}.
 */
export function compileMismatch(filter: Filter): Mismatch {
  const { clauses } = filter
  const isAll = filter.operator === 'AND' || clauses.length === 0
  const parts = (isAll ? clauses : clauses.slice(0, SHOWN)).map((clause) =>
    'clauses' in clause ? compileMismatch(clause) : mismatchOf(clause),
  )
  if (isAll) return firstOf(parts)
  const test = compileTest(filter)
  const rest = clauses.length > SHOWN ? `; and ${clauses.length - SHOWN} more` : ''
  return function* (subject, meter) {
    const result = test(subject, meter)
    if (isRest(result) ? yield* result : result) return undefined
    const texts: (string | undefined)[] = []
    for (const mismatch of parts) texts.push(yield* mismatch(subject, meter))
    return `${texts.join('; ')}${rest}`
  }
}

function firstOf(parts: readonly Mismatch[]): Mismatch {
  return function* (subject, meter) {
    for (const mismatch of parts) {
      const text = yield* mismatch(subject, meter)
      if (text !== undefined) return text
    }
    return undefined
  }
}

function mismatchOf(clause: Clause): Mismatch {
  const test = compileTest({ operator: 'AND', clauses: [clause] })
  const fieldOf = compileKey(clause.key)
  const key = truncateForMessage(clause.key)
  const wanted = `${key} ${clause.op} ${shown(clause.value)}`
  return function* (subject, meter) {
    const result = test(subject, meter)
    if (isRest(result) ? yield* result : result) return undefined
    const field = fieldOf(subject, meter)
    if (isJson(field) && meter.spend(textSize(field, Number.POSITIVE_INFINITY))) yield
    return `not ${wanted}: ${key} is ${shown(field)}`
  }
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'missing'
  if (typeof value === 'string' && value.trim() !== '') return truncateForMessage(value)
  return isJson(value) ? truncateForMessage(jsonText(value)) : typeof value
}
