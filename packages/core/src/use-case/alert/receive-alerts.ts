import type { Caller } from '../../access/caller.js'
import { type Alert, type AlertDraft, alertKey } from '../../alert/alert.js'
import { receive } from '../../alert/receive.js'
import { relationsOfAlert } from '../../alert/relations-of-alert.js'
import type { Dependencies } from '../../port/dependencies.js'
import { timestamp } from '../../timestamp.js'
import { toRelations } from '../relation/to-relations.js'

/**
 * Stores a batch of alerts and the relations that they state, in one transaction (decisions.md 4). The number of
 * statements does not depend on the number of alerts.
 *
 * @returns for each draft, the alert as it is stored when the whole batch has arrived
 */
export async function receiveAlerts(
  dependencies: Dependencies,
  caller: Caller,
  drafts: readonly AlertDraft[],
): Promise<readonly Alert[]> {
  if (drafts.length === 0) return []
  const { store, clock, newId } = dependencies
  const stated = toRelations(dependencies, drafts.flatMap(relationsOfAlert))
  const keys = [...new Map(drafts.map((draft) => [alertKey(draft), draft])).values()]
  return await store.transaction(async (parts) => {
    const arrival = { now: timestamp(clock()), newId, actor: caller.user }
    const alerts = new Map((await parts.alerts.lock(keys)).map((alert) => [alertKey(alert), alert]))
    for (const draft of drafts) alerts.set(alertKey(draft), receive(alerts.get(alertKey(draft)), draft, arrival))
    await parts.alerts.save([...alerts.values()])
    if (stated.length > 0) await parts.relations.upsert(stated)
    return drafts.flatMap((draft) => alerts.get(alertKey(draft)) ?? [])
  })
}
