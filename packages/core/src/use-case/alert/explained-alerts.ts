import { pause } from '#platform'
import { type Caller, requireScope } from '../../access/caller.js'
import { IMPACT_SCOPES } from '../../access/scope.js'
import type { Alert } from '../../alert/alert.js'
import type { AlertStatus } from '../../alert/alert-status.js'
import type { ImpactOfAlert } from '../../impact/impact-search.js'
import { LIMITS } from '../../limits.js'
import { invalid } from '../../opsgraph-error.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from '../impact/current-impact.js'

/** With 10,000 active alerts, the impact of an alert takes up to 10 ms. */
const ALERTS_IN_TURN = 20

const FOLLOWING: readonly AlertStatus[] = ['open', 'ack', 'assign']

/** True if an alert with this status gets the status of an alert that explains it. */
export function followsCause({ status }: Pick<Alert, 'status'>): boolean {
  return FOLLOWING.includes(status)
}

/**
 * Finds what some alerts explain directly, as the impact of each of them says (rules.md#explained-alerts), but
 * only alerts that get the status of their cause.
 *
 * @param ids the ids of stored alerts; those that are not active explain nothing
 * @returns the ids of the explained alerts, without the given ones
 * @throws OpsgraphError `forbidden` if the caller lacks a scope of the impact; `invalid` if there are too many alerts
 */
export async function readExplained(
  dependencies: Dependencies,
  caller: Caller,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  for (const scope of IMPACT_SCOPES) requireScope(caller, scope)
  const found = new Set<string>()
  for await (const { explains, circle } of impactsOf(dependencies, ids)) {
    for (const alert of [...explains, ...circle]) if (followsCause(alert)) found.add(alert.alertId)
  }
  for (const id of ids) found.delete(id)
  const count = ids.length + found.size
  if (count <= LIMITS.bulkAlerts) return found
  throw invalid(`${count} alerts with those that they explain, the limit is ${LIMITS.bulkAlerts} alerts`)
}

/** Reads the impact of some alerts, and of the other alerts of their circles: a circle counts as one alert. */
async function* impactsOf(dependencies: Dependencies, ids: readonly string[]): AsyncGenerator<ImpactOfAlert> {
  const seen = new Set(ids)
  const all = [...ids]
  for (let done = 0; done < all.length; ) {
    const next = all.slice(done, done + ALERTS_IN_TURN)
    done += next.length
    const impacts = await readTurn(dependencies, next)
    const around = impacts.flatMap(({ circle }) => circle.map(({ alertId }) => alertId))
    for (const id of around) {
      if (!seen.has(id)) all.push(id)
      seen.add(id)
    }
    yield* impacts
  }
}

/** Reads the impact of a few alerts. The impact of the next ones is read in another turn, so that others can go on. */
async function readTurn(dependencies: Dependencies, ids: readonly string[]): Promise<readonly ImpactOfAlert[]> {
  return await readCurrentImpact(dependencies, async ({ impact }) => {
    const impacts: ImpactOfAlert[] = []
    for (const id of ids) {
      const found = impact.of(id)
      if (found !== undefined) impacts.push(found)
      await pause()
    }
    return impacts
  })
}
