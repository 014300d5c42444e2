import type { Alert } from '../../alert/alert.js'
import { compileImpact } from '../../catalog/alert-impact.js'
import type { StoreParts } from '../../port/store.js'

/** Selects some of the alerts of a service. */
export interface AlertSelection {
  /** Only alerts with these severities; `undefined` = all. */
  readonly severities?: readonly string[] | undefined
  /** If true, the alert impact in the service's catalog entry is ignored. Default: false. */
  readonly includeExcluded?: boolean | undefined
}

/**
 * The active alerts that count for a service according to its catalog entry, sorted by createTime, then by id
 * (rules.md#assignments-2).
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
