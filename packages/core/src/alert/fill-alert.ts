import type { Alert } from './alert.js'
import { isActive } from './alert-status.js'

type AddedField = 'activeSince' | 'expireTime' | 'statusUntil' | 'fingerprint' | 'eventTime' | 'endTime' | 'openCount'

/** An alert as a store reads it. If an earlier release wrote the alert, the fields of later releases are missing. */
type KeptAlert = Omit<Alert, AddedField> & Partial<Pick<Alert, AddedField>>

/**
 * Adds the fields that an alert of an earlier release does not have (rules.md#alert-fields-8). A store that may contain
 * such alerts must call this function for each alert that it reads. A missing `expireTime` becomes `null`: the alert
 * does not expire unless it is received again (rules.md#expiry-and-timed-statuses-4).
 */
export function fillAlert(kept: KeptAlert): Alert {
  const { expireTime = null, statusUntil = null, fingerprint = null, eventTime = null, endTime = null } = kept
  const openCount = kept.openCount ?? Number(isActive(kept.status))
  const added = { expireTime, statusUntil, fingerprint, eventTime, endTime, openCount }
  return { ...kept, activeSince: kept.activeSince ?? activeSince(kept), ...added }
}

/**
 * The time at which the alert was last reopened, or its createTime if its history contains no reopening. The history
 * has a limited length, so an older reopening may be missing.
 */
function activeSince({ createTime, history }: KeptAlert): string {
  const reopened = history.findLast(({ status }, index) => {
    const before = history[index - 1]
    return isActive(status) && before !== undefined && !isActive(before.status)
  })
  return reopened?.updateTime ?? createTime
}
