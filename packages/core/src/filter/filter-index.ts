import { groupBy } from '../group-by.js'
import type { WorkMeter } from '../work-meter.js'
import type { CompiledFilter } from './compile-filter.js'
import { FieldIndex, type PlacedTerm, type Places } from './field-index.js'
import { rarestTerms } from './rarest-terms.js'

/** To ask an index costs about as much as to evaluate this many filters. */
const FEW = 16

/**
 * Finds, among many filters, the few that an object can match, without evaluating the filters. The caller evaluates
 * only these. The time depends on the object and on the number of filters found, but hardly on the number of all
 * filters.
 */
export class FilterIndex<Item extends Pick<CompiledFilter, 'need'>> {
  readonly #items: readonly Item[]
  /** The places in `#items` of the filters that any object can match, as far as the index knows. */
  readonly #always: Places
  readonly #fields: readonly FieldIndex[]

  constructor(items: readonly Item[]) {
    this.#items = items
    const chosen = items.length > FEW ? rarestTerms(items.map(({ need }) => need)) : items.map(() => undefined)
    const placed = chosen.flatMap((terms = [], place) => terms.map((term): PlacedTerm => ({ term, place })))
    this.#always = [...chosen.keys()].filter((place) => chosen[place] === undefined)
    this.#fields = [...groupBy(placed, ({ term }) => term.key)].map(([key, group]) => new FieldIndex(key, group))
  }

  /** The items whose filters the object may match, in the order of the items. It matches no other filter. */
  *candidates(subject: object, meter: WorkMeter): Generator<undefined, readonly Item[]> {
    if (this.#fields.length === 0) return this.#items
    const found = new Set([this.#always])
    for (const field of this.#fields) yield* field.find(subject, found, meter)
    const places = [...new Set([...found].flat())].sort((left, right) => left - right)
    return places.map((place) => this.#items[place] as Item)
  }
}
