import type { TopologyStore } from '../../port/topology-store.js'
import { timestampAfter } from '../../timestamp.js'

/**
 * The `updateTime` of each topology that is saved now: later than that of every other, though no millisecond has passed,
 * or a server with a faster clock was before. So it tells versions apart, and who was saved last of those that draw a
 * relation (rules.md#relation-sync-4). Whoever asks holds the lock of topologies.
 *
 * @param now ISO 8601 in UTC with milliseconds
 */
export async function savingTimes(topologies: TopologyStore, now: string): Promise<() => string> {
  let last = await topologies.lastUpdateTime()
  return () => {
    last = last === undefined ? now : timestampAfter(last, now)
    return last
  }
}
