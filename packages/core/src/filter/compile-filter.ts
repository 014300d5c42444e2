import type { WorkMeter } from '../work-meter.js'
import { comparisonWith, equalsOneOf, textOf } from './comparable.js'
import { type Clause, type Filter, isScalar, itemsOf, type Scalar, scalarsOf } from './filter.js'
import { compileKey } from './key-path.js'
import { compileLike, isCostlyLike, likeLiterals } from './like.js'
import { compileSearch } from './literal-search.js'
import { type Need, NO_NEED, needBound, needEqual, needLiteral } from './need.js'
import { compileRegex } from './regex.js'
import { regexNeed } from './regex-need.js'
import { seenLength } from './seen-text.js'

/** Returns true if an alert, or another object with the same fields, matches the filter. */
export type SubjectTest = (subject: object) => boolean
/** Like {@link SubjectTest}, with pauses: the caller decides what happens whenever the test yields. */
export type PausingTest = (subject: object, meter: WorkMeter) => Generator<undefined, boolean>
type ScalarTest = (scalar: Scalar) => boolean

/** A filter in three forms: a test, the same test with pauses, and what an object needs to pass the test. */
export interface CompiledFilter {
  readonly matches: SubjectTest
  readonly steps: PausingTest
  readonly need: Need
}

/**
 * Compiles a filter from `readFilter` to a test for alerts (rules.md#filter-operators). Compile a filter once, and
 * reuse the test for every alert.
 *
 * A negated operator such as `!=` matches if and only if its positive operator, such as `=`, does not match. A missing
 * field, `null` and an object match no positive operator. A list matches a positive operator if any of its elements
 * matches, including elements of nested lists. Booleans are compared as the texts `true` and `false`.
 */
export function compileFilter(filter: Filter): SubjectTest {
  return compileForIndex(filter).matches
}

/** Like {@link compileFilter}, in all forms. A server uses the form with pauses. */
export function compileForIndex(filter: Filter): CompiledFilter {
  const parts = filter.clauses.map((clause) => ('clauses' in clause ? compileForIndex(clause) : compileClause(clause)))
  const [only] = parts
  if (only === undefined) return { matches: () => true, steps: matchAll, need: NO_NEED }
  if (parts.length === 1) return only
  const needs = parts.map(({ need }) => need)
  const isAll = filter.operator === 'AND'
  return {
    matches: isAll
      ? (subject) => parts.every(({ matches }) => matches(subject))
      : (subject) => parts.some(({ matches }) => matches(subject)),
    steps: function* (subject, meter) {
      for (const { steps } of parts) if ((yield* steps(subject, meter)) !== isAll) return !isAll
      return isAll
    },
    need: isAll ? { all: needs } : { any: needs },
  }
}

// biome-ignore lint/correctness/useYield: a filter without clauses has nothing to do between two pauses
function* matchAll(): Generator<undefined, boolean> {
  return true
}

/** The steps of a {@link WorkMeter} for reading the field of a clause, or one element of a list. */
const STEPS_OF_CLAUSE = 5

function compileClause(clause: Clause): CompiledFilter {
  const fieldOf = compileKey(clause.key)
  const { holds, holdsForElement = holds, size, need } = compileOperator(clause)
  const isNegated = isNegation(clause)
  const stepsOf = (scalar: Scalar) =>
    STEPS_OF_CLAUSE + stepsOfText(typeof scalar === 'string' ? scalar.length : 0, size)
  return {
    matches: (subject) => {
      const field = fieldOf(subject)
      return (isScalar(field) ? holds(field) : scalarsOf(field).some(holdsForElement)) !== isNegated
    },
    steps: function* (subject, meter) {
      const field = fieldOf(subject)
      const test = isScalar(field) ? holds : holdsForElement
      if (meter.spend(STEPS_OF_CLAUSE)) yield
      for (const scalar of scalarsOf(field)) {
        if (meter.spend(stepsOf(scalar))) yield
        if (test(scalar)) return !isNegated
      }
      return isNegated
    },
    // A negation also matches an object without the field.
    need: isNegated ? NO_NEED : need,
  }
}

/** A search for a text, or a comparison, reads this many characters in the time of one step of a pattern. */
const UNITS_OF_STEP = 16

/** @param size the size of the pattern; `undefined` = the operator has no pattern */
function stepsOfText(length: number, size: number | undefined): number {
  return size === undefined ? length / UNITS_OF_STEP : seenLength(length, size) * size
}

function isNegation({ op }: Clause): boolean {
  return op.startsWith('!') || op.startsWith('NOT ')
}

interface CompiledOperator {
  readonly holds: ScalarTest
  /** The test for the elements of a list, if it is a different one. */
  readonly holdsForElement?: ScalarTest
  /** The size of a pattern. */
  readonly size?: number | undefined
  readonly need: Need
}

/** The operator of a clause, or the operator that a negation negates. */
function compileOperator({ key, op, value }: Clause): CompiledOperator {
  switch (op) {
    case '=':
    case '!=':
      return { holds: equalsOneOf([value]), need: needEqual(key, value) }
    case '<':
    case '<=':
      return { holds: compileOrder(op, value), need: needBound(key, 'atMost', value) }
    case '>':
    case '>=':
      return { holds: compileOrder(op, value), need: needBound(key, 'atLeast', value) }
    case 'LIKE':
    case 'NOT LIKE':
      return {
        holds: onText(compileLike(value)),
        size: isCostlyLike(value) ? value.length : undefined,
        need: { all: likeLiterals(value).map((text) => needLiteral(key, text)) },
      }
    case '~':
    case '!~': {
      const { test, size, prefilter } = compileRegex(value)
      return { holds: onText(test), size, need: regexNeed(prefilter, (text) => needLiteral(key, text)) }
    }
    case 'IN':
    case 'NOT IN': {
      const items = itemsOf(value)
      return { holds: equalsOneOf(items), need: { any: items.map((item) => needEqual(key, item)) } }
    }
    case 'CONTAINS':
    case 'NOT CONTAINS': {
      // A list must have an equal element; a text, number or boolean must, as text, contain the text of the value.
      const find = compileSearch(textOf(value))
      return {
        holds: (scalar) => find(textOf(scalar), 0) >= 0,
        holdsForElement: equalsOneOf([value]),
        // The first need is for a text, the second need is for a list.
        need: { any: [needLiteral(key, textOf(value)), needEqual(key, value)] },
      }
    }
  }
}

function compileOrder(op: '<' | '<=' | '>' | '>=', value: Scalar): ScalarTest {
  const compare = comparisonWith(value)
  switch (op) {
    case '<':
      return (scalar) => compare(scalar) < 0
    case '<=':
      return (scalar) => compare(scalar) <= 0
    case '>':
      return (scalar) => compare(scalar) > 0
    case '>=':
      return (scalar) => compare(scalar) >= 0
  }
}

function onText(matches: (text: string) => boolean): ScalarTest {
  return (scalar) => matches(textOf(scalar))
}
