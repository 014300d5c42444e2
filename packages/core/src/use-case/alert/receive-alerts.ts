import type { Caller } from '../../access/caller.js'
import { type Alert, type AlertDraft, alertKey } from '../../alert/alert.js'
import { receive } from '../../alert/receive.js'
import { relationsOfAlert } from '../../alert/relations-of-alert.js'
import { relationsByPolicy } from '../../policy/relations-by-policy.js'
import { weighAlert } from '../../policy/weigh-alert.js'
import type { Dependencies } from '../../port/dependencies.js'
import type { RelationDraft } from '../../relation/relation.js'
import { timestamp } from '../../timestamp.js'
import { activePolicies } from '../policy/active-policies.js'
import { toRelations } from '../relation/to-relations.js'

/**
 * Stores a batch of alerts, weighed by the active weight policies, and the relations that they and the relation policies
 * state, in one transaction (decisions.md 4, 7; api.md, Weight policies). The number of statements does not depend on
 * the number of alerts or policies.
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
  const keys = [...new Map(drafts.map((draft) => [alertKey(draft), draft])).values()]
  return await store.transaction(async (parts) => {
    const policies = await activePolicies(dependencies, parts)
    const arrival = { now: timestamp(clock()), newId, actor: caller.user }
    const alerts = new Map((await parts.alerts.lock(keys)).map((alert) => [alertKey(alert), alert]))
    const stated: RelationDraft[] = []
    for (const draft of drafts) {
      const received = receive(alerts.get(alertKey(draft)), draft, arrival)
      const alert = weighAlert(received, draft, { policies: policies.weight, arrival })
      alerts.set(alertKey(draft), alert)
      stated.push(...relationsOfAlert(draft), ...relationsByPolicy(alert, policies.relation))
    }
    await parts.alerts.save([...alerts.values()])
    if (stated.length > 0) await parts.relations.upsert(toRelations(dependencies, stated))
    return drafts.flatMap((draft) => alerts.get(alertKey(draft)) ?? [])
  })
}
