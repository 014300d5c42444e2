import type { Alert } from '../../alert/alert.js'
import { acceptingTest, countsByState, hasFilters } from '../../catalog/alert-impact.js'
import type { CatalogService } from '../../catalog/catalog-service.js'
import { groupBy } from '../../group-by.js'
import type { ActiveCount } from '../../port/alert-store.js'
import type { StoreParts } from '../../port/store.js'
import { type Standing, standingOf } from '../../topology/assignment/standing.js'
import { WorkMeter } from '../../work-meter.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'

/**
 * Maps each service with open or acknowledged alerts to its state. Alerts that the catalog entry of the service
 * excludes are ignored. Needs at most three database statements, regardless of the number of alerts and services: the
 * store counts the alerts, and only the alerts of services whose catalog entry has filters are read.
 */
export async function readStandings({ alerts, catalog }: StoreParts): Promise<ReadonlyMap<string, Standing>> {
  const counts = await alerts.countActive()
  const entries = await catalog.find([...new Set(counts.map(({ service }) => service))])
  const filtered = entries.filter(({ alertImpact }) => hasFilters(alertImpact))
  const read =
    filtered.length === 0
      ? []
      : await alerts.activeOf(
          filtered.map(({ serviceId }) => serviceId),
          undefined,
        )
  const singly = await runWithPauses(countedSingly(read, filtered))
  const states = groupBy([...countedWhole(counts, entries), ...singly], ({ service }) => service)
  return new Map(
    [...states].flatMap(([service, found]) => {
      const standing = standingOf(found)
      return standing === undefined ? [] : [[service, standing] as const]
    }),
  )
}

/**
 * Returns the counts that can be used without reading the alerts: the counts of services without a catalog entry, and
 * of services whose entry selects alerts only by severity and status. Counts with a severity or status that the entry
 * excludes are left out.
 */
function countedWhole(counts: readonly ActiveCount[], entries: readonly CatalogService[]): readonly ActiveCount[] {
  const impacts = new Map(entries.map(({ serviceId, alertImpact }) => [serviceId, alertImpact]))
  return counts.filter((state) => {
    const impact = impacts.get(state.service)
    return impact === undefined || (!hasFilters(impact) && countsByState(impact, state))
  })
}

function* countedSingly(
  alerts: readonly Alert[],
  entries: readonly CatalogService[],
): Generator<undefined, readonly ActiveCount[]> {
  const impacts = new Map(entries.map(({ serviceId, alertImpact }) => [serviceId, acceptingTest(alertImpact)]))
  const meter = new WorkMeter()
  const counts: ActiveCount[] = []
  for (const alert of alerts) {
    const { severity, status } = alert
    for (const service of new Set(alert.service)) {
      const accepts = impacts.get(service)
      if (accepts !== undefined && (yield* accepts(alert, meter))) counts.push({ service, severity, status, count: 1 })
    }
  }
  return counts
}
