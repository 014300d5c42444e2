import type { Alert, AlertHistoryEntry } from './alert.js'
import { isActive } from './alert-status.js'

interface Begun extends Pick<Alert, 'createTime'> {
  readonly history: readonly Pick<AlertHistoryEntry, 'status' | 'updateTime'>[]
}

/** When an active alert began: when it was last reopened, as far as its history goes back; else when it was created. */
export function activeSince({ createTime, history }: Begun): string {
  const ended = history.findLastIndex(({ status }) => !isActive(status))
  return (ended < 0 ? undefined : history[ended + 1]?.updateTime) ?? createTime
}
