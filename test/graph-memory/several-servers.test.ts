import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GraphMemory } from '../../packages/core/src/use-case/relation/graph-memory.js'
import { openPostgresStore, type PostgresStore } from '../../packages/store-postgres/src/index.js'
import { EMPTY } from '../../packages/store-postgres/test/peek.js'
import { type PostgresServer, startPostgresServer } from '../once-a-run/postgres-server.js'
import { PROPERTY_FACTOR } from '../run-length.js'
import { ENVIRONMENTS, expectSameState, loadAll, NAMES, type Write, write } from './same-state.js'

/** The numbers of writers and walkers on each of the two servers, and how often each of them writes or walks. */
const WORKERS = { writers: 3, walkers: 3, turns: 60 * PROPERTY_FACTOR }

describe('the graph in memory of two servers on one database', () => {
  let postgres: PostgresServer
  let client: Client
  let stores: readonly PostgresStore[]
  let servers: readonly Server[]

  beforeAll(async () => {
    postgres = await startPostgresServer()
    const connectionString = await postgres.createDatabase()
    stores = [await openPostgresStore({ connectionString }), await openPostgresStore({ connectionString })]
    client = new Client({ connectionString })
    await client.connect()
  })
  afterAll(async () => {
    await client?.end()
    for (const store of stores ?? []) await store.close()
    await postgres?.stop()
  })
  beforeEach(async () => {
    await client.query(EMPTY)
    servers = stores.map((store) => ({ store, memory: new GraphMemory(store, () => new Date(), 10_000_000) }))
    for (const { store, memory } of servers) await loadAll(store, memory)
  })

  it('should be what each snapshot reads, while others write and walk', async () => {
    let answers = 0
    const random = createRandom(1)
    const tasks = servers.flatMap(({ store, memory }) => [
      ...times(WORKERS.writers, () => async () => await transact(store, random)),
      ...times(WORKERS.walkers, () => async () => {
        if (await expectSameState(store, memory)) answers++
      }),
    ])
    await Promise.all(
      tasks.map(async (task) => {
        for (let turn = 0; turn < WORKERS.turns; turn++) await task()
      }),
    )
    for (const { store, memory } of servers) {
      await memory.settle()
      expect(await expectSameState(store, memory)).toBe(true)
      expect(memory.counts().changes).toBeGreaterThan(0)
    }
    expect(answers).toBeGreaterThan(WORKERS.turns)
  })

  it('should contain a transaction only after its commit, however long it takes', async () => {
    const [one, other] = pair()
    const late = await holdTransaction(one.store)
    await write(one.store.relations, relation('a', 'b'))
    expect(await parentsOf(other, 'a')).toEqual(['b'])
    await write(one.store.relations, relation('c', 'd'))
    expect(await parentsOf(other, 'c')).toEqual(['d'])
    await late.commit()
    await write(one.store.relations, relation('a', 'd'))
    expect(await parentsOf(other, 'a')).toEqual(expect.arrayContaining(['b', 'c', 'd']))
    for (const { store, memory } of servers) expect(await expectSameState(store, memory)).toBe(true)
    expect(other.memory.counts().loads).toBe(one.memory.counts().loads)
  })

  it('should ask the store in a transaction, which sees its own writes', async () => {
    const [{ store, memory }] = pair()
    await store.transaction(async (parts) => {
      await write(parts.relations, relation('a', 'b'))
      const lookup = await memory.at(parts, ['Production'])
      expect(await lookup.neighbors('parents', ASKED)).toEqual(new Map([['Production', new Map([['a', ['b']]])]]))
      expect(lookup).toBe(parts.relations)
    })
  })

  it('should ask the store in a snapshot that is older than what another walk has read', async () => {
    const [{ store, memory }] = pair()
    await store.snapshot(async (parts) => {
      expect(await parts.relations.neighbors('parents', ASKED)).toEqual(new Map([['Production', new Map()]]))
      await write(store.relations, relation('a', 'b'))
      expect(await expectSameState(store, memory)).toBe(true)
      const lookup = await memory.at(parts, ['Production'])
      expect(lookup).toBe(parts.relations)
    })
  })

  it('should load an environment anew if more was written than the log keeps, or the server was another one', async () => {
    const [{ store, memory }] = pair()
    const { loads } = memory.counts()
    await client.query(`insert into relation_change (environment, size, links) values ('Production', 60000, '[]')`)
    expect(await expectSameState(store, memory)).toBe(true)
    await memory.settle()
    expect(memory.counts().loads).toBe(loads + 1)
    await client.query(`update relation_log set pruned = pg_current_xact_id()`)
    await expectSameState(store, memory)
    expect(memory.counts().environments).toBeLessThan(ENVIRONMENTS.length)
  })

  it('should prune the log, except what a running transaction may not see', async () => {
    const [{ store, memory }] = pair()
    const late = await holdTransaction(store)
    await client.query(`insert into relation_change (environment, size, links, written_at)
      values ('Production', 1, '[]', now() - interval '11 minutes')`)
    await bulk(store, 50_000)
    const logged = async () => (await client.query('select 1 from relation_change')).rowCount
    expect(await logged()).toBeGreaterThan(5)
    await late.commit()
    await bulk(store, 50_000)
    await bulk(store, 50_000)
    expect(await logged()).toBeLessThanOrEqual(12)
    await expectSameState(store, memory)
    await loadAll(store, memory)
    expect(await expectSameState(store, memory)).toBe(true)
  })

  it('should be right for a slow reader whose changes are pruned before it reads them', async () => {
    const [one, other] = pair()
    await write(one.store.relations, relation('a', 'b'))
    expect(await parentsOf(other, 'a')).toEqual(['b'])
    const { loads } = other.memory.counts()
    await other.store.snapshot(async (parts) => {
      await parts.relations.neighbors('parents', ASKED)
      await write(one.store.relations, relation('a', 'c'))
      await client.query(`update relation_change set written_at = now() - interval '11 minutes'`)
      await bulk(one.store, 50_000)
      await write(one.store.relations, relation('a', 'd'))
      const { rows } = await client.query(`select 1 from relation_change where environment = 'Production'`)
      expect(rows).toHaveLength(1)
      const found = await (await other.memory.at(parts, ['Production'])).neighbors('parents', ASKED)
      expect(found.get('Production')?.get('a')).toEqual(['b'])
    })
    expect(await parentsOf(other, 'a')).toHaveLength(3)
    await loadAll(other.store, other.memory)
    expect(other.memory.counts().loads).toBeGreaterThan(loads)
  })

  // Helpers of these tests

  function pair() {
    const [one, other] = servers
    if (one === undefined || other === undefined) throw new Error('two servers are needed')
    return [one, other] as const
  }
})

// Helpers

interface Server {
  readonly store: PostgresStore
  readonly memory: GraphMemory
}

const ASKED = new Map([['Production', ['a']]])

function relation(resource: string, parent: string): Write {
  return { kind: 'upsert', environment: 'Production', resource, parents: [parent], source: 'manual', time: 0 }
}

/** Runs a transaction that writes "c is the parent of a", and keeps it open. */
async function holdTransaction(store: PostgresStore): Promise<{ commit(): Promise<void> }> {
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let ran: Promise<void> | undefined
  await new Promise<void>((resolve, reject) => {
    ran = store.transaction(async ({ relations }) => {
      await write(relations, relation('a', 'c'))
      resolve()
      await ended
    })
    ran.catch(reject)
  })
  const commit = async () => {
    end()
    await ran
  }
  return { commit }
}

async function parentsOf({ store, memory }: Server, resource: string): Promise<readonly string[] | undefined> {
  return await store.snapshot(async (parts) => {
    const lookup = await memory.at(parts, ['Production'])
    const found = await lookup.neighbors('parents', new Map([['Production', [resource]]]))
    return found.get('Production')?.get(resource)
  })
}

async function bulk(store: PostgresStore, count: number): Promise<void> {
  const time = '2026-01-01T00:00:00.000Z'
  await store.relations.upsert(
    Array.from({ length: count }, (_, at) => ({
      id: `bulk ${at}`,
      environment: 'Bulk',
      resource: `r${at}`,
      parent: 'p',
      source: 'manual',
      sourceRef: null,
      createTime: time,
      updateTime: time,
    })),
  )
}

/**
 * Writes a few relations in one transaction, and waits a moment before the commit. Some of the transactions are rolled
 * back.
 */
async function transact(store: PostgresStore, random: (below: number) => number): Promise<void> {
  const some = <Item>(items: readonly Item[]) => items[random(items.length)] as Item
  const isRolledBack = random(5) === 0
  const writes = times(1 + random(3), () => ({
    kind: some(['upsert', 'upsert', 'upsert', 'withdraw', 'withdraw', 'delete', 'deleteOf'] as const),
    environment: some(ENVIRONMENTS),
    resource: some(NAMES),
    parents: [...new Set(times(1 + random(3), () => some(NAMES)))],
    source: some(['manual', 'cmdb'] as const),
    time: random(3),
  }))
  const rollback = new Error('rolled back on purpose')
  const done = store.transaction(async ({ relations }) => {
    for (const one of writes) await write(relations, one)
    await new Promise((resolve) => setTimeout(resolve, random(10)))
    if (isRolledBack) throw rollback
  })
  await done.catch((error: unknown) => expect(error).toBe(rollback))
}

function times<Item>(count: number, make: () => Item): readonly Item[] {
  return Array.from({ length: count }, make)
}

/**
 * A generator of random numbers below a limit. It gives the same numbers in every run (a linear congruential
 * generator).
 */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
