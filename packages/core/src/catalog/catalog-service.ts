import type { AlertStatus } from '../alert/alert-status.js'
import type { Severity } from '../alert/severity.js'
import { type AnsweredFilter, answeredFilter, type Filter } from '../filter/filter.js'

/** A business service as the catalog describes it (rules.md#catalog-entries). */
export interface CatalogService {
  /** The name of the service as it appears in the `service` field of alerts. */
  readonly serviceId: string
  readonly name: string
  readonly description: string
  readonly icon: string
  readonly alertImpact: AlertImpact
}

/** Which alerts count for a service. An empty list or filter excludes nothing. */
export interface AlertImpact {
  readonly severities: readonly Severity[]
  readonly statuses: readonly AlertStatus[]
  readonly whitelist: Filter
  readonly blacklist: Filter
}

/** A catalog entry in the form in which responses and files show it. */
export interface AnsweredCatalogService extends Omit<CatalogService, 'alertImpact'> {
  readonly alertImpact: Omit<AlertImpact, 'whitelist' | 'blacklist'> & {
    readonly whitelist: AnsweredFilter
    readonly blacklist: AnsweredFilter
  }
}

export function answeredCatalogService(entry: CatalogService): AnsweredCatalogService {
  const { whitelist, blacklist, ...listed } = entry.alertImpact
  const filters = { whitelist: answeredFilter(whitelist), blacklist: answeredFilter(blacklist) }
  return { ...entry, alertImpact: { ...listed, ...filters } }
}
