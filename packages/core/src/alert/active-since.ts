import type { Alert, AlertHistoryEntry } from './alert.js'
import { isActive } from './alert-status.js'

interface Begun extends Pick<Alert, 'createTime'> {
  readonly history: readonly Pick<AlertHistoryEntry, 'status' | 'updateTime'>[]
}

/**
 * Returns the time at which an active alert became active. This is the time at which it was last reopened, or its
 * createTime if it was never reopened according to its history.
 */
export function activeSince({ createTime, history }: Begun): string {
  const ended = history.findLastIndex(({ status }) => !isActive(status))
  return (ended < 0 ? undefined : history[ended + 1]?.updateTime) ?? createTime
}
