import { groupBy } from '../group-by.js'
import type { Rest, Stepwise, WorkMeter } from '../work-meter.js'
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
  candidates(subject: object, meter: WorkMeter): Stepwise<readonly Item[]> {
    if (this.#fields.length === 0) return this.#items
    const found = new Set([this.#always])
    for (const [index, field] of this.#fields.entries()) {
      const rest = field.find(subject, found, meter)
      if (rest !== undefined)
        return this.#candidatesAfter(rest, this.#fields.slice(index + 1), { subject, found, meter })
    }
    return this.#itemsAt(found)
  }

  *#candidatesAfter(
    begun: Rest<void>,
    fields: readonly FieldIndex[],
    { subject, found, meter }: { readonly subject: object; readonly found: Set<Places>; readonly meter: WorkMeter },
  ): Rest<readonly Item[]> {
    yield* begun
    for (const field of fields) {
      const rest = field.find(subject, found, meter)
      if (rest !== undefined) yield* rest
    }
    return this.#itemsAt(found)
  }

  #itemsAt(found: ReadonlySet<Places>): readonly Item[] {
    const places = [...new Set([...found].flat())].sort((left, right) => left - right)
    return places.map((place) => this.#items[place] as Item)
  }
}
