import { compileTest } from '../filter/compile-filter.js'
import { type KeyedFilter, possibleTexts } from '../filter/keyed-filter.js'
import { groupBy } from '../group-by.js'
import type { RelationKey, ResourceKey } from '../relation/relation.js'
import type { WorkMeter } from '../work-meter.js'
import { type NearestBelow, WalkBelow } from './walk-below.js'

/** A filter that also applies to the resources up to `depth` levels below the resource of an alert. */
export interface FilterBelow {
  readonly keyed: KeyedFilter
  readonly depth: number
}

/** The maximum number of resources in the cache, for all filters together. Each takes about 30 bytes. */
const MAX_CACHED = 2_000_000

/**
 * Finds resources below the resources of alerts, as deep as the windows need (rules.md#maintenance-windows-13). All
 * alerts of an environment share one walk, and the cached results of a filter.
 */
export class ResourcesBelow {
  /** For windows that do not apply to resources below an alert. */
  static readonly NONE = new ResourcesBelow(new Map())

  readonly #walks: ReadonlyMap<string, WalkBelow>
  readonly #results = new Map<FilterBelow, Map<string, NearestBelow>>()
  #cachedCount = 0

  /** @param startWalks the finished walk for each environment */
  constructor(walks: ReadonlyMap<string, WalkBelow>) {
    this.#walks = walks
  }

  /**
   * Starts a walk from the given resources in each of their environments. The caller must run the walks to their ends.
   *
   * @param stated relations that are not stored yet, but that count
   * @returns the walks by environment
   */
  static startWalks(
    resources: readonly ResourceKey[],
    depth: number,
    stated: readonly RelationKey[],
  ): ReadonlyMap<string, WalkBelow> {
    const statedIn = groupBy(stated, ({ environment }) => environment)
    const walks = Array.from(
      groupBy(resources, ({ environment }) => environment),
      ([environment, starts]) => {
        const names = starts.map(({ resource }) => resource)
        const children = groupBy(statedIn.get(environment) ?? [], ({ parent }) => parent)
        return [environment, new WalkBelow(names, depth, children)] as const
      },
    )
    return new Map(walks)
  }

  /**
   * Of the resources below an alert, finds the one the fewest levels below that the filter matches. The filter is
   * tested with this resource in place of the resource of the alert. The walks must have started from the resource of
   * the alert. Yields for pauses.
   */
  *nearest(alert: ResourceKey, filterBelow: FilterBelow, meter: WorkMeter): Generator<undefined, string | undefined> {
    const walk = this.#walks.get(alert.environment)
    if (walk === undefined) return undefined
    const answers = yield* filterBelow.keyed.testOtherClauses(alert, meter)
    const key = `${answers} ${alert.environment}`
    const cached = this.#results.get(filterBelow)?.get(key)
    if (cached !== undefined) return cached.of(alert.resource)
    const found = yield* findNearest(walk, filterBelow, { answers, meter })
    this.#cache(filterBelow, key, found)
    return found.of(alert.resource)
  }

  #cache(filterBelow: FilterBelow, key: string, found: NearestBelow): void {
    this.#cachedCount += found.size + 1
    if (this.#cachedCount > MAX_CACHED) {
      this.#results.clear()
      this.#cachedCount = found.size + 1
    }
    const answers = this.#results.get(filterBelow) ?? new Map()
    this.#results.set(filterBelow, answers.set(key, found))
  }
}

interface NearestQuery {
  readonly answers: string
  readonly meter: WorkMeter
}

function* findNearest(
  walk: WalkBelow,
  { keyed, depth }: FilterBelow,
  { answers, meter }: NearestQuery,
): Generator<undefined, NearestBelow> {
  const rest = keyed.simplify(answers)
  if (rest === false) return { size: 0, of: () => undefined }
  if (rest === true) return { size: 0, of: (resource) => resource }
  const test = compileTest(rest)
  const subject = { resource: '' }
  const matches = (resource: string) => {
    subject.resource = resource
    return test(subject, meter)
  }
  return yield* walk.nearest({ matches, named: possibleTexts(rest), depth })
}
