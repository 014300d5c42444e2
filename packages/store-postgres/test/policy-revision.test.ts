import type { RelationPolicy } from '@opsgraph/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { openPostgresStore, type PostgresStore } from '../src/index.js'

describe('the revision of policies that several servers change', () => {
  let server: PostgresServer
  let stores: readonly PostgresStore[] = []
  beforeAll(async () => {
    server = await startPostgresServer()
    const connectionString = await server.createDatabase()
    stores = await Promise.all([openPostgresStore({ connectionString }), openPostgresStore({ connectionString })])
  })
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await server?.stop()
  })

  it('should be the same on all servers, and change with every change on any server', async () => {
    const seen: string[] = []
    for (let round = 0; round < 10; round++) {
      const writer = stores[round % 2]
      const lost = writer?.transaction(async (parts) => {
        await parts.relationPolicies.save([POLICY])
        seen.push(await parts.policyRevision.read())
        throw new Error('rolled back')
      })
      await expect(lost).rejects.toThrow('rolled back')
      await writer?.relationPolicies.save([POLICY])
      const [first = '', second] = await Promise.all(stores.map((store) => store.policyRevision.read()))
      expect(second).toBe(first)
      seen.push(first)
    }
    expect(new Set(seen).size).toBe(20)
  })

  it('should make the second of two writers wait for the first, and no reader wait', async () => {
    const [first, second] = stores as [PostgresStore, PostgresStore]
    const before = await first.policyRevision.read()
    const steps: string[] = []
    const waiting: Promise<unknown>[] = []
    await first.transaction(async (parts) => {
      await parts.relationPolicies.save([POLICY])
      waiting.push(second.weightPolicies.delete([]).then(() => steps.push('second')))
      expect(await second.policyRevision.read()).toBe(before)
      await new Promise((resolve) => setTimeout(resolve, 100))
      steps.push('first')
    })
    await Promise.all(waiting)
    expect(steps).toEqual(['first', 'second'])
  })

  it('should let a transaction hold one lock while others hold the other locks', async () => {
    const [first, second] = stores as [PostgresStore, PostgresStore]
    const areas = ['topologies', 'apiKeys', 'catalog', 'policies', 'webhooks'] as const
    for (const area of areas) {
      await first.transaction(async (held) => {
        await held.lock(area)
        await second.transaction(async (parts) => {
          for (const other of areas) if (other !== area) await parts.lock(other)
        })
      })
    }
  })
})

// Helpers

const POLICY: RelationPolicy = {
  id: 'policy',
  name: 'policy',
  description: '',
  filters: { operator: 'AND', clauses: [] },
  status: 'active',
  createTime: '2026-01-01T00:00:00.000Z',
  parent: 'vm-1',
}
