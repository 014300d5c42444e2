import type { Alert, Hold } from '../alert/alert.js'

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
> & {
  /** The maintenance window that holds the alert; absent if none does. */
  readonly maintenance?: Pick<Hold, 'windowId' | 'name'>
}

export function toImpactAlert(alert: ImpactAlert): ImpactAlert {
  const { id, environment, resource, resourceParent, event, severity, status, service, createTime, activeSince } = alert
  const kept = { id, environment, resource, resourceParent, event, severity, status, service, createTime, activeSince }
  if (alert.maintenance === undefined) return kept
  const { windowId, name } = alert.maintenance
  return { ...kept, maintenance: { windowId, name } }
}
