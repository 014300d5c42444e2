import type { Alert } from '../../alert/alert.js'
import type { StoreParts } from '../../port/store.js'

/** Which alerts of a service somebody wants to look at. */
export interface AlertSelection {
  /** Keeps these severities only; `undefined` = all. */
  readonly severities?: readonly string[] | undefined
  /** Leaves the impact rules of the service's catalog entry aside; `undefined` = they hold. */
  readonly includeExcluded?: boolean | undefined
}

/**
 * The active alerts of a service that a topology is concerned with, in the order of createTime, ties by id (api.md, GET
 * .../assignments).
 */
export async function consideredAlerts(
  { alerts }: StoreParts,
  service: string,
  { severities }: AlertSelection,
): Promise<readonly Alert[]> {
  return await alerts.activeOf(service, severities)
}
