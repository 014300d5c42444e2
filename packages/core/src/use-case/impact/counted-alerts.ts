import { type Caller, requireScope } from '../../access/caller.js'
import { IMPACT_SCOPES } from '../../access/scope.js'
import type { AlertFilters } from '../../alert/read-alert-filters.js'
import type { Impact } from '../../impact/impact-search.js'
import { normalizeName } from '../../name.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from './current-impact.js'

interface CountedAlerts {
  /** Names of services. */
  readonly hurts: readonly string[]
  readonly filters: AlertFilters
}

/**
 * Adds to filters of alerts that one of some services counts the alert (rules.md#alert-filters-7).
 *
 * @throws OpsgraphError `forbidden` if the caller lacks a scope
 */
export async function withCounted(
  dependencies: Dependencies,
  caller: Caller,
  { hurts, filters }: CountedAlerts,
): Promise<AlertFilters> {
  for (const scope of IMPACT_SCOPES) requireScope(caller, scope)
  const names = hurts.map(normalizeName)
  const counted = await readCurrentImpact(dependencies, ({ impact }) => runWithPauses(idsOf(impact, names)))
  return { ...filters, id: filters.id?.filter((id) => counted.has(id)) ?? [...counted] }
}

/** The ids of the alerts that one of the services counts. Each service may count very many alerts. */
function* idsOf(impact: Impact, services: readonly string[]): Generator<undefined, ReadonlySet<string>> {
  const ids = new Set<string>()
  for (const service of new Set(services)) {
    const alerts = impact.countedBy(service)
    for (const { id } of alerts) ids.add(id)
    if (alerts.length > 0) yield
  }
  return ids
}
