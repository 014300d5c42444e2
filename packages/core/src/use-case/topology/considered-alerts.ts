import type { Alert } from '../../alert/alert.js'
import { compileImpact } from '../../catalog/alert-impact.js'
import type { StoreParts } from '../../port/store.js'

/** Which alerts of a service somebody wants to look at. */
export interface AlertSelection {
  /** Keeps these severities only; `undefined` = all. */
  readonly severities?: readonly string[] | undefined
  /** Leaves the impact rules of the service's catalog entry aside; `undefined` = they hold. */
  readonly includeExcluded?: boolean | undefined
}

/**
 * The active alerts of a service that a topology is concerned with, in the order of createTime, ties by id: those that
 * the service's catalog entry lets count (rules.md#assignments-2).
 */
export async function consideredAlerts(
  { alerts, catalog }: StoreParts,
  service: string,
  { severities, includeExcluded = false }: AlertSelection,
): Promise<readonly Alert[]> {
  const active = await alerts.activeOf([service], severities)
  const entry = includeExcluded ? undefined : await catalog.read(service)
  return entry === undefined ? active : active.filter(compileImpact(entry.alertImpact))
}
