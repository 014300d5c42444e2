import { compileTest } from '../filter/compile-filter.js'
import { type KeyedFilter, possibleTexts } from '../filter/keyed-filter.js'
import { groupBy } from '../group-by.js'
import type { RelationKey, ResourceKey } from '../relation/relation.js'
import type { Neighbors, Walk } from '../relation/walk.js'
import { isRest, type Stepwise, type WorkMeter } from '../work-meter.js'

/** A filter that also applies to the resources up to `depth` levels below the resource of an alert. */
export interface FilterBelow {
  readonly keyed: KeyedFilter
  readonly depth: number
}

/** The maximum number of resources in the cache, for all filters together. Each takes about 30 bytes. */
const MAX_CACHED_RESOURCES = 2_000_000

/**
 * Finds resources below the resources of alerts, as deep as the windows need (rules.md#maintenance-windows-13). All
 * alerts of an environment share one walk, and the cached results of a filter.
 */
export class ResourcesBelow {
  /** An instance that finds nothing, for windows that do not apply to resources below an alert. */
  static readonly NONE = new ResourcesBelow(new Map())

  readonly #walks: ReadonlyMap<string, WalkBelow>
  readonly #results = new Map<FilterBelow, Map<string, NearestBelow>>()
  #cachedCount = 0

  /** @param walks the finished walk for each environment */
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
   * Finds a resource below an alert that the filter matches. If there are several, finds the resource that is the
   * fewest levels below. The filter is tested with this resource in place of the resource of the alert. The walks must
   * have started from the resource of the alert. Yields for pauses.
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
    if (this.#cachedCount > MAX_CACHED_RESOURCES) {
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

/** Yields after this many relations, which take a few milliseconds. */
const RELATIONS_AT_ONCE = 20_000

const NO_NUMBER = -1

/**
 * Walks from resources of one environment down to their descendants, level by level. The children of each resource are
 * read only once, even if several of the resources lead to it. Each resource gets a number, in the order in which the
 * walk reaches them.
 */
class WalkBelow implements Walk {
  frontier: readonly string[]
  readonly #depth: number
  readonly #unstored: ReadonlyMap<string, readonly RelationKey[]>
  readonly #numbers = new Map<string, number>()
  readonly #names: string[] = []
  /** For each resource, by number: the numbers of the parents from which the walk has reached it. */
  readonly #parents: number[][] = []
  #level = 0

  /**
   * @param depth the number of levels; at least 1
   * @param stated relations of the environment that are not stored yet, but that count, by parent
   */
  constructor(resources: Iterable<string>, depth: number, stated: ReadonlyMap<string, readonly RelationKey[]>) {
    this.frontier = [...new Set(resources)]
    this.#depth = depth
    this.#unstored = stated
    for (const name of this.frontier) this.#numberOf(name)
  }

  advance(neighbors: Neighbors): void {
    const nextNumber = this.#names.length
    for (const name of this.frontier) {
      const parent = this.#numberOf(name)
      for (const child of neighbors.get(name) ?? []) this.#parents[this.#numberOf(child)]?.push(parent)
      for (const { resource } of this.#unstored.get(name) ?? []) this.#parents[this.#numberOf(resource)]?.push(parent)
    }
    this.#level++
    // The children of the last level, which is the largest, are not needed.
    this.frontier = this.#level === this.#depth ? [] : this.#names.slice(nextNumber)
  }

  /**
   * Finds, for each resource of the walk, a resource that matches: the resource itself or, at most `depth` levels below
   * it, the matching resource that is the fewest levels below. Tests each resource once, and climbs from all matching
   * resources together. Yields for pauses.
   */
  *nearest(query: MatchQuery): Generator<undefined, NearestBelow> {
    const found = yield* this.#findMatching(query)
    let level: Iterable<number> = [...found.keys()]
    for (let height = 0; height < query.depth; height++) level = yield* this.#climb(level, found)
    const below = (resource: string) => found.get(this.#numbers.get(resource) ?? NO_NUMBER)
    return { size: found.size, of: (resource) => this.#names[below(resource) ?? NO_NUMBER] }
  }

  /** Finds the resources that match. The result maps the number of each of them to itself. */
  *#findMatching({ matches, named }: MatchQuery): Generator<undefined, Map<number, number>> {
    const found = new Map<number, number>()
    let at = 0
    for (const name of named ?? this.#names) {
      const node = named === undefined ? at++ : this.#numbers.get(name)
      if (node === undefined) continue
      const matched = matches(name)
      if (isRest(matched) ? yield* matched : matched) found.set(node, node)
    }
    return found
  }

  /** Adds the parents of a level to `found`, each with the matching resource of its child. Returns the new parents. */
  *#climb(level: Iterable<number>, found: Map<number, number>): Generator<undefined, Iterable<number>> {
    let steps = 0
    const next: number[] = []
    for (const node of level) {
      const parents = this.#parents[node] as readonly number[]
      for (const parent of parents) {
        if (++steps % RELATIONS_AT_ONCE === 0) yield
        if (found.has(parent)) continue
        found.set(parent, found.get(node) as number)
        next.push(parent)
      }
    }
    return next
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.#parents.push([])
    this.#numbers.set(name, this.#names.length)
    return this.#names.push(name) - 1
  }
}

/** Which resources {@link WalkBelow.nearest} finds. */
interface MatchQuery {
  readonly matches: (resource: string) => Stepwise<boolean>
  /** The only resources that can match; `undefined` = any resource can match. */
  readonly named: ReadonlySet<string> | undefined
  readonly depth: number
}

interface NearestBelow {
  /** The number of resources with a result. */
  readonly size: number
  /** Returns the matching resource that is the fewest levels below a resource; `undefined` = there is none. */
  readonly of: (resource: string) => string | undefined
}
