import type { Alert, AlertKey } from '../alert/alert.js'
import type { AlertStatus } from '../alert/alert-status.js'
import type { Severity } from '../alert/severity.js'
import type { ListQuery, Page } from '../page.js'

export const ALERT_FILTERS = ['severity', 'status', 'environment', 'resource', 'event'] as const
/** `service` keeps the alerts whose list of services holds one of the values. */
export type AlertFilter = (typeof ALERT_FILTERS)[number] | 'service'
export const ALERT_SORTS = ['createTime', 'lastReceiveTime'] as const
export type AlertSort = (typeof ALERT_SORTS)[number]

/** How many active alerts of one severity and status a service has; there is at least one. */
export interface ActiveCount {
  readonly service: string
  readonly severity: Severity
  readonly status: AlertStatus
  readonly count: number
}

export interface AlertStore {
  read(id: string): Promise<Alert | undefined>
  /** Default order: createTime, ties by id. */
  list(query: ListQuery<AlertFilter, AlertSort>): Promise<Page<Alert>>
  /**
   * Every active alert whose list of services holds one of `services`, once, in the order of createTime, ties by id;
   * `severities` narrows when given.
   */
  activeOf(services: readonly string[], severities: readonly string[] | undefined): Promise<readonly Alert[]>
  /**
   * How many active alerts each service has, by severity and status, in no promised order. An alert counts once for each
   * service that it names. One statement.
   */
  countActive(): Promise<readonly ActiveCount[]>
  /**
   * The stored alerts among `keys`, in no promised order. Inside a transaction nobody else changes them, or adds one
   * of the keys, until it ends.
   */
  lock(keys: readonly AlertKey[]): Promise<readonly Alert[]>
  /** As {@link lock}, for one alert by its id. */
  lockById(id: string): Promise<Alert | undefined>
  /** Adds the alerts, or replaces those with the same id. Ids and keys must differ from one another. */
  save(alerts: readonly Alert[]): Promise<void>
  /** Whether there was such an alert. */
  delete(id: string): Promise<boolean>
}
