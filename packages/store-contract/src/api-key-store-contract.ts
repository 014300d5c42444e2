import { type ApiKey, LIST_COLUMNS } from '@opsgraph/core'
import { compareCreation } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { listContract } from './list-contract.js'
import { ODD_NAMES } from './odd-text.js'
import { byId } from './row-order.js'
import { at, nextId, sampleApiKey } from './sample.js'
import type { StoreHarness } from './store-harness.js'
import { tamper } from './tamper.js'

/** Tests the guarantees of `ApiKeyStore`. */
export function apiKeyStoreContract(harness: StoreHarness): void {
  it('should find a key by its id and by the digest of its secret, and never return the digest', async () => {
    const { store, peek } = await harness.open()
    const [key, other] = [ELABORATE, sampleApiKey()]
    await store.apiKeys.add(key, digest(1))
    await store.apiKeys.add(other, digest(2))
    expect(await store.apiKeys.read(key.id)).toEqual(key)
    expect(await store.apiKeys.readByDigest(digest(1))).toEqual(key)
    expect(await store.apiKeys.readByDigest(digest(2))).toEqual(other)
    expect(byId(await peek('apiKey'))).toEqual([
      { id: key.id, digest: digest(1) },
      { id: other.id, digest: digest(2) },
    ])
  })

  it('should not find other ids and digests', async () => {
    const { store } = await harness.open()
    await store.apiKeys.add(ELABORATE, digest(1))
    for (const text of [nextId(), digest(2), digest(1).slice(0, -1), digest(1).toUpperCase(), '', '\u0000', '\ud800']) {
      expect(await store.apiKeys.read(text)).toBeUndefined()
      expect(await store.apiKeys.readByDigest(text)).toBeUndefined()
    }
    expect(await store.apiKeys.read(digest(1))).toBeUndefined()
    expect(await store.apiKeys.readByDigest(ELABORATE.id)).toBeUndefined()
  })

  it('should count its keys', async () => {
    const { store } = await harness.open()
    expect(await store.apiKeys.count()).toBe(0)
    for (const number of [1, 2, 3]) await store.apiKeys.add(sampleApiKey(), digest(number))
    expect(await store.apiKeys.count()).toBe(3)
  })

  it('should update scopes, text and expireTime, and nothing else', async () => {
    const { store } = await harness.open()
    const other = sampleApiKey()
    await store.apiKeys.add(ELABORATE, digest(1))
    await store.apiKeys.add(other, digest(2))
    const change = { scopes: ['admin:keys'] as const, text: 'changed', expireTime: null }
    const sent: ApiKey = { ...ELABORATE, ...change, user: 'mallory', createTime: at(99), lastUsedTime: at(98) }
    expect(await store.apiKeys.update(sent)).toBe(true)
    const expected = { ...ELABORATE, ...change }
    expect(await store.apiKeys.read(ELABORATE.id)).toEqual(expected)
    expect(await store.apiKeys.readByDigest(digest(1))).toEqual(expected)
    expect(await store.apiKeys.read(other.id)).toEqual(other)
    expect(await store.apiKeys.update({ ...sent, scopes: [], expireTime: at(7) })).toBe(true)
    expect(await store.apiKeys.read(ELABORATE.id)).toEqual({ ...expected, scopes: [], expireTime: at(7) })
  })

  it('should not add a key on update', async () => {
    const { store, peek } = await harness.open()
    expect(await store.apiKeys.update(sampleApiKey())).toBe(false)
    expect(await peek('apiKey')).toEqual([])
  })

  it('should set lastUsedTime, and do nothing for an unknown key', async () => {
    const { store, peek } = await harness.open()
    const [key, other] = [sampleApiKey(), sampleApiKey()]
    await store.apiKeys.add(key, digest(1))
    await store.apiKeys.add(other, digest(2))
    for (const time of [at(60_000), at(120_000)]) {
      await store.apiKeys.touch(key.id, time)
      expect(await store.apiKeys.readByDigest(digest(1))).toEqual({ ...key, lastUsedTime: time })
    }
    for (const id of [nextId(), 'no such id', '\u0000']) await store.apiKeys.touch(id, at(1))
    expect(await store.apiKeys.read(other.id)).toEqual(other)
    expect(await peek('apiKey')).toHaveLength(2)
  })

  it('should remove a key with its digest, and return whether it existed', async () => {
    const { store, peek } = await harness.open()
    const [key, left] = [sampleApiKey(), sampleApiKey()]
    await store.apiKeys.add(key, digest(1))
    await store.apiKeys.add(left, digest(2))
    expect(await store.apiKeys.delete(key.id)).toBe(true)
    for (const id of [key.id, 'no such id', '', '\u0000']) expect(await store.apiKeys.delete(id)).toBe(false)
    expect(await store.apiKeys.readByDigest(digest(1))).toBeUndefined()
    expect(await store.apiKeys.update(key)).toBe(false)
    expect(await peek('apiKey')).toEqual([{ id: left.id, digest: digest(2) }])
    await store.apiKeys.add(sampleApiKey(), digest(1))
    expect(await store.apiKeys.count()).toBe(2)
  })

  it('should keep odd names and texts, and times of any year', async () => {
    const { store } = await harness.open()
    const keys = ODD_NAMES.map((name, index) =>
      sampleApiKey({ user: name, text: `${name}\n${name}`, expireTime: TIMES[index % TIMES.length] ?? null }),
    )
    for (const [index, key] of keys.entries()) await store.apiKeys.add(key, digest(index))
    for (const key of keys) expect(await store.apiKeys.read(key.id)).toEqual(key)
  })

  it('should not be changed by callers who change given or returned values', async () => {
    const { store } = await harness.open()
    const given = structuredClone(ELABORATE)
    await store.apiKeys.add(given, digest(1))
    tamper(given)
    tamper(await store.apiKeys.read(ELABORATE.id))
    const update = structuredClone({ ...ELABORATE, text: 'second' })
    await store.apiKeys.update(update)
    tamper(update)
    tamper(await store.apiKeys.readByDigest(digest(1)))
    tamper(await store.apiKeys.list({ filters: {}, sort: undefined, page: 1, pageSize: 10 }))
    expect(await store.apiKeys.read(ELABORATE.id)).toEqual({ ...ELABORATE, text: 'second' })
  })

  describe('list', () => {
    listContract(harness, {
      rows: LISTED,
      save: async (store, rows) => {
        for (const [index, row] of rows.entries()) await store.apiKeys.add(row, digest(index))
      },
      list: (store, query) => store.apiKeys.list(query),
      filters: ['user'],
      sorts: LIST_COLUMNS.apiKeys.sorts,
      show: {
        user: (row) => row.user,
        text: (row) => row.text,
        createTime: (row) => row.createTime,
        expireTime: (row) => row.expireTime,
        lastUsedTime: (row) => row.lastUsedTime,
      },
      compareByDefault: compareCreation,
      nullsLast: true,
    })
  })
}

// Helpers

const ELABORATE: ApiKey = sampleApiKey({
  user: 'bob',
  scopes: ['write:alerts', 'read', 'admin:service_topologies'],
  text: 'of the monitor',
  createTime: at(1),
  expireTime: at(2),
  lastUsedTime: at(3),
})

const TIMES: readonly string[] = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', at(0)]

const LISTED: readonly ApiKey[] = Array.from({ length: 11 }, (_, index) =>
  sampleApiKey({
    user: ['alice', 'Alice', '\u{1f600}', '\ue000'][index % 4] ?? '',
    text: ['one', '', '\ue000', '\u{1f600}', 'One'][index % 5] ?? '',
    createTime: at(9 - (index % 3)),
    expireTime: index % 3 === 1 ? null : at(index % 2),
    lastUsedTime: index % 4 === 2 ? null : at(-index % 3),
  }),
)

/** A made-up SHA-256 digest of a secret. */
function digest(number: number): string {
  return `${number}`.padStart(64, 'a0')
}
