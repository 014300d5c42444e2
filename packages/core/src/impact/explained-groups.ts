import { LIMITS } from '../limits.js'
import type { AlertGroup } from './alert-groups.js'
import type { WaysUp } from './ways-up.js'

const NONE = -1
/** The walk yields after this many resources, which takes a few milliseconds. */
const RESOURCES_AT_ONCE = 10_000

/**
 * Finds the groups with an alert that an alert of another group explains (rules.md#root-causes).
 *
 * Walks up from all groups at the same time. Each resource remembers only the first two groups that reach it. This is
 * enough: at most one of these two groups is the group of the resource itself. So the time is linear in the number of
 * relations.
 *
 * @returns for each group, true if it is explained
 */
export function* explainedGroups(
  ways: WaysUp,
  groups: readonly AlertGroup[],
): Generator<undefined, readonly boolean[]> {
  const reaching = new NearestGroups(ways.names.length)
  const starts = groups.flatMap(({ resources }, group) =>
    resources.flatMap((resource) => resource.ways.filter((way) => way.explains).map((way) => ({ ...way, group }))),
  )
  for (const { node, group } of starts) reaching.offer(node, group)
  yield* climb(ways, reaching)
  for (const { stated, group } of starts) if (stated !== undefined) reaching.offer(stated, group)
  for (let level = 2; level <= LIMITS.rollupDepth; level++) yield* climb(ways, reaching)
  return groups.map(({ resources }, group) => resources.some(({ node }) => reaching.isReachedByAnother(node, group)))
}

/** Climbs one level. */
function* climb({ parents }: WaysUp, reaching: NearestGroups): Generator<undefined, void> {
  let looked = 0
  for (const { node, group } of reaching.takeNew()) {
    for (const parent of parents[node] as readonly number[]) reaching.offer(parent, group)
    if (++looked % RESOURCES_AT_ONCE === 0) yield
  }
}

/** The two groups that reached each resource first. */
class NearestGroups {
  readonly #first: Int32Array
  readonly #second: Int32Array
  #new: { readonly node: number; readonly group: number }[] = []

  constructor(nodes: number) {
    this.#first = new Int32Array(nodes).fill(NONE)
    this.#second = new Int32Array(nodes).fill(NONE)
  }

  offer(node: number, group: number): void {
    const first = this.#first[node]
    if (first === group || this.#second[node] !== NONE) return
    const list = first === NONE ? this.#first : this.#second
    list[node] = group
    this.#new.push({ node, group })
  }

  /** The pairs of a resource and a group that were added since the last call. */
  takeNew(): readonly { readonly node: number; readonly group: number }[] {
    const taken = this.#new
    this.#new = []
    return taken
  }

  isReachedByAnother(node: number, group: number): boolean {
    return [this.#first[node], this.#second[node]].some((reaching) => reaching !== NONE && reaching !== group)
  }
}
