import type { Relation } from '@opsgraph/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MemoryStore } from '../src/index.js'

const MANY = 10_000

afterEach(() => void vi.restoreAllMocks())

describe('MemoryStore', () => {
  it('should let the process do other work during one large call', async () => {
    const store = new MemoryStore()
    // The clock stands still, so that only the steps of the call itself pause.
    vi.spyOn(Date, 'now').mockReturnValue(0)
    expect(await turnsDuring(() => store.relations.upsert(relations()))).toBeGreaterThanOrEqual(10)
    const query = { filters: {}, sort: undefined, page: 1, pageSize: 50 }
    expect(await turnsDuring(() => store.relations.list(query))).toBeGreaterThanOrEqual(15)
    const keys = relations()
    expect(await turnsDuring(() => store.relations.find(keys))).toBeGreaterThanOrEqual(10)
    const undone = () =>
      store.transaction(async (parts) => {
        await parts.relations.withdraw(keys, '2026-01-02T00:00:00.000Z')
        throw new Error('undone')
      })
    expect(await turnsDuring(() => undone().catch(() => undefined))).toBeGreaterThanOrEqual(20)
    expect((await store.relations.list(query)).total).toBe(MANY)
  })

  it('should let the process do other work between the calls of a transaction that takes long', async () => {
    let time = 0
    vi.spyOn(Date, 'now').mockImplementation(() => (time += 20))
    const store = new MemoryStore()
    const turns = await turnsDuring(() =>
      store.transaction(async (parts) => {
        for (let call = 0; call < 5; call++) await parts.relations.find([])
      }),
    )
    expect(turns).toBeGreaterThanOrEqual(5)
  })
})

// Helpers

function relations(): readonly Relation[] {
  const time = '2026-01-01T00:00:00.000Z'
  return Array.from({ length: MANY }, (_, index) => ({
    ...{ id: `${index}`, environment: '', resource: `r${(index * 7919) % MANY}`, parent: 'p', source: 'cmdb' as const },
    ...{ sourceRef: null, createTime: time, updateTime: time },
  }))
}

/** The number of turns of the event loop during `work`. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOn] = [0, true]
  const turn = () => {
    turns++
    if (isOn) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOn = false
  return turns
}
