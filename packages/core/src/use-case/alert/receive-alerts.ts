import type { Caller } from '../../access/caller.js'
import type { Alert, AlertDraft } from '../../alert/alert.js'
import type { Dependencies } from '../../port/dependencies.js'
import { storeAlerts } from './store-alerts.js'

/**
 * Receives a batch of alerts in one transaction, as {@link storeAlerts} says.
 *
 * @returns for each draft, the alert as it is stored when the whole batch has arrived
 */
export async function receiveAlerts(
  dependencies: Dependencies,
  caller: Caller,
  drafts: readonly AlertDraft[],
): Promise<readonly Alert[]> {
  if (drafts.length === 0) return []
  const sent = drafts.map((draft) => ({ draft, actor: caller.user }))
  return await dependencies.store.transaction((parts) => storeAlerts(dependencies, parts, sent))
}
