import type { Alert, AlertKey } from '../alert/alert.js'
import type { AlertStatus } from '../alert/alert-status.js'
import type { Severity } from '../alert/severity.js'
import type { ListFilter, ListSort } from '../list-columns.js'
import type { ListQuery, Page } from '../page.js'

/** The number of active alerts of a service with one severity and one status. At least 1. */
export interface ActiveCount {
  readonly service: string
  readonly severity: Severity
  readonly status: AlertStatus
  readonly count: number
}

export interface AlertStore {
  read(id: string): Promise<Alert | undefined>
  /** Default order: createTime, ties by id. */
  list(query: ListQuery<ListFilter<'alerts'>, ListSort<'alerts'>>): Promise<Page<Alert>>
  /**
   * Every active alert whose list of services contains one of `services`, without duplicates, ordered by createTime,
   * ties by id. If `severities` is given, only alerts with one of these severities.
   */
  activeOf(services: readonly string[], severities: readonly string[] | undefined): Promise<readonly Alert[]>
  /**
   * How many active alerts each service has, by severity and status, in no promised order. An alert counts once for
   * each service that it names. Costs one statement.
   */
  countActive(): Promise<readonly ActiveCount[]>
  /**
   * The stored alerts among `keys`, in no promised order. In a transaction, this locks the keys: until the transaction
   * ends, no other transaction can change these alerts or add an alert with one of these keys.
   */
  lock(keys: readonly AlertKey[]): Promise<readonly Alert[]>
  /** Like {@link lock}, for one alert by its id. */
  lockById(id: string): Promise<Alert | undefined>
  /** Adds each alert, or replaces the one with its id. No two alerts of a call may share an id or a key. */
  save(alerts: readonly Alert[]): Promise<void>
  /** True if the alert existed. */
  delete(id: string): Promise<boolean>
}
