import type { Caller } from '../../access/caller.js'
import type { Alert, AlertDraft } from '../../alert/alert.js'
import type { Dependencies } from '../../port/dependencies.js'
import { storeAlerts } from './store-alerts.js'

/**
 * Receives a batch of alerts in one transaction (see {@link storeAlerts}).
 *
 * @returns for each draft, the alert as stored after the whole batch
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
