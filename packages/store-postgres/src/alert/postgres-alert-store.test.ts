import type { Alert } from '@opsgraph/core'
import { readAlert } from '@opsgraph/core/pure'
import { expect, it } from 'vitest'
import type { Session, Statement } from '../sql/database.js'
import { AlertLocks } from '../sql/locks.js'
import { PostgresAlertStore } from './postgres-alert-store.js'

it.each([
  ['small ones 500 at a time', 1_200, 10, 3],
  ['large ones so many at a time that a statement takes milliseconds', 20, 300_000, 5],
])('should save alerts, %s', async (_, count, length, statements) => {
  const sent: Statement[] = []
  const query = async (statement: Statement) => {
    sent.push(statement)
    return { rows: [], count: Number.POSITIVE_INFINITY }
  }
  const session = { query } as unknown as Session
  const store = new PostgresAlertStore(session, new AlertLocks(session))
  await store.save(Array.from({ length: count }, (_, index) => alert(index, 'x'.repeat(length))))
  expect(sent.filter(({ text }) => text.startsWith('insert into alert'))).toHaveLength(statements)
})

// Helpers

function alert(index: number, text: string): Alert {
  const sent = readAlert({
    environment: 'Production',
    resource: 'web',
    event: `event ${index}`,
    severity: 'major',
    text,
  })
  const now = '2026-01-01T00:00:00.000Z'
  return {
    ...{ ...sent, id: `alert-${index}`, status: 'open', duplicateCount: 0, repeat: false, previousSeverity: null },
    ...{ createTime: now, activeSince: now, receiveTime: now, lastReceiveTime: now, updateTime: now },
    ...{ expireTime: null, statusUntil: null, assignee: null, openCount: 1, history: [] },
  }
}
