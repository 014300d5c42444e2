import type { Alert, Relation } from '@opsgraph/core'
import type { StoreParts } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { MemoryStore } from '../src/memory-store.js'

describe('MemoryStore', () => {
  it('should refuse calls to the parts of a transaction that has ended', async () => {
    const store = new MemoryStore()
    const parts = await store.transaction(async (given) => ({ given }))
    await expect(parts.given.relations.upsert([RELATION])).rejects.toThrow('the transaction has ended')
    await expect(parts.given.lock('topologies')).rejects.toThrow('the transaction has ended')
    expect(await store.relations.find([RELATION])).toEqual([])
  })

  it('should refuse calls to the parts of a transaction that has failed', async () => {
    const store = new MemoryStore()
    const leaked: StoreParts[] = []
    const attempt = store.transaction(async (parts) => {
      leaked.push(parts)
      throw new Error('the work failed')
    })
    await expect(attempt).rejects.toThrow('the work failed')
    await expect(leaked[0]?.relations.find([RELATION])).rejects.toThrow('the transaction has ended')
  })

  it('should refuse to write in a snapshot, and store nothing', async () => {
    const store = new MemoryStore()
    const attempt = store.snapshot((view) => view.relations.upsert([RELATION]))
    await expect(attempt).rejects.toThrow('a snapshot is for reading')
    expect(await store.relations.find([RELATION])).toEqual([])
  })

  it('should roll back only a failed step if the work continues', async () => {
    const store = new MemoryStore()
    await store.transaction(async (parts) => {
      await parts.relations.upsert([RELATION])
      const sameKey = parts.alerts.save([ALERT, { ...ALERT, id: 'B' }])
      await expect(sameKey).rejects.toMatchObject({ kind: 'conflict' })
    })
    expect(await store.relations.find([RELATION])).toEqual([RELATION])
    expect(await store.alerts.read('A')).toBeUndefined()
  })

  it('should finish running work when it is closed, and be unavailable afterwards', async () => {
    const store = new MemoryStore()
    const writing = store.transaction((parts) => parts.relations.upsert([RELATION]))
    const closing = store.close()
    expect(await writing).toEqual({ inserted: 1, updated: 0 })
    await closing
    for (const call of [() => store.ping(), () => store.relations.find([]), () => store.transaction(async () => 1)]) {
      await expect(call()).rejects.toMatchObject({ kind: 'unavailable' })
    }
    await store.close()
  })

  it('should copy its arguments when it is called', async () => {
    const store = new MemoryStore()
    const given = { ...RELATION, parent: 'before' }
    const writing = store.relations.upsert([given])
    given.parent = 'after'
    await writing
    expect(await store.relations.find([{ ...RELATION, parent: 'before' }])).toHaveLength(1)
  })
})

const RELATION: Relation = {
  id: 'R',
  environment: 'Production',
  resource: 'web-1',
  parent: 'vm-1',
  source: 'manual',
  sourceRef: null,
  createTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
}

const ALERT: Alert = {
  id: 'A',
  environment: 'Production',
  resource: 'web-1',
  event: 'disk full',
  severity: 'major',
  status: 'open',
  correlate: [],
  service: ['shop'],
  group: 'Misc',
  value: '',
  text: '',
  tags: [],
  attributes: {},
  origin: null,
  type: 'exceptionAlert',
  timeout: 86_400,
  rawData: null,
  customer: null,
  resourceParent: null,
  resourceChildren: [],
  duplicateCount: 0,
  repeat: false,
  previousSeverity: null,
  fingerprint: null,
  eventTime: null,
  endTime: null,
  openCount: 1,
  createTime: '2026-01-01T00:00:00.000Z',
  activeSince: '2026-01-01T00:00:00.000Z',
  expireTime: null,
  statusUntil: null,
  assignee: null,
  receiveTime: '2026-01-01T00:00:00.000Z',
  lastReceiveTime: '2026-01-01T00:00:00.000Z',
  updateTime: '2026-01-01T00:00:00.000Z',
  history: [],
}
