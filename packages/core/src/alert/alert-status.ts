export const ALERT_STATUSES = ['open', 'assign', 'ack', 'shelved', 'blackout', 'closed', 'expired', 'unknown'] as const
export type AlertStatus = (typeof ALERT_STATUSES)[number]

/** The statuses of an alert that still counts (decisions.md 4). */
export const ACTIVE_STATUSES: readonly AlertStatus[] = ALERT_STATUSES.filter(
  (status) => status !== 'closed' && status !== 'expired',
)

export function isActive(status: AlertStatus): boolean {
  return ACTIVE_STATUSES.includes(status)
}

export function isAlertStatus(value: unknown): value is AlertStatus {
  return ALERT_STATUSES.some((status) => status === value)
}
