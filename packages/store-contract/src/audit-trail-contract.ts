import { type AuditEntry, type AuditEvent, LIST_COLUMNS } from '@opsgraph/core'
import { AUDIT_TYPES } from '@opsgraph/core/pure'
import { compareCreation } from '@opsgraph/core/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listContract } from './list-contract.js'
import { anyJson, longestName, ODD_JSON, ODD_NAMES } from './odd-text.js'
import { propertyRuns } from './property-runs.js'
import { at, nextId, sampleAuditEntry } from './sample.js'
import type { StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'

/** Tests the guarantees of `AuditTrail`. */
export function auditTrailContract(harness: StoreHarness): void {
  const everything = { filters: {}, sort: undefined, page: 1, pageSize: 1_000 }

  it('should keep every field of an entry, newest first, ties by id descending', async () => {
    const { store, peek } = await harness.open()
    const [oldest, newest, tied] = [entry(0), entry(2), entry(2)]
    for (const appended of [newest, oldest, tied]) await store.audit.append(appended)
    expect((await store.audit.list(everything)).items).toEqual([tied, newest, oldest])
    expect(await peek('audit')).toHaveLength(3)
    expect(await peek('audit')).toContainEqual({ event: oldest.event, user: oldest.user })
  })

  it('should delete entries from before a time, the earliest first, up to the limit', async () => {
    const { store } = await harness.open()
    const entries = [5, 1, 3, 2, 1].map((created) => entry(created))
    await store.audit.append(...entries)
    const left = async () => (await store.audit.list(everything)).items.map(({ createTime }) => createTime)
    expect(await store.audit.deleteOld(at(1), 10)).toBe(0)
    expect(await store.audit.deleteOld(at(5), 3)).toBe(3)
    expect(await left()).toEqual([at(5), at(3)])
    expect(await store.transaction((parts) => parts.audit.deleteOld(at(5), 3))).toBe(1)
    expect(await left()).toEqual([at(5)])
    const work = store.transaction(async (parts) => {
      await parts.audit.deleteOld(at(9), 1)
      throw new Error('rolled back')
    })
    await expect(work).rejects.toThrow('rolled back')
    expect(await left()).toEqual([at(5)])
  })

  it('should append several entries atomically', async () => {
    const { store } = await harness.open()
    const entries = Array.from({ length: 1_000 }, (_, index) => ({
      ...entry(index),
      resourceId: index % 2 ? null : 'x',
    }))
    await store.audit.append(...entries)
    await store.audit.append()
    expect((await store.audit.list(everything)).items).toEqual(entries.toReversed())
    const work = store.transaction(async (parts) => {
      await parts.audit.append(entry(1), entry(2))
      throw new Error('rolled back')
    })
    await expect(work).rejects.toThrow('rolled back')
    expect((await store.audit.list(everything)).total).toBe(1_000)
  })

  it('should keep odd names and odd JSON', async () => {
    const { store } = await harness.open()
    const entries = [...ODD_NAMES, longestName(9)].map((name) =>
      sampleAuditEntry({
        user: name,
        resourceId: name,
        text: name,
        requestId: 'A-1._',
        attributes: { name, ...ODD_JSON },
      }),
    )
    for (const appended of entries) await store.audit.append(appended)
    expect((await store.audit.list(everything)).items).toEqual(entries.toReversed())
  })

  it('should keep any JSON as attributes', async () => {
    const { store } = await harness.open()
    await fc.assert(
      fc.asyncProperty(anyJson(), async (value) => {
        const appended = sampleAuditEntry({ user: nextId(), attributes: { value } })
        await store.audit.append(appended)
        const filters = { user: [appended.user] }
        expect(await store.audit.list({ ...everything, filters })).toEqual({ items: [appended], total: 1 })
      }),
      propertyRuns(harness, 50),
    )
  })

  it('should not be changed by callers who change given or returned values', async () => {
    const { store } = await harness.open()
    const original = sampleAuditEntry({ attributes: { list: [{ a: 1 }] } })
    const given = structuredClone(original)
    await store.audit.append(given)
    tamper(given)
    tamper(await store.audit.list(everything))
    expect((await store.audit.list(everything)).items).toEqual([original])
  })

  describe('list', () => {
    listContract(harness, {
      rows: LISTED,
      save: async (store, rows) => {
        for (const row of rows) await store.audit.append(row)
      },
      list: (store, query) => store.audit.list(query),
      filters: LIST_COLUMNS.audit.filters,
      sorts: LIST_COLUMNS.audit.sorts,
      show: {
        event: (row) => row.event,
        type: (row) => row.type,
        user: (row) => row.user,
        resourceId: (row) => row.resourceId,
        createTime: (row) => row.createTime,
      },
      compareByDefault: (left, right) => compareCreation(right, left),
      nullsLast: false,
    })
  })
}

// Helpers

function entry(created: number): AuditEntry {
  return sampleAuditEntry({
    event: 'service-topology-updated',
    type: 'service-topology',
    resourceId: nextId(),
    user: 'bob',
    text: 'Shop',
    attributes: { nodes: 3, edges: [1.5, null, { a: '' }] },
    requestId: `request-${created}`,
    createTime: at(created),
  })
}

const EVENTS = Object.keys(AUDIT_TYPES) as AuditEvent[]

const LISTED: readonly AuditEntry[] = Array.from({ length: 12 }, (_, index) => {
  const event = EVENTS[index % EVENTS.length] ?? 'resource-relation-created'
  return sampleAuditEntry({
    event,
    type: AUDIT_TYPES[event],
    user: ['alice', 'Alice', '\u{1f600}'][index % 3] ?? '',
    resourceId: index % 4 === 0 ? null : `resource-${index % 5}`,
    requestId: index % 2 === 0 ? null : `request-${index}`,
    createTime: at(index % 5),
  })
})
