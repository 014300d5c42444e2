import type { AlertStatus } from '../alert/alert-status.js'
import type { Severity } from '../alert/severity.js'
import type { ImpactAlert } from './impact-alert.js'

/** An alert in an answer about impact. Has only some of the fields of the stored alert. */
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
export function nameAlert(alert: ImpactAlert): NamedAlert {
  const { id, environment, resource, event, severity, status, activeSince } = alert
  return { alertId: id, environment, resource, event, severity, status, since: activeSince }
}
