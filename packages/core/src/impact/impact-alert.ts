import type { Alert } from '../alert/alert.js'

/**
 * The fields of an alert from which its impact follows. These fields take little memory, so that the impact of many
 * alerts can be kept.
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
>

export function toImpactAlert(alert: ImpactAlert): ImpactAlert {
  const { id, environment, resource, resourceParent, event, severity, status, service, createTime, activeSince } = alert
  return { id, environment, resource, resourceParent, event, severity, status, service, createTime, activeSince }
}
