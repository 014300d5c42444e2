import { type Alert, type AlertDraft, alertKey } from '../../alert/alert.js'
import { receive } from '../../alert/receive.js'
import { relationsOfAlert } from '../../alert/relations-of-alert.js'
import { relationsByPolicy } from '../../policy/relations-by-policy.js'
import { weighAlert } from '../../policy/weigh-alert.js'
import type { Dependencies } from '../../port/dependencies.js'
import type { StoreParts } from '../../port/store.js'
import type { RelationDraft } from '../../relation/relation.js'
import { timestamp } from '../../timestamp.js'
import { activePolicies } from '../policy/active-policies.js'
import { toRelations } from '../relation/to-relations.js'

/** An alert that arrives, and who sends it. */
export interface SentDraft {
  readonly draft: AlertDraft
  /** What its history calls the sender. */
  readonly actor: string
}

/**
 * Stores alerts inside of a transaction, weighed by the active weight policies, and the relations that they and the
 * relation policies state (rules.md#receiving-an-alert; rules.md#weighing-an-alert; rules.md#relation-policies). The
 * number of statements does not depend on the number of alerts or policies.
 *
 * @returns for each draft, the alert as it is stored when all of them have arrived
 */
export async function storeAlerts(
  dependencies: Dependencies,
  parts: StoreParts,
  sent: readonly SentDraft[],
): Promise<readonly Alert[]> {
  if (sent.length === 0) return []
  const { clock, newId } = dependencies
  const keys = [...new Map(sent.map(({ draft }) => [alertKey(draft), draft])).values()]
  const [policies, known] = await Promise.all([activePolicies(dependencies, parts), parts.alerts.lock(keys)])
  const alerts = new Map(known.map((alert) => [alertKey(alert), alert]))
  const now = timestamp(clock())
  const stated: RelationDraft[] = []
  for (const { draft, actor } of sent) {
    const arrival = { now, newId, actor }
    const received = receive(alerts.get(alertKey(draft)), draft, arrival)
    const alert = weighAlert(received, draft, { policies: policies.weight, arrival })
    alerts.set(alertKey(draft), alert)
    stated.push(...relationsOfAlert(draft), ...relationsByPolicy(alert, policies.relation))
  }
  await parts.alerts.save([...alerts.values()])
  if (stated.length > 0) await parts.relations.upsert(toRelations(dependencies, stated))
  return sent.flatMap(({ draft }) => alerts.get(alertKey(draft)) ?? [])
}
