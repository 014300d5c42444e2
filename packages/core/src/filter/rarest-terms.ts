import type { Need, Term } from './need.js'

/**
 * Chooses, for each need, a few of its terms: an object that satisfies the need satisfies at least one of them. A need
 * often leaves a choice, such as between the terms of an `AND` group. Then the function takes the terms that occur in
 * the fewest needs: `severity = major` may occur in hundreds of filters, and `resource = db-7` in one.
 *
 * @returns the chosen terms, in the order of the needs; `undefined` = the need has no terms to choose
 */
export function rarestTerms(needs: readonly Need[]): readonly (readonly Term[] | undefined)[] {
  const frequency = new Frequency()
  for (const need of needs) frequency.add(need)
  return needs.map((need) => {
    const { terms, cost } = cheapest(need, frequency)
    return cost === Number.POSITIVE_INFINITY ? undefined : terms
  })
}

interface Choice {
  readonly terms: readonly Term[]
  /** The sum of the costs of the terms. Infinite if there are no terms to choose. */
  readonly cost: number
}

const NO_CHOICE: Choice = { terms: [], cost: Number.POSITIVE_INFINITY }

function cheapest(need: Need, frequency: Frequency): Choice {
  if ('key' in need) return { terms: [need], cost: frequency.costOf(need) }
  if ('all' in need) {
    const choices = need.all.map((part) => cheapest(part, frequency))
    return choices.reduce((best, choice) => (choice.cost < best.cost ? choice : best), NO_CHOICE)
  }
  const choices = need.any.map((part) => cheapest(part, frequency))
  return { terms: choices.flatMap(({ terms }) => terms), cost: choices.reduce((sum, { cost }) => sum + cost, 0) }
}

/** Counts how often each term occurs in the needs. */
class Frequency {
  readonly #counts = new Map<string, number>()

  add(need: Need): void {
    if ('key' in need) this.#counts.set(nameOf(need), this.#countOf(need) + 1)
    else for (const part of 'all' in need ? need.all : need.any) this.add(part)
  }

  /** Of two literals that occur equally often, the longer one costs less, because fewer texts contain it. */
  costOf(term: Term): number {
    return this.#countOf(term) + (term.kind === 'literal' ? 1 / (term.value.length + 1) : 0)
  }

  #countOf(term: Term): number {
    return this.#counts.get(nameOf(term)) ?? 0
  }
}

/** The bounds of one field count as the same term, because a number satisfies many of them together. */
function nameOf({ key, kind, value }: Term): string {
  return kind === 'equal' || kind === 'literal' ? `${kind} ${key} ${value}` : `${kind} ${key}`
}
