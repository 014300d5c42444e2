import { type Caller, requireScope } from '../../access/caller.js'
import { IMPACT_SCOPES } from '../../access/scope.js'
import type { Alert } from '../../alert/alert.js'
import type { AlertStatus } from '../../alert/alert-status.js'
import { LIMITS } from '../../limits.js'
import { invalid } from '../../opsgraph-error.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from '../impact/current-impact.js'

const FOLLOWING: readonly AlertStatus[] = ['open', 'ack', 'assign']

/** True if an alert with this status gets the status of an alert that explains it. */
export function followsCause({ status }: Pick<Alert, 'status'>): boolean {
  return FOLLOWING.includes(status)
}

/**
 * Finds the alerts that some other alerts explain directly, and whose status changes together with these
 * (rules.md#explained-alerts).
 *
 * @param ids the ids of stored alerts; alerts that are not active explain nothing
 * @returns the ids of the explained alerts, without the given ones
 * @throws OpsgraphError `forbidden` if the caller lacks a scope of the impact; `invalid` if there are too many alerts
 */
export async function readExplained(
  dependencies: Dependencies,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  for (const scope of IMPACT_SCOPES) requireScope(caller, scope)
  const explained = await readCurrentImpact(dependencies, ({ impact }) => runWithPauses(impact.explainedBy(ids)))
  const found = new Set(explained.filter(followsCause).map(({ id }) => id))
  for (const id of ids) found.delete(id)
  const count = ids.length + found.size
  if (count <= LIMITS.bulkAlerts) return found
  throw invalid(`${count} alerts with those that they explain, the limit is ${LIMITS.bulkAlerts} alerts`)
}
