import type { Caller } from '../../access/caller.js'
import { isActive } from '../../alert/alert-status.js'
import type { ImpactOfAlert } from '../../impact/impact-search.js'
import { notFound } from '../../opsgraph-error.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readImpactState } from './impact-state.js'
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
  const { store, graphTurns } = dependencies
  return await graphTurns.pass(async () => {
    const found = await store.snapshot(async (parts) => {
      const stored = await parts.alerts.read(id)
      if (stored === undefined) throw notFound('alert')
      if (!isActive(stored.status)) return undefined
      const active = await parts.alerts.activeOf(undefined, undefined)
      const alert = active.find((each) => each.id === id)
      if (alert === undefined) return undefined
      const near = active.filter(({ environment }) => environment === alert.environment)
      return { alert, ...(await readImpactState(dependencies, parts, near)) }
    })
    return found === undefined ? NOTHING : await runWithPauses(found.search.of(found.alert, found.services))
  })
}
