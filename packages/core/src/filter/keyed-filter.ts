import { type CountedTest, isRest, type WorkMeter } from '../work-meter.js'
import { isDecimal, textOf } from './comparable.js'
import { compileTest } from './compile-filter.js'
import { type Clause, type Filter, itemsOf, type Scalar } from './filter.js'

/**
 * A filter that is asked about one subject again and again, each time with another value of the field `key`. The clauses
 * with other keys are asked once for each subject, and subjects with the same answers share the {@link rest}.
 */
export class KeyedFilter {
  readonly #filter: Filter
  readonly #key: string
  /** One test for each clause with another key, in the order of the filter. */
  readonly #others: readonly CountedTest<object>[]

  constructor(filter: Filter, key: string) {
    this.#filter = filter
    this.#key = key
    this.#others = clausesOf(filter)
      .filter((clause) => clause.key !== key)
      .map((clause) => compileTest({ operator: 'AND', clauses: [clause] }))
  }

  /** The answers of the clauses with other keys: a 1 or 0 for each. Yields for pauses. */
  *answers(subject: object, meter: WorkMeter): Generator<undefined, string> {
    let answers = ''
    for (const test of this.#others) {
      const answer = test(subject, meter)
      answers += (isRest(answer) ? yield* answer : answer) ? '1' : '0'
    }
    return answers
  }

  /**
   * What is left of the filter if the clauses with other keys have these {@link answers}: `true` or `false` if every
   * value of the field gives this result.
   */
  rest(answers: string): Filter | boolean {
    const known = answers[Symbol.iterator]()
    return simplify(this.#filter, (clause) => (clause.key === this.#key ? clause : known.next().value === '1'))
  }
}

/** Replaces clauses by their answers, and groups by theirs if the answers of their parts decide. */
function simplify({ operator, clauses }: Filter, answer: (clause: Clause) => Clause | boolean): Filter | boolean {
  if (clauses.length === 0) return true
  const parts = clauses.map((part) => ('clauses' in part ? simplify(part, answer) : answer(part)))
  const deciding = operator === 'OR'
  if (parts.includes(deciding)) return deciding
  const left = parts.filter((part) => typeof part !== 'boolean')
  return left.length === 0 ? !deciding : { operator, clauses: left }
}

/** A filter has few levels (`LIMITS.filterDepth`). */
export function clausesOf({ clauses }: Filter): readonly Clause[] {
  return clauses.flatMap((part) => ('clauses' in part ? clausesOf(part) : part))
}

/**
 * The only texts that can match a filter whose clauses all have the same key; `undefined` if there are more of them than
 * the filter names. Numbers have several spellings.
 */
export function textsNamed({ operator, clauses }: Filter): ReadonlySet<string> | undefined {
  const named = clauses.map((part) => ('clauses' in part ? textsNamed(part) : textsOfClause(part)))
  const known = named.filter((texts) => texts !== undefined)
  if (operator === 'AND') return known.toSorted((one, other) => one.size - other.size)[0]
  return known.length === 0 || known.length < named.length ? undefined : new Set(known.flatMap((texts) => [...texts]))
}

function textsOfClause(clause: Clause): ReadonlySet<string> | undefined {
  switch (clause.op) {
    case '=':
      return textsOf([clause.value])
    case 'IN':
      return textsOf(itemsOf(clause.value))
    default:
      return undefined
  }
}

function textsOf(items: readonly Scalar[]): ReadonlySet<string> | undefined {
  const texts = items.map(textOf)
  return texts.some(isDecimal) ? undefined : new Set(texts)
}
