import { groupBy } from '../group-by.js'
import type { Walk } from '../relation/walk.js'
import type { NodeLookup } from '../topology/assignment/node-lookup.js'
import type { ImpactAlert } from './impact-alert.js'
import { reachedTopologies } from './reached-topologies.js'
import { TopologyIndex } from './topology-index.js'
import { WaysUp } from './ways-up.js'

/**
 * Finds which alerts reach one topology through their resources (rules.md#reach). Before `run`, the caller must
 * complete the {@link walks} with the stored relations.
 */
export class ReachSearch<Reaching extends ImpactAlert> {
  readonly #index: TopologyIndex
  readonly #alerts: ReadonlyMap<string, readonly Reaching[]>
  readonly #ways: ReadonlyMap<string, WaysUp>

  constructor(topology: NodeLookup, alerts: readonly Reaching[]) {
    this.#index = new TopologyIndex([topology])
    this.#alerts = groupBy(alerts, ({ environment }) => environment)
    this.#ways = new Map(Array.from(this.#alerts, ([environment, starts]) => [environment, new WaysUp(starts)]))
  }

  /** The walks from resources up to their parents, by environment. */
  get walks(): ReadonlyMap<string, Walk> {
    return this.#ways
  }

  /** Returns the alerts. Yields now and then, so that the caller can let the process do other work. */
  *run(): Generator<undefined, ReadonlySet<Reaching>> {
    const found = new Set<Reaching>()
    for (const [environment, ways] of this.#ways) {
      const alerts = this.#alerts.get(environment) ?? []
      const starts = alerts.map((alert) => ({ alert, ...ways.numbered(alert) }))
      const reaching = yield* reachedTopologies(ways, starts, this.#index.of(environment))
      for (const { alert } of reaching.keys()) found.add(alert)
    }
    return found
  }
}
