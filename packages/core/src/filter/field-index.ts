import { groupBy } from '../group-by.js'
import { isRest, type Rest, type Stepwise, type WorkMeter } from '../work-meter.js'
import { equalityText, isDecimal, textOf } from './comparable.js'
import { type Scalar, scalarsOf } from './filter.js'
import { compileKey, type FieldReader } from './key-path.js'
import { LiteralSet } from './literal-set.js'
import type { Term } from './need.js'

/** The places of filters in a list. */
export type Places = readonly number[]

/** A term of the filter at `place` in a list of filters. */
export interface PlacedTerm {
  readonly term: Term
  readonly place: number
}

/** Finds, among terms with the same key, those that an object satisfies. */
export class FieldIndex {
  readonly #fieldOf: FieldReader
  readonly #equal: ReadonlyMap<string, Places>
  readonly #literal: ReadonlyMap<string, Places>
  readonly #literals: LiteralSet
  readonly #atLeast: SortedBounds
  readonly #atMost: SortedBounds

  constructor(key: string, placed: readonly PlacedTerm[]) {
    this.#fieldOf = compileKey(key)
    const byKind = groupBy(placed, ({ term }) => term.kind)
    this.#equal = placesByText(byKind.get('equal'))
    this.#literal = placesByText(byKind.get('literal'))
    this.#literals = new LiteralSet(this.#literal.keys())
    this.#atLeast = new SortedBounds(byKind.get('atLeast'), 1)
    this.#atMost = new SortedBounds(byKind.get('atMost'), -1)
  }

  /** Adds the places of the terms that the object satisfies. No place list is added twice, however long a field is. */
  find(subject: object, found: Set<Places>, meter: WorkMeter): Stepwise<void> {
    const scalars = scalarsOf(this.#fieldOf(subject, meter), meter)
    found.add(this.#atLeast.reachedBy(scalars)).add(this.#atMost.reachedBy(scalars))
    for (const [index, scalar] of scalars.entries()) {
      if (meter.spend(STEPS_OF_SCALAR)) return this.#findRest(scalars.slice(index), found, meter)
      found.add(this.#equal.get(equalityText(scalar)) ?? NOWHERE)
      if (this.#literals.isEmpty) continue
      const literals = this.#literals.foundIn(textOf(scalar), meter)
      if (isRest(literals)) return this.#findRest(scalars.slice(index + 1), found, meter, literals)
      this.#addLiterals(literals, found)
    }
  }

  *#findRest(
    scalars: readonly Scalar[],
    found: Set<Places>,
    meter: WorkMeter,
    begun?: Rest<readonly string[]>,
  ): Rest<void> {
    if (begun === undefined) yield
    else this.#addLiterals(yield* begun, found)
    for (const scalar of scalars) {
      if (meter.spend(STEPS_OF_SCALAR)) yield
      found.add(this.#equal.get(equalityText(scalar)) ?? NOWHERE)
      if (this.#literals.isEmpty) continue
      const literals = this.#literals.foundIn(textOf(scalar), meter)
      this.#addLiterals(isRest(literals) ? yield* literals : literals, found)
    }
  }

  #addLiterals(literals: readonly string[], found: Set<Places>): void {
    for (const literal of literals) found.add(this.#literal.get(literal) ?? NOWHERE)
  }
}

const NOWHERE: Places = []

/** The steps of a {@link WorkMeter} for looking up one scalar. */
const STEPS_OF_SCALAR = 5

function placesByText(placed: readonly PlacedTerm[] = []): ReadonlyMap<string, Places> {
  const groups = groupBy(placed, ({ term }) => String(term.value))
  return new Map([...groups].map(([text, group]) => [text, group.map(({ place }) => place)]))
}

/**
 * The bounds of all terms of one kind, in the order in which a growing (or, for `atMost`, falling) number reaches them.
 */
class SortedBounds {
  readonly #bounds: readonly number[]
  readonly #places: Places
  readonly #sign: 1 | -1

  /** @param sign -1 turns the numbers around, so that `atMost` becomes `atLeast` */
  constructor(placed: readonly PlacedTerm[] = [], sign: 1 | -1) {
    const sorted = placed
      .map(({ term, place }) => ({ bound: sign * Number(term.value), place }))
      .sort((left, right) => left.bound - right.bound)
    this.#bounds = sorted.map(({ bound }) => bound)
    this.#places = sorted.map(({ place }) => place)
    this.#sign = sign
  }

  /** The places of the terms that at least one of the scalars satisfies. */
  reachedBy(scalars: readonly Scalar[]): Places {
    if (this.#bounds.length === 0) return NOWHERE
    let reached = Number.NEGATIVE_INFINITY
    for (const scalar of scalars) reached = Math.max(reached, this.#reach(textOf(scalar)))
    const beyond = this.#bounds.findIndex((bound) => bound > reached)
    return beyond < 0 ? this.#places : this.#places.slice(0, beyond)
  }

  #reach(text: string): number {
    return isDecimal(text) ? this.#sign * Number(text) : Number.POSITIVE_INFINITY
  }
}
