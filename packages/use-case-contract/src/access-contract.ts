import { type Caller, createOpsgraph, type Scope } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { admin, setStage } from './stage.js'

/** Tests API keys and scopes (rules.md#api-keys; rules.md#scopes). */
export function accessContract(harness: StoreHarness): void {
  it('should know who calls by the secret, and keep nothing of it but its SHA-256', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const { secret, key } = await opsgraph.createApiKey(admin, { user: 'bob', scopes: ['read:alerts'] })
    const bob = { user: 'bob', scopes: ['read:alerts'], requestId: 'r', expireTime: null }
    expect(await opsgraph.authenticate(secret, 'r')).toEqual(bob)
    const [kept] = await peek('apiKey')
    expect(kept).toEqual({ id: key.id, digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(JSON.stringify([kept, key])).not.toContain(secret)
  })

  it.each([undefined, '', 'wrong', '\u0000'])('should refuse the secret %j', async (secret) => {
    const { opsgraph } = await setStage(harness)
    await expect(opsgraph.authenticate(secret, null)).rejects.toMatchObject({ kind: 'unauthenticated' })
  })

  it('should refuse a key that has expired or was deleted', async () => {
    const { opsgraph } = await setStage(harness)
    const old = await opsgraph.createApiKey(admin, { scopes: [], expireTime: '2025-12-31T00:00:00Z' })
    await expect(opsgraph.authenticate(old.secret, null)).rejects.toMatchObject({ kind: 'unauthenticated' })
    await opsgraph.updateApiKey(admin, { id: old.key.id, body: { expireTime: null } })
    await opsgraph.authenticate(old.secret, null)
    await opsgraph.deleteApiKey(admin, old.key.id)
    await expect(opsgraph.authenticate(old.secret, null)).rejects.toMatchObject({ kind: 'unauthenticated' })
  })

  it('should refuse a key from its expireTime on', async () => {
    const { store } = await setStage(harness)
    let now = '2026-01-01T11:59:59.999Z'
    const opsgraph = createOpsgraph({ store, clock: () => new Date(now) })
    const { secret } = await opsgraph.createApiKey(admin, { scopes: [], expireTime: '2026-01-01T12:00:00Z' })
    await opsgraph.authenticate(secret, null)
    now = '2026-01-01T12:00:00.000Z'
    await expect(opsgraph.authenticate(secret, null)).rejects.toMatchObject({ kind: 'unauthenticated' })
  })

  it.each<Scope>(['write:keys', 'admin'])(
    'should let no key with %s make or change one that outlives it',
    async (scope) => {
      const { opsgraph } = await setStage(harness)
      const expireTime = '2027-01-01T00:00:00.000Z'
      const { secret, key } = await opsgraph.createApiKey(admin, { scopes: [scope], expireTime })
      const other = await opsgraph.createApiKey(admin, { scopes: [] })
      const caller = await opsgraph.authenticate(secret, null)
      for (const attempt of [
        () => opsgraph.createApiKey(caller, { scopes: [], expireTime: null }),
        () => opsgraph.createApiKey(caller, { scopes: [], expireTime: '2027-01-01T00:00:01Z' }),
        () => opsgraph.updateApiKey(caller, { id: key.id, body: { expireTime: null } }),
        () => opsgraph.updateApiKey(caller, { id: other.key.id, body: { scopes: [scope] } }),
      ]) {
        await expect(attempt()).rejects.toMatchObject({
          kind: 'forbidden',
          message: expect.stringMatching(/^expireTime must not be later than /),
        })
      }
      expect((await opsgraph.createApiKey(caller, { scopes: [] })).key.expireTime).toBe(expireTime)
      const shortened = { id: other.key.id, body: { expireTime } }
      expect((await opsgraph.updateApiKey(caller, shortened)).expireTime).toBe(expireTime)
      expect((await opsgraph.updateApiKey(admin, { id: key.id, body: { expireTime: null } })).expireTime).toBeNull()
    },
  )

  it('should report when a key was last used, to the minute', async () => {
    const { opsgraph } = await setStage(harness)
    const { secret, key } = await opsgraph.createApiKey(admin, { scopes: [] })
    const lastUsed = async () => (await opsgraph.readApiKeyById(admin, key.id)).lastUsedTime
    expect(await lastUsed()).toBeNull()
    await opsgraph.authenticate(secret, null)
    const first = await lastUsed()
    expect(first).not.toBeNull()
    await opsgraph.authenticate(secret, null)
    expect(await lastUsed()).toBe(first)
    for (let call = 0; call < 40; call++) await opsgraph.authenticate(secret, null)
    expect(String(await lastUsed()) > String(first)).toBe(true)
  })

  it.each<Scope>(['write:keys', 'admin:keys'])("should keep other users' keys from %s, not admin", async (scope) => {
    const { opsgraph } = await setStage(harness)
    const ann: Caller = { user: 'ann', scopes: [scope, 'read:alerts'], requestId: null }
    const { key } = await opsgraph.createApiKey(admin, { user: 'bob', scopes: [] })
    const own = await opsgraph.createApiKey(ann, { scopes: ['read:alerts'] })
    expect((await opsgraph.listApiKeys(ann, {})).items).toEqual([own.key])
    expect((await opsgraph.listApiKeys(ann, { filters: { user: ['bob'] } })).items).toEqual([])
    expect((await opsgraph.listApiKeys(admin, {})).total).toBe(2)
    expect((await opsgraph.listApiKeys(admin, { filters: { user: ['bob'] } })).items).toEqual([key])
    for (const attempt of [
      () => opsgraph.readApiKeyById(ann, key.id),
      () => opsgraph.updateApiKey(ann, { id: key.id, body: { text: 'mine' } }),
      () => opsgraph.deleteApiKey(ann, key.id),
      () => opsgraph.createApiKey(ann, { user: 'bob', scopes: [] }),
      () => opsgraph.createApiKey(ann, { scopes: ['write:alerts'] }),
      () => opsgraph.updateApiKey(ann, { id: own.key.id, body: { scopes: ['admin'] } }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ kind: 'forbidden' })
    }
    await expect(opsgraph.readApiKeyById(ann, 'none')).rejects.toMatchObject({ kind: 'notFound' })
  })

  it('should create one admin key, only if none is configured or stored', async () => {
    const { opsgraph, store } = await setStage(harness)
    expect(await createOpsgraph({ store, adminKey: 'given' }).ensureAdminKey(admin)).toBeUndefined()
    const secrets = await Promise.all(Array.from({ length: 5 }, () => opsgraph.ensureAdminKey(admin)))
    const [created, ...others] = secrets.filter((secret) => secret !== undefined)
    expect(others).toEqual([])
    expect(await opsgraph.authenticate(created, null)).toMatchObject({ user: 'admin', scopes: ['admin'] })
  })

  it('should accept the configured admin key, without storing it', async () => {
    const { store, peek } = await setStage(harness)
    const opsgraph = createOpsgraph({ store, adminKey: 'given' })
    expect(await opsgraph.authenticate('given', null)).toEqual({ user: 'admin', scopes: ['admin'], requestId: null })
    await expect(opsgraph.authenticate('give', null)).rejects.toMatchObject({ kind: 'unauthenticated' })
    expect(await peek('apiKey')).toEqual([])
  })
}
