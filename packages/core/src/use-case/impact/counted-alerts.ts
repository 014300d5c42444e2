import { type Caller, requireScope } from '../../access/caller.js'
import { IMPACT_SCOPES } from '../../access/scope.js'
import type { AlertFilters } from '../../alert/read-alert-filters.js'
import { normalizeName } from '../../name.js'
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
  const counted = await readCurrentImpact(
    dependencies,
    async ({ impact }) => new Set(names.flatMap((service) => impact.countedBy(service).map(({ id }) => id))),
  )
  return { ...filters, id: filters.id?.filter((id) => counted.has(id)) ?? [...counted] }
}
