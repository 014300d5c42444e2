import { type Caller, requireScope } from '../../access/caller.js'
import { IMPACT_SCOPES } from '../../access/scope.js'
import type { AlertFilters, ImpactFilters } from '../../alert/alert-selection.js'
import { type UnknownNames, unknownNamesIfAny } from '../../impact/unknown-names.js'
import { normalizeName } from '../../name.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from './current-impact.js'

/** Filters of alerts, and the names in `hurts` that no service has; `unknown` is missing if there are none. */
export interface ImpactFiltered {
  readonly filters: AlertFilters
  readonly unknown?: UnknownNames
}

/**
 * Adds a filter for ids to alert filters if the request filters by impact: by the services that count an alert
 * (`hurts`), or by alerts that reach no service (`unreached`) (rules.md#alert-filters-7). Otherwise returns the filters
 * unchanged.
 *
 * @throws OpsgraphError `forbidden` if the request filters by impact and the caller lacks a scope
 */
export async function addImpactFilter(
  dependencies: Dependencies,
  caller: Caller,
  { hurts, unreached = false, filters }: ImpactFilters & { readonly filters: AlertFilters },
): Promise<ImpactFiltered> {
  if (hurts === undefined && !unreached) return { filters }
  for (const scope of IMPACT_SCOPES) requireScope(caller, scope)
  return await readCurrentImpact(dependencies, async ({ impact }) => {
    const services = [...new Set(hurts?.map(normalizeName))]
    // An alert that a service counts reaches this service. So if both filters are given, no alert matches.
    const counted = unreached ? [] : services.map((service) => impact.countedBy(service))
    const alertIds = await runWithPauses(idsOf(hurts === undefined ? [impact.unreached] : counted))
    const isKnown = services.every((service) => impact.serviceNamed(service) !== undefined)
    const unknown = isKnown ? undefined : unknownNamesIfAny({ services, owners: [] }, impact.services)
    const id = filters.id?.filter((each) => alertIds.has(each)) ?? [...alertIds]
    return { filters: { ...filters, id }, ...(unknown && { unknown }) }
  })
}

/** The ids of the alerts in the lists. Yields after each list, because a list may be very long. */
function* idsOf(lists: readonly (readonly { readonly id: string }[])[]): Generator<undefined, ReadonlySet<string>> {
  const ids = new Set<string>()
  for (const alerts of lists) {
    for (const { id } of alerts) ids.add(id)
    if (alerts.length > 0) yield
  }
  return ids
}
