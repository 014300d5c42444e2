import { overdueSince } from '../../subscription/owed.js'
import { timestamp } from '../../timestamp.js'
import type { Dependencies } from '../dependencies.js'

/** The messages of enabled subscriptions that are due and not delivered, on all servers. */
export interface OverdueMessages {
  readonly count: number
  /** For how many seconds the oldest of them has been due; 0 = none is due. */
  readonly oldestSeconds: number
}

/**
 * Counts the messages that subscriptions should have delivered by now, whether their tries fail or none has begun
 * (rules.md#health-and-metrics). The cost depends on the number of owed messages, including those that wait.
 */
export async function readOverdueMessages(dependencies: Dependencies): Promise<OverdueMessages> {
  const { store, clock, subscriptionWatch } = dependencies
  const { all, byId } = await subscriptionWatch.subscriptions.at(store)
  const enabled = all.flatMap(({ subscription: { id, enabled } }) => (enabled ? id : []))
  const rows = enabled.length === 0 ? [] : await store.subscriptions.owedByEach(enabled, { isOwing: true })
  const now = clock()
  const ages = rows.flatMap(({ subscription: id, owed }) => {
    const telling = byId.get(id)?.subscription
    const since = telling && overdueSince(owed, telling, timestamp(now))
    return since ? now.getTime() - Date.parse(since) : []
  })
  return { count: ages.length, oldestSeconds: ages.reduce((oldest, age) => Math.max(oldest, age), 0) / 1_000 }
}
