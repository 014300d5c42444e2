export const ALERT_STATUSES = ['open', 'assign', 'ack', 'shelved', 'blackout', 'closed', 'expired', 'unknown'] as const
export type AlertStatus = (typeof ALERT_STATUSES)[number]

/** The statuses of an active alert (rules.md#alert-fields-7). */
export const ACTIVE_STATUSES: readonly AlertStatus[] = ALERT_STATUSES.filter(
  (status) => status !== 'closed' && status !== 'expired',
)

export function isActive(status: AlertStatus): boolean {
  return ACTIVE_STATUSES.includes(status)
}

/**
 * The state of the work on an active alert. `open`: nobody works on it yet. `acknowledged`: a user works on it.
 * `silenced`: it is hidden until later.
 */
export const ATTENTIONS = ['open', 'acknowledged', 'silenced'] as const
export type Attention = (typeof ATTENTIONS)[number]

/** Returns the attention of an active alert with this status. */
export function attentionOf(status: AlertStatus): Attention {
  if (status === 'ack' || status === 'assign') return 'acknowledged'
  return status === 'shelved' || status === 'blackout' ? 'silenced' : 'open'
}

export function isAlertStatus(value: unknown): value is AlertStatus {
  return ALERT_STATUSES.some((status) => status === value)
}
