import type { StoreParts } from '../../port/store.js'
import type { ExpiredAlert } from '../../subscription/remains.js'
import { shortenText } from './told-alerts.js'

/** One statement looks up this many alerts. */
const ALERTS_AT_ONCE = 1_000

/** Finds those of the alerts with these ids that have expired, by id. Costs no statement if there are no ids. */
export async function findExpiredAlerts(
  { alerts }: Pick<StoreParts, 'alerts'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ExpiredAlert>> {
  const found = new Map<string, ExpiredAlert>()
  for (let at = 0; at < ids.length; at += ALERTS_AT_ONCE) {
    const filters = { id: ids.slice(at, at + ALERTS_AT_ONCE), status: ['expired'] }
    for (const alert of await alerts.after(undefined, ALERTS_AT_ONCE, filters)) {
      const { id, environment, resource, event, severity, text, lastReceiveTime } = alert
      found.set(id, { id, environment, resource, event, severity, text: shortenText(text), lastReceiveTime })
    }
  }
  return found
}
