import type { Alert, MaintenanceHold } from '../alert/alert.js'
import type { AlertStatus } from '../alert/alert-status.js'
import type { Severity } from '../alert/severity.js'

/**
 * The fields of an alert that determine its impact. They take little memory, so the impact of very many alerts fits
 * into memory.
 */
export type ImpactAlert = Pick<
  Alert,
  | 'id'
  | 'environment'
  | 'resource'
  | 'resourceParent'
  | 'event'
  | 'severity'
  | 'status'
  | 'service'
  | 'createTime'
  | 'activeSince'
> & {
  /** The maintenance window that silences the alert; absent if none does. */
  readonly maintenance?: Pick<MaintenanceHold, 'windowId' | 'name'>
}

export function toImpactAlert(alert: ImpactAlert): ImpactAlert {
  const { id, environment, resource, resourceParent, event, severity, status, service, createTime, activeSince } = alert
  const fields = {
    id,
    environment,
    resource,
    resourceParent,
    event,
    severity,
    status,
    service,
    createTime,
    activeSince,
  }
  if (alert.maintenance === undefined) return fields
  const { windowId, name } = alert.maintenance
  return { ...fields, maintenance: { windowId, name } }
}

/** An alert in an answer about impact, with only some fields of the stored alert. */
export interface NamedAlert {
  readonly alertId: string
  readonly environment: string
  readonly resource: string
  readonly event: string
  readonly severity: Severity
  readonly status: AlertStatus
  /** When the alert was created or last reopened. */
  readonly since: string
}

/** Converts an alert to the form that it has in an answer about impact. */
export function toNamedAlert(alert: ImpactAlert): NamedAlert {
  const { id, environment, resource, event, severity, status, activeSince } = alert
  return { alertId: id, environment, resource, event, severity, status, since: activeSince }
}
