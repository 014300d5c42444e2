import { type CountedTest, isRest, type WorkMeter } from '../work-meter.js'
import { isDecimal, scalarText } from './comparable.js'
import { compileTest } from './compile-filter.js'
import { type Clause, type Filter, itemsOf, type Scalar } from './filter.js'

/**
 * A filter that is tested with many values of the field `key`, while the other fields of the subject stay the same. The
 * clauses on other fields are tested only once for each subject. Subjects with the same results of these clauses share
 * the filter that {@link simplify} returns.
 */
export class KeyedFilter {
  readonly #filter: Filter
  readonly #key: string
  /** One test for each clause on another field, in the order of the filter. */
  readonly #otherTests: readonly CountedTest<object>[]

  constructor(filter: Filter, key: string) {
    this.#filter = filter
    this.#key = key
    this.#otherTests = clausesOf(filter)
      .filter((clause) => clause.key !== key)
      .map((clause) => compileTest({ operator: 'AND', clauses: [clause] }))
  }

  /** Tests the clauses on other fields. The result has a `1` or `0` for each of them. Yields for pauses. */
  *testOtherClauses(subject: object, meter: WorkMeter): Generator<undefined, string> {
    let results = ''
    for (const test of this.#otherTests) {
      const result = test(subject, meter)
      results += (isRest(result) ? yield* result : result) ? '1' : '0'
    }
    return results
  }

  /**
   * Simplifies the filter for the given results of the clauses on other fields. Returns `true` or `false` if the result
   * does not depend on the field `key`; otherwise a filter that has only clauses on this field.
   */
  simplify(results: string): Filter | boolean {
    const remaining = results[Symbol.iterator]()
    return simplifyFilter(this.#filter, (clause) =>
      clause.key === this.#key ? clause : remaining.next().value === '1',
    )
  }
}

/** Replaces each clause by the result of `decide`. A group with a certain result becomes `true` or `false`. */
function simplifyFilter({ operator, clauses }: Filter, decide: (clause: Clause) => Clause | boolean): Filter | boolean {
  if (clauses.length === 0) return true
  const parts = clauses.map((part) => ('clauses' in part ? simplifyFilter(part, decide) : decide(part)))
  const decidingValue = operator === 'OR'
  if (parts.includes(decidingValue)) return decidingValue
  const undecidedParts = parts.filter((part) => typeof part !== 'boolean')
  return undecidedParts.length === 0 ? !decidingValue : { operator, clauses: undecidedParts }
}

/** All clauses of a filter and its groups. `LIMITS.filterDepth` limits the recursion. */
export function clausesOf({ clauses }: Filter): readonly Clause[] {
  return clauses.flatMap((part) => ('clauses' in part ? clausesOf(part) : part))
}

/**
 * The only texts that can match a filter whose clauses all have the same key. `undefined` if the filter does not list
 * them: it may use other operators than `=` and `IN`, or compare a number, which has several spellings.
 */
export function possibleTexts({ operator, clauses }: Filter): ReadonlySet<string> | undefined {
  const textsByPart = clauses.map((part) => ('clauses' in part ? possibleTexts(part) : textsOfClause(part)))
  const lists = textsByPart.filter((texts) => texts !== undefined)
  if (operator === 'AND') return lists.toSorted((one, other) => one.size - other.size)[0]
  return lists.length === 0 || lists.length < textsByPart.length
    ? undefined
    : new Set(lists.flatMap((texts) => [...texts]))
}

function textsOfClause(clause: Clause): ReadonlySet<string> | undefined {
  switch (clause.op) {
    case '=':
      return textsIfAllTexts([clause.value])
    case 'IN':
      return textsIfAllTexts(itemsOf(clause.value))
    default:
      return undefined
  }
}

function textsIfAllTexts(items: readonly Scalar[]): ReadonlySet<string> | undefined {
  const texts = items.map(scalarText)
  return texts.some(isDecimal) ? undefined : new Set(texts)
}
