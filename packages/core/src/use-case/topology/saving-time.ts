import type { Dependencies } from '../../port/dependencies.js'
import type { StoreTransaction } from '../../port/store.js'
import { timestamp, timestampAfter } from '../../timestamp.js'

/**
 * The `updateTime` of what is saved now: later than that of every topology, though no millisecond has passed, or a server
 * with a faster clock was before. So it tells versions apart, and who was saved last of those that draw a relation
 * (decisions.md 7). Whoever asks holds the lock of topologies.
 */
export async function savingTime({ clock }: Dependencies, { topologies }: StoreTransaction): Promise<string> {
  const last = await topologies.lastUpdateTime()
  const now = timestamp(clock())
  return last === undefined ? now : timestampAfter(last, now)
}
