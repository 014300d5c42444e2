import { expect, it } from 'vitest'
import { activeSince } from './active-since.js'
import type { AlertStatus } from './alert-status.js'

it.each<[AlertStatus[], since: string]>([
  [[], 'created'],
  [['open', 'ack', 'open'], 'created'],
  [['open', 'closed', 'open', 'ack'], '2'],
  [['expired', 'open'], '1'],
  [['open', 'closed', 'open', 'expired', 'closed', 'open', 'open'], '5'],
])('should be the time of the last reopening, or else of the creation: %j', (statuses, since) => {
  const history = statuses.map((status, index) => ({ status, updateTime: String(index) }))
  expect(activeSince({ createTime: 'created', history })).toBe(since)
})
