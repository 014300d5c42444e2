import { type Caller, requireScope } from '../../access/caller.js'
import { IMPACT_SCOPES } from '../../access/scope.js'
import type { AlertFilters, ImpactFilters } from '../../alert/alert-selection.js'
import { normalizeName } from '../../name.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
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
  const wanted = await readCurrentImpact(dependencies, ({ impact }) => {
    if (hurts === undefined) return runWithPauses(idsOf([impact.unreached]))
    // No service counts an alert that reaches no service.
    const services = new Set(unreached ? [] : hurts.map(normalizeName))
    return runWithPauses(idsOf([...services].map((service) => impact.countedBy(service))))
  })
  return { ...filters, id: filters.id?.filter((id) => wanted.has(id)) ?? [...wanted] }
}

/** The ids of the alerts in the lists, each of which may have very many. */
function* idsOf(lists: readonly (readonly { readonly id: string }[])[]): Generator<undefined, ReadonlySet<string>> {
  const ids = new Set<string>()
  for (const alerts of lists) {
    for (const { id } of alerts) ids.add(id)
    if (alerts.length > 0) yield
  }
  return ids
}
