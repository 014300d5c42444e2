import { comparisonWith, equalsOneOf, textOf } from './comparable.js'
import { type Clause, type Filter, isScalar, itemsOf, type Scalar } from './filter.js'
import { compileKey } from './key-path.js'
import { compileLike, likeLiterals } from './like.js'
import { compileSearch } from './literal-search.js'
import { type Need, NO_NEED, needBound, needEqual, needLiteral } from './need.js'
import { compileRegex } from './regex.js'
import { regexNeed } from './regex-need.js'

/** Returns true if an alert, or another object with the same fields, matches the filter. */
export type SubjectTest = (subject: object) => boolean
type FieldTest = (field: unknown) => boolean
type ScalarTest = (scalar: Scalar) => boolean

/** A filter in two forms: a test, and what an object needs to pass the test. */
export interface CompiledFilter {
  readonly matches: SubjectTest
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

/** Like {@link compileFilter}, for a filter that an index finds by its need. */
export function compileForIndex(filter: Filter): CompiledFilter {
  const parts = filter.clauses.map((clause) => ('clauses' in clause ? compileForIndex(clause) : compileClause(clause)))
  const [only] = parts
  if (only === undefined) return { matches: () => true, need: NO_NEED }
  if (parts.length === 1) return only
  const tests = parts.map(({ matches }) => matches)
  const needs = parts.map(({ need }) => need)
  return filter.operator === 'AND'
    ? { matches: allOf(tests), need: { all: needs } }
    : { matches: anyOf(tests), need: { any: needs } }
}

function allOf(tests: readonly SubjectTest[]): SubjectTest {
  return (subject) => {
    for (const holds of tests) if (!holds(subject)) return false
    return true
  }
}

function anyOf(tests: readonly SubjectTest[]): SubjectTest {
  return (subject) => {
    for (const holds of tests) if (holds(subject)) return true
    return false
  }
}

function compileClause(clause: Clause): CompiledFilter {
  const fieldOf = compileKey(clause.key)
  const { holds, need } = compileOperator(clause)
  // A negation also matches an object without the field.
  if (isNegation(clause)) return { matches: (subject) => !holds(fieldOf(subject)), need: NO_NEED }
  return { matches: (subject) => holds(fieldOf(subject)), need }
}

function isNegation({ op }: Clause): boolean {
  return op.startsWith('!') || op.startsWith('NOT ')
}

interface CompiledOperator {
  readonly holds: FieldTest
  readonly need: Need
}

/** The operator of a clause, or the operator that a negation negates. */
function compileOperator({ key, op, value }: Clause): CompiledOperator {
  switch (op) {
    case '=':
    case '!=':
      return { holds: anyElement(equalsOneOf([value])), need: needEqual(key, value) }
    case '<':
    case '<=':
      return { holds: anyElement(compileOrder(op, value)), need: needBound(key, 'atMost', value) }
    case '>':
    case '>=':
      return { holds: anyElement(compileOrder(op, value)), need: needBound(key, 'atLeast', value) }
    case 'LIKE':
    case 'NOT LIKE':
      return {
        holds: anyElement(onText(compileLike(value))),
        need: { all: likeLiterals(value).map((text) => needLiteral(key, text)) },
      }
    case '~':
    case '!~': {
      const { test, prefilter } = compileRegex(value)
      return { holds: anyElement(onText(test)), need: regexNeed(prefilter, (text) => needLiteral(key, text)) }
    }
    case 'IN':
    case 'NOT IN': {
      const items = itemsOf(value)
      return { holds: anyElement(equalsOneOf(items)), need: { any: items.map((item) => needEqual(key, item)) } }
    }
    case 'CONTAINS':
    case 'NOT CONTAINS':
      // The first need is for a text, the second need is for a list.
      return { holds: contains(value), need: { any: [needLiteral(key, textOf(value)), needEqual(key, value)] } }
  }
}

function anyElement(holds: ScalarTest): FieldTest {
  return function holdsFor(field) {
    if (isScalar(field)) return holds(field)
    return Array.isArray(field) && field.some(holdsFor)
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

/**
 * Returns a test for `CONTAINS`: a list must have an equal element; a text, number or boolean must, as text, contain
 * the text of `value`. Any other field does not match.
 */
function contains(value: Scalar): FieldTest {
  const isAnElement = anyElement(equalsOneOf([value]))
  const find = compileSearch(textOf(value))
  return (field) => (isScalar(field) ? find(textOf(field), 0) >= 0 : isAnElement(field))
}
