import type { Caller } from '../../access/caller.js'
import { isActive } from '../../alert/alert-status.js'
import type { ImpactOfAlert } from '../../impact/impact-search.js'
import { notFound } from '../../opsgraph-error.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from './current-impact.js'
import { requireImpactScopes } from './read-impact.js'

const NOTHING: ImpactOfAlert = { services: [], explainedBy: [], explains: [], circle: [] }

/**
 * Lists the services that an alert reaches, the alerts that explain this alert, the alerts that this alert explains,
 * and the other alerts of its circle (rules.md#impact-of-an-alert). All lists are empty if the alert is not active. In
 * addition to `read:alerts`, the caller needs the scopes `read:service_topologies` and `read:service_catalog`.
 *
 * @throws OpsgraphError `notFound`; `forbidden` if the caller lacks a scope
 */
export async function readAlertImpact(dependencies: Dependencies, caller: Caller, id: string): Promise<ImpactOfAlert> {
  requireImpactScopes(caller)
  const stored = await dependencies.store.alerts.read(id)
  if (stored === undefined) throw notFound('alert')
  if (!isActive(stored.status)) return NOTHING
  return await readCurrentImpact(dependencies, async ({ impact }) => impact.of(id) ?? NOTHING)
}
