import { comparisonWith, equalsOneOf, textOf } from './comparable.js'
import { type Clause, type Filter, isScalar, itemsOf, type Scalar } from './filter.js'
import { compileKey } from './key-path.js'
import { compileLike } from './like.js'
import { compileSearch } from './literal-search.js'
import { compileRegex } from './regex.js'

/** Returns true if an alert, or another object with the same fields, matches the filter. */
export type SubjectTest = (subject: object) => boolean
type FieldTest = (field: unknown) => boolean
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
  const predicates = filter.clauses.map((clause) =>
    'clauses' in clause ? compileFilter(clause) : compileClause(clause),
  )
  const [only] = predicates
  if (only === undefined) return () => true
  if (predicates.length === 1) return only
  return filter.operator === 'AND' ? allOf(predicates) : anyOf(predicates)
}

function allOf(predicates: readonly SubjectTest[]): SubjectTest {
  return (subject) => {
    for (const holds of predicates) if (!holds(subject)) return false
    return true
  }
}

function anyOf(predicates: readonly SubjectTest[]): SubjectTest {
  return (subject) => {
    for (const holds of predicates) if (holds(subject)) return true
    return false
  }
}

function compileClause(clause: Clause): SubjectTest {
  const fieldOf = compileKey(clause.key)
  const holds = compileTest(clause)
  if (isNegation(clause)) return (subject) => !holds(fieldOf(subject))
  return (subject) => holds(fieldOf(subject))
}

function isNegation({ op }: Clause): boolean {
  return op.startsWith('!') || op.startsWith('NOT ')
}

/** The test for the operator of a clause. The caller inverts the result for a negated operator. */
function compileTest({ op, value }: Clause): FieldTest {
  switch (op) {
    case '=':
    case '!=':
      return anyElement(equalsOneOf([value]))
    case '<':
    case '<=':
    case '>':
    case '>=':
      return anyElement(compileOrder(op, value))
    case 'LIKE':
    case 'NOT LIKE':
      return anyElement(onText(compileLike(value)))
    case '~':
    case '!~':
      return anyElement(onText(compileRegex(value).test))
    case 'IN':
    case 'NOT IN':
      return anyElement(equalsOneOf(itemsOf(value)))
    case 'CONTAINS':
    case 'NOT CONTAINS':
      return contains(value)
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
