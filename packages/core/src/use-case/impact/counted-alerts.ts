import { type Caller, requireScope } from '../../access/caller.js'
import { IMPACT_SCOPES } from '../../access/scope.js'
import type { AlertFilters } from '../../alert/read-alert-filters.js'
import type { ImpactFilters } from '../../alert/read-alert-selection.js'
import { normalizeName } from '../../name.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from './current-impact.js'

/**
 * Adds the filters that the impact answers to the other filters of alerts (rules.md#alert-filters-7). Returns the other
 * filters unchanged if no such filter is given.
 *
 * @throws OpsgraphError `forbidden` if such a filter is given and the caller lacks a scope
 */
export async function withCounted(
  dependencies: Dependencies,
  caller: Caller,
  { hurts, unreached = false, filters }: ImpactFilters & { readonly filters: AlertFilters },
): Promise<AlertFilters> {
  if (hurts === undefined && !unreached) return filters
  for (const scope of IMPACT_SCOPES) requireScope(caller, scope)
  const wanted = await readCurrentImpact(dependencies, async ({ impact }) => {
    if (hurts === undefined) return idsOf(impact.unreached)
    // No service counts an alert that reaches no service.
    return idsOf(unreached ? [] : hurts.flatMap((service) => impact.countedBy(normalizeName(service))))
  })
  return { ...filters, id: filters.id?.filter((id) => wanted.has(id)) ?? [...wanted] }
}

function idsOf(alerts: readonly { readonly id: string }[]): ReadonlySet<string> {
  return new Set(alerts.map(({ id }) => id))
}
