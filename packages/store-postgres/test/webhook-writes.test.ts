import { randomBytes } from 'node:crypto'
import type { WebhookConfig } from '@opsgraph/core'
import type { DeliveryRecord, SeenDelivery, StoreTransaction } from '@opsgraph/core/store'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { openPostgresStore } from '../src/open-store.js'
import { type PostgresStore, postgresStore } from '../src/postgres-store.js'
import { ENGINES, type Engine } from './engine.js'
import { EMPTY } from './peek.js'

describe.each(Object.entries(ENGINES))('the writes of deliveries to webhooks on %s', (_, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
  })
  beforeEach(() => engine.run(EMPTY))
  afterAll(() => engine?.close())

  it('should list a webhook whose row of counts is missing', async () => {
    const store = postgresStore(engine.database)
    const hook = webhook('uncounted')
    await store.webhooks.add(hook)
    await engine.run('delete from webhook_tally')
    const none = { payloadHistoryCount: 0, lastPayloadAt: null, errorHistoryCount: 0, lastErrorAt: null }
    const { items } = await store.webhooks.list({ filters: {}, sort: undefined, page: 1, pageSize: 10 })
    expect(items).toEqual([{ config: hook, histories: none }])
  })

  it('should lock webhooks in one order, so that no transaction has to be repeated', async () => {
    const store = postgresStore(engine.database)
    const hooks = Array.from({ length: 300 }, (_, index) => webhook(`hook ${index}`))
    for (const hook of hooks) await store.webhooks.add(hook)
    const runs = await runsOf(store, ({ webhooks }, writer) => {
      const order = writer % 2 === 0 ? hooks : hooks.toReversed()
      return webhooks.record(order.map((hook) => trace(hook, `${writer}`)))
    })
    expect(runs).toBe(16)
  })

  it('should add and update seen deliveries in one order, so that no transaction has to be repeated', async () => {
    const store = postgresStore(engine.database)
    const [hook, other] = [webhook('hook'), webhook('other')]
    for (const config of [hook, other]) await store.webhooks.add(config)
    const keys = Array.from({ length: 1_000 }, (_, index) => `${index}`)
    const deliveries = keys.map((key, index) => delivery(index % 2 === 0 ? hook : other, key))
    await store.webhooks.remember(
      deliveries.slice(0, 500).map((seen) => ({ ...seen, expires: at(1) })),
      at(0),
    )
    const runs = await runsOf(store, ({ webhooks }, writer) =>
      webhooks.remember(writer % 2 === 0 ? deliveries : deliveries.toReversed(), at(1)),
    )
    expect(runs).toBe(16)
  })

  it('should update the row of a busy webhook in place, and let no table grow', async () => {
    const store = postgresStore(engine.database)
    const hook = webhook('hot')
    await store.webhooks.add(hook)
    // Each history entry takes about 3 KB, because it contains the text twice. The text is random, so that it is hard
    // to compress.
    const batch = Array.from({ length: 64 }, () => trace(hook, randomBytes(700).toString('hex')))
    const sizeAfter = async (calls: number) => {
      for (let call = 0; call < calls; call++) await store.webhooks.record(batch)
      const [row] = await engine.run(`select pg_relation_size('webhook_tally') + pg_indexes_size('webhook_tally')
        + pg_relation_size('webhook_history') + pg_indexes_size('webhook_history')
        + pg_relation_size((select reltoastrelid from pg_class where oid = 'webhook_history'::regclass)) as size`)
      return Number((row as { readonly size: string }).size)
    }
    let size = await sizeAfter(50)
    // PostgreSQL cannot remove dead rows while a transaction of another test is writing in any database of the server.
    // So the test measures the size repeatedly, until the size stays the same.
    const stays = async () => {
      const before = size
      size = await sizeAfter(300)
      expect(size).toBe(before)
    }
    await vi.waitFor(stays, { timeout: 60_000 })
  }, 120_000)

  it('should find expired rows through an index', async () => {
    await engine.run(`insert into webhook_delivery
      select 'hook', n::text, timestamptz '2026-01-01Z' + n * interval '1 s' from generate_series(1, 20000) as n`)
    await engine.run('analyze webhook_delivery')
    const plan = await engine.run(`explain select webhook_id, key from webhook_delivery
      where expires <= '2026-01-01T02:00:00Z' order by expires limit 128 for update skip locked`)
    expect(JSON.stringify(plan)).toContain('Index Scan using webhook_delivery_expires')
    expect(JSON.stringify(plan)).not.toContain('Seq Scan')
  })
})

describe('webhooks of several servers', () => {
  let server: PostgresServer
  let stores: readonly PostgresStore[] = []
  beforeAll(async () => {
    server = await startPostgresServer()
    const connectionString = await server.createDatabase()
    stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresStore({ connectionString })))
  })
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await server?.stop()
  })

  it('should keep five entries of each kind when 40 record at once, and accept a delivery as new once', async () => {
    const hook = webhook('shared')
    const [first] = stores as [PostgresStore]
    await first.webhooks.add(hook)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, caller) =>
        stores[caller % stores.length]?.transaction(async ({ webhooks }) => {
          const [isNew] = await webhooks.remember([delivery(hook, 'key')], at(0))
          await webhooks.record([trace(hook, `${caller}`)])
          return isNew
        }),
      ),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
    const { payloads, errors } = await first.webhooks.histories(hook.id)
    expect(payloads).toHaveLength(5)
    expect(errors.map(({ message }) => message)).toEqual(payloads.map(({ message }) => message))
  })

  it('should not block edits of a webhook while a delivery has recorded and its transaction is open', async () => {
    const hook = webhook('edited')
    const [first, second] = stores as [PostgresStore, PostgresStore]
    await first.webhooks.add(hook)
    await first.transaction(async ({ webhooks }) => {
      await webhooks.remember([delivery(hook, 'key')], at(0))
      await webhooks.record([trace(hook, 'open')])
      expect(await second.webhooks.save({ ...hook, name: 'edited meanwhile' })).toBe(true)
      expect(await second.webhooks.remember([delivery(hook, 'other key')], at(0))).toEqual([true])
      expect((await second.webhooks.histories(hook.id)).payloads).toEqual([])
    })
  })
})

// Helpers

/**
 * Starts transactions of 16 writers at the same time, and counts how often their work runs. More than 16 runs mean that
 * a transaction was repeated.
 */
async function runsOf(store: PostgresStore, work: (parts: StoreTransaction, writer: number) => Promise<unknown>) {
  let runs = 0
  const writers = Array.from({ length: 16 }, (_, writer) => writer)
  await Promise.all(
    writers.map((writer) =>
      store.transaction((parts) => {
        runs++
        return work(parts, writer)
      }),
    ),
  )
  return runs
}

function at(milliseconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + milliseconds).toISOString()
}

function webhook(id: string): WebhookConfig {
  const texts = { name: id, description: '', sourceId: '', createdBy: 'alice', arrayPath: '' }
  const times = { createTime: at(0), updateTime: at(0) }
  const paths = { base64Fields: [], jsonFields: [] }
  const settings = { testPayloads: null, timezone: 'UTC', deduplication: null }
  const mappings = { fieldMappings: {}, defaultValues: {}, ...paths, ...settings }
  const expectation = { expectEvery: null, expectSeverity: 'major' as const }
  const fields = { ...texts, ...times, ...mappings, ...expectation }
  return { id, enabled: true, auth: { mode: 'none' }, payloadFormat: 'json', ...fields }
}

function delivery({ id }: WebhookConfig, key: string, expires = 1_000): SeenDelivery {
  return { webhookId: id, key, expires: at(expires) }
}

function trace({ id }: WebhookConfig, message: string): DeliveryRecord {
  const entry = { receivedAt: at(0), httpStatus: 200, sizeBytes: 2, oversized: false, payload: { message }, message }
  return { webhookId: id, payloadEntry: entry, errorEntry: { ...entry, traceback: null }, deliveredAt: null }
}
