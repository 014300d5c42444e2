import {
  afterPause,
  type CountedTest,
  type RestOfWork,
  runWithoutPauses,
  type Stepwise,
  testUntil,
  WorkMeter,
} from '../work-meter.js'
import { comparisonWith, equalsOneOf, scalarText } from './comparable.js'
import { type Clause, type Filter, isScalar, itemsOf, type Scalar, scalarsOf } from './filter.js'
import { compileKey } from './key-path.js'
import { compileLike, compileSearch, isCostlyLike } from './like.js'
import { compileRegex, searchedLength } from './regex.js'

/** Returns true if an alert, or another object with the same fields, matches the filter. */
export type SubjectTest = (subject: object) => boolean
type ScalarTest = (scalar: Scalar) => boolean

/**
 * Compiles a filter from `readFilter` to a test for alerts (rules.md#filter-operators). Compile a filter once, and
 * reuse the test for every alert.
 *
 * A negated operator such as `!=` matches if and only if its positive operator, such as `=`, does not match. A missing
 * field, `null` and an object match no positive operator. A list matches a positive operator if any of its elements
 * matches, including elements of nested lists. Booleans are compared as the texts `true` and `false`.
 */
export function compileFilter(filter: Filter): SubjectTest {
  const test = compileTest(filter)
  return (subject) => runWithoutPauses(test(subject, new WorkMeter()))
}

/**
 * Like {@link compileFilter}, but the test counts its steps and pauses. A server uses this form. `naiveMatches` in
 * `test/naive-filter.ts` implements the same rules in the simplest way.
 */
export function compileTest(filter: Filter): CountedTest<object> {
  const tests = filter.clauses.map((clause) => ('clauses' in clause ? compileTest(clause) : compileClause(clause)))
  const [only] = tests
  if (only === undefined) return () => true
  if (tests.length === 1) return only
  return (subject, meter) => testUntil(filter.operator === 'OR', tests, subject, meter)
}

/** The steps to count on a {@link WorkMeter} for reading the field of a clause, or one element of a list. */
const STEPS_PER_CLAUSE = 5

function compileClause(clause: Clause): CountedTest<object> {
  const readField = compileKey(clause.key)
  const { matches, matchesElement = matches, size } = compileOperator(clause)
  const isNegated = isNegation(clause)
  const testList = (scalars: readonly Scalar[], meter: WorkMeter): Stepwise<boolean> => {
    if (scalars.length === 0 && meter.spend(STEPS_PER_CLAUSE)) return afterPause(() => isNegated)
    for (let at = 0; at < scalars.length; at++) {
      const scalar = scalars[at] as Scalar
      if (meter.spend(countStepsForScalar(scalar, size))) return testRest(scalars.slice(at), matchesElement, meter)
      if (matchesElement(scalar)) return !isNegated
    }
    return isNegated
  }
  /** Tests the scalars after a pause. The steps of the first scalar are counted already. */
  function* testRest([first, ...others]: readonly Scalar[], test: ScalarTest, meter: WorkMeter): RestOfWork<boolean> {
    yield
    if (first !== undefined && test(first)) return !isNegated
    for (const scalar of others) {
      if (meter.spend(countStepsForScalar(scalar, size))) yield
      if (test(scalar)) return !isNegated
    }
    return isNegated
  }
  return (subject, meter) => {
    const field = readField(subject, meter)
    if (!isScalar(field)) return testList(scalarsOf(field, meter), meter)
    if (meter.spend(STEPS_PER_CLAUSE + countStepsForScalar(field, size))) return testRest([field], matches, meter)
    return matches(field) !== isNegated
  }
}

/** One step is counted for searching or comparing this many characters without a pattern. */
const CODE_UNITS_PER_STEP = 16

/**
 * The steps for comparing one scalar.
 *
 * @param size the size of the pattern; `undefined` = the operator has no pattern
 */
function countStepsForScalar(scalar: Scalar, size: number | undefined): number {
  const length = typeof scalar === 'string' ? scalar.length : 0
  return STEPS_PER_CLAUSE + (size === undefined ? length / CODE_UNITS_PER_STEP : searchedLength(length, size) * size)
}

function isNegation({ op }: Clause): boolean {
  return op.startsWith('!') || op.startsWith('NOT ')
}

interface CompiledOperator {
  readonly matches: ScalarTest
  /** The test for the elements of a list; absent = the same test as for a scalar. */
  readonly matchesElement?: ScalarTest
  /** The size of the pattern; absent or `undefined` = the operator has no costly pattern. */
  readonly size?: number | undefined
}

/** Compiles the operator of a clause. For a negated operator, compiles the operator without the negation. */
function compileOperator({ op, value }: Clause): CompiledOperator {
  switch (op) {
    case '=':
    case '!=':
      return { matches: equalsOneOf([value]) }
    case '<':
    case '<=':
    case '>':
    case '>=':
      return { matches: compileOrder(op, value) }
    case 'LIKE':
    case 'NOT LIKE':
      return { matches: textTest(compileLike(value)), size: isCostlyLike(value) ? value.length : undefined }
    case '~':
    case '!~': {
      const { test, size } = compileRegex(value)
      return { matches: textTest(test), size }
    }
    case 'IN':
    case 'NOT IN':
      return { matches: equalsOneOf(itemsOf(value)) }
    case 'CONTAINS':
    case 'NOT CONTAINS': {
      // In a list, an element must be equal to the value. A scalar must contain the value, both as texts.
      const find = compileSearch(scalarText(value))
      return { matches: textTest((text) => find(text, 0) >= 0), matchesElement: equalsOneOf([value]) }
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

function textTest(matches: (text: string) => boolean): ScalarTest {
  return (scalar) => matches(scalarText(scalar))
}
