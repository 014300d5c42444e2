import { isActive } from '../../alert/alert-status.js'
import type { ImpactOfAlert } from '../../impact/impact-search.js'
import { notFound } from '../../opsgraph-error.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from './current-impact.js'

const NOTHING: ImpactOfAlert = { services: [], explainedBy: [], explains: [], circle: [] }

/**
 * Lists the services that an alert reaches, the alerts that explain this alert, the alerts that this alert explains,
 * and the other alerts of its circle (rules.md#impact-of-an-alert). All lists are empty if the alert is not active.
 *
 * @throws OpsgraphError `notFound`
 */
export async function readAlertImpact(dependencies: Dependencies, id: string): Promise<ImpactOfAlert> {
  const stored = await dependencies.store.alerts.read(id)
  if (stored === undefined) throw notFound('alert')
  if (!isActive(stored.status)) return NOTHING
  return await readCurrentImpact(dependencies, async ({ impact }) => impact.of(id) ?? NOTHING)
}
