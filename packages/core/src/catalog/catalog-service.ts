import type { AlertStatus } from '../alert/alert-status.js'
import type { Severity } from '../alert/severity.js'
import type { Filter } from '../filter/filter.js'

/** A business service as the catalog describes it (decisions.md 5). */
export interface CatalogService {
  /** The service's name as alerts carry it in `service`. */
  readonly serviceId: string
  readonly name: string
  readonly description: string
  readonly icon: string
  readonly alertImpact: AlertImpact
}

/** Which alerts count for a service; what is empty excludes nothing. */
export interface AlertImpact {
  readonly severities: readonly Severity[]
  readonly statuses: readonly AlertStatus[]
  readonly whitelist: Filter
  readonly blacklist: Filter
}
