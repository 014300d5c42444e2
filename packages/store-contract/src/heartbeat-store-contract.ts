import { LIST_COLUMNS } from '@opsgraph/core'
import { compareNames, type Store } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { listContract } from './list-contract.js'
import { longestName, ODD_JSON, ODD_NAMES, ODD_TEXT } from './odd-text.js'
import { byId } from './row-order.js'
import { at, nextId } from './sample.js'
import type { StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'
import { waitBriefly } from './waiting.js'

type Heartbeat = Parameters<Store['heartbeats']['add']>[0]

/** Tests the guarantees of `HeartbeatStore`. */
export function heartbeatStoreContract(harness: StoreHarness): void {
  it('should keep every field, and replace all but the origin', async () => {
    const { heartbeats, peek } = await openWith(ELABORATE, ...ODD)
    for (const heartbeat of [ELABORATE, ...ODD]) expect(await heartbeats.read(heartbeat.id)).toEqual(heartbeat)
    expect(byId(await peek('heartbeat'))).toEqual(byId([ELABORATE, ...ODD]).map(kept))
    const changed = { ...sampleHeartbeat(), id: ELABORATE.id }
    expect(await heartbeats.save(changed)).toBe(true)
    for (const id of [nextId(), '', '\u0000', '\ud800']) {
      expect(await heartbeats.save(sampleHeartbeat({ id }))).toBe(false)
    }
    expect(await heartbeats.read(ELABORATE.id)).toEqual({ ...changed, origin: ELABORATE.origin })
    expect(await peek('heartbeat')).toHaveLength(ODD.length + 1)
  })

  it('should add one heartbeat for each origin, and find it by its origin', async () => {
    const { heartbeats, peek } = await openWith(ELABORATE)
    expect(await heartbeats.add({ ...sampleHeartbeat(), origin: ELABORATE.origin })).toBe(false)
    expect(await heartbeats.add({ ...sampleHeartbeat(), id: ELABORATE.id })).toBe(false)
    expect(await heartbeats.lock(ELABORATE.origin)).toEqual(ELABORATE)
    for (const origin of ['', ELABORATE.id, '\u0000', '\ud800']) expect(await heartbeats.lock(origin)).toBeUndefined()
    expect(await peek('heartbeat')).toEqual([kept(ELABORATE)])
  })

  it('should delete a heartbeat, after which its origin can have another', async () => {
    const { heartbeats } = await openWith(ELABORATE)
    for (const id of [nextId(), '', '\u0000', '\ud800']) {
      expect([await heartbeats.read(id), await heartbeats.delete(id)]).toEqual([undefined, false])
    }
    expect([await heartbeats.delete(ELABORATE.id), await heartbeats.delete(ELABORATE.id)]).toEqual([true, false])
    const next = { ...sampleHeartbeat(), origin: ELABORATE.origin }
    expect(await heartbeats.add(next)).toBe(true)
    expect(await heartbeats.lock(next.origin)).toEqual(next)
  })

  it('should find what is overdue, the first due first, until it is marked as missed', async () => {
    const due = [at(9), at(10), at(10), at(11), null].map((expireTime) => sampleHeartbeat({ expireTime }))
    const missed = sampleHeartbeat({ expireTime: at(1), isMissed: true })
    const { store, heartbeats } = await openWith(...due.toReversed(), missed)
    const found = async (time: string, limit = 9) => (await heartbeats.overdue(time, limit)).map(({ id }) => id)
    const ids = due.map(({ id }) => id)
    expect(await found(at(8))).toEqual([])
    expect(await heartbeats.overdue(at(9), 9)).toEqual(due.slice(0, 1))
    expect(await found(at(10))).toEqual(ids.slice(0, 3))
    expect(await found('9999-12-31T23:59:59.999Z')).toEqual(ids.slice(0, 4))
    expect(await found(at(11), 2)).toEqual(ids.slice(0, 2))
    await store.transaction(async (parts) => {
      await parts.heartbeats.miss((await parts.heartbeats.overdue(at(10), 2)).map(({ id }) => id))
    })
    expect(await found(at(11))).toEqual(ids.slice(2, 4))
    expect(await heartbeats.read(ids[0] as string)).toEqual({ ...due[0], isMissed: true })
    await heartbeats.save(due[0] as Heartbeat)
    expect(await found(at(9))).toEqual(ids.slice(0, 1))
  })

  it('should let the renewal of a heartbeat wait for a transaction that has found it overdue', async () => {
    const overdue = sampleHeartbeat({ expireTime: at(1) })
    const { store } = await openWith(overdue)
    const others: Promise<unknown>[] = []
    await store.transaction(async (parts) => {
      await parts.heartbeats.overdue(at(1), 9)
      others.push(store.transaction((other) => other.heartbeats.lock(overdue.origin)))
      await waitBriefly(Promise.all(others))
      await parts.heartbeats.miss([overdue.id])
    })
    expect(await Promise.all(others)).toEqual([{ ...overdue, isMissed: true }])
  })

  it('should not find a heartbeat overdue that another transaction renews', async () => {
    const overdue = sampleHeartbeat({ expireTime: at(1) })
    const { store } = await openWith(overdue)
    const others: Promise<unknown>[] = []
    await store.transaction(async (parts) => {
      await parts.heartbeats.lock(overdue.origin)
      others.push(store.transaction((other) => other.heartbeats.overdue(at(1), 9)))
      await waitBriefly(Promise.all(others))
      await parts.heartbeats.save({ ...overdue, expireTime: at(60) })
    })
    expect(await Promise.all(others)).toEqual([[]])
  })

  it('should add an origin once if several callers add it at the same time', async () => {
    const { heartbeats } = await openWith()
    const same = Array.from({ length: 5 }, () => sampleHeartbeat({ origin: 'one' }))
    const added = await Promise.all(same.map((heartbeat) => heartbeats.add(heartbeat)))
    expect(added.filter(Boolean)).toHaveLength(1)
    expect(await heartbeats.lock('one')).toEqual(same[added.indexOf(true)])
  })

  it('should change nothing if the transaction is rolled back', async () => {
    const { store, heartbeats, peek } = await openWith(ELABORATE)
    const attempt = store.transaction(async (parts) => {
      await parts.heartbeats.add(sampleHeartbeat())
      await parts.heartbeats.save({ ...ELABORATE, timeout: 1 })
      await parts.heartbeats.delete(ELABORATE.id)
      throw new Error('rolled back')
    })
    await expect(attempt).rejects.toThrow('rolled back')
    expect(await peek('heartbeat')).toHaveLength(1)
    expect(await heartbeats.read(ELABORATE.id)).toEqual(ELABORATE)
  })

  it('should not be changed by callers who change given or returned values', async () => {
    const { heartbeats } = await openWith()
    const given = structuredClone(ELABORATE)
    await heartbeats.add(given)
    tamper(given)
    tamper(await heartbeats.read(ELABORATE.id))
    tamper(await heartbeats.overdue(at(1_000_000), 9))
    expect(await heartbeats.lock(ELABORATE.origin)).toEqual(ELABORATE)
  })

  describe('list', () => {
    listContract(harness, {
      rows: LISTED,
      save: addAll,
      list: (store, query) => store.heartbeats.list(query),
      filters: ['id', 'origin'] as const,
      sorts: LIST_COLUMNS.heartbeats.sorts,
      show: {
        id: (row) => row.id,
        origin: (row) => row.origin,
        createTime: (row) => row.createTime,
        receiveTime: (row) => row.receiveTime,
        expireTime: (row) => row.expireTime,
      },
      compareByDefault: (left, right) => compareNames(left.origin, right.origin),
      nullsLast: true,
    })

    it('should filter by the status at a time', async () => {
      const { heartbeats } = await openWith(...LISTED)
      const times = [at(30), at(31), at(32)]
      const statusAt = ({ expireTime, isSlow }: Heartbeat, time: string) =>
        expireTime !== null && expireTime <= time ? 'expired' : isSlow ? 'slow' : 'ok'
      for (const time of times) {
        for (const wanted of [['ok'], ['slow'], ['expired'], ['ok', 'expired'], ['slow', 'ok', 'expired'], ['other']]) {
          const filters = { status: wanted.map((status) => `${status} ${time}`) }
          const { items } = await heartbeats.list({ filters, sort: undefined, page: 1, pageSize: 100 })
          const expected = LISTED.filter((row) => wanted.includes(statusAt(row, time)))
          expect(byId(items)).toEqual(byId(expected))
        }
      }
    })
  })

  // Helpers

  async function openWith(...rows: readonly Heartbeat[]) {
    const { store, peek } = await harness.open()
    await addAll(store, rows)
    return { store, heartbeats: store.heartbeats, peek }
  }
}

export function sampleHeartbeat(fields: Partial<Heartbeat> = {}): Heartbeat {
  const id = nextId()
  return {
    ...{ id, origin: `origin ${id}`, tags: [], attributes: {}, customer: null, timeout: 60 },
    ...{ createTime: at(0), receiveTime: at(0), expireTime: at(60_000), isSlow: false, isMissed: false },
    ...fields,
  }
}

async function addAll(store: Store, rows: readonly Heartbeat[]): Promise<void> {
  for (const row of rows) expect(await store.heartbeats.add(row)).toBe(true)
}

const ELABORATE = sampleHeartbeat({
  ...{ origin: 'backup/db-1', tags: ['nightly', ODD_TEXT], attributes: ODD_JSON, customer: ODD_TEXT, timeout: 7 },
  ...{ createTime: at(1), receiveTime: at(5_000), expireTime: at(12_000), isSlow: true, isMissed: false },
})

const ODD = [
  ...ODD_NAMES.map((name) => sampleHeartbeat({ origin: `${name}.` })),
  sampleHeartbeat({ origin: longestName(1), timeout: Number.MAX_SAFE_INTEGER, expireTime: null }),
  sampleHeartbeat({ createTime: '0000-01-01T00:00:00.000Z', expireTime: '9999-12-31T23:59:59.999Z' }),
]

const LISTED = Array.from({ length: 13 }, (_, index) =>
  sampleHeartbeat({
    origin: `${['web', 'Web', '\u{1f600}', '\ue000'][index % 4]} ${index}`,
    createTime: at(index % 5),
    receiveTime: at(20 - (index % 6)),
    expireTime: index % 4 === 1 ? null : at(30 + (index % 3)),
    isSlow: index % 2 === 0,
    isMissed: index % 5 === 0,
  }),
)

function kept({ id, origin, isMissed }: Heartbeat) {
  return { id, origin, isMissed }
}
