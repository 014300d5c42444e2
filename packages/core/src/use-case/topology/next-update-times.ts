import type { TopologyStore } from '../../port/topology-store.js'
import { laterTimestamp } from '../../timestamp.js'

/**
 * Returns a function that returns the `updateTime` of the next topology to save. Each time is later than the
 * `updateTime` of every stored topology, even within one millisecond, and even after a save by a server with a faster
 * clock. So `updateTime` identifies a version, and shows which of several topologies with an edge for the same relation
 * was saved last (rules.md#relation-sync-4). The caller must hold the lock `topologies`.
 *
 * @param now ISO 8601 in UTC with milliseconds
 */
export async function nextUpdateTimes(topologies: TopologyStore, now: string): Promise<() => string> {
  let last = await topologies.lastUpdateTime()
  return () => {
    last = last === undefined ? now : laterTimestamp(last, now)
    return last
  }
}
