import { createOpsgraph, type Relation } from '@opsgraph/core'
import { readAlert } from '@opsgraph/core/pure'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PgDatabase } from '../src/connection/pg-database.js'
import { migrate } from '../src/migration/migrate.js'
import { type PostgresStore, postgresStore } from '../src/postgres-store.js'
import { CITUS_URL, type CitusEngine, startCitus } from './citus.js'

const RELATIONS = 2_000
const ALERTS = 300
const WRITERS = 6
const ROUNDS = 4
const CALLER = { user: 'test', scopes: ['admin' as const], requestId: null }
const TIME = '2026-01-01T00:00:00.000Z'

if (CITUS_URL === undefined)
  it.skip('the faults of Citus: set CITUS_URL to the coordinator of a cluster', () => undefined)
else describe('PostgresStore on Citus', suite)

function suite(): void {
  let engine: CitusEngine
  let store: PostgresStore
  beforeAll(async () => {
    engine = await startCitus()
    store = postgresStore(engine.database)
  })
  afterAll(() => engine?.close())

  it('should list where each table is, and spread nothing twice', async () => {
    const tables = new Map((await store.tables()).map(({ table, spread }) => [table, spread]))
    for (const table of ['relation', 'alert']) {
      expect(tables.get(table)).toMatchObject({ column: 'resource', shards: 4, nodes: expect.any(Number) })
    }
    for (const table of ['topology', 'audit_entry'])
      expect([tables.has(table), tables.get(table)]).toEqual([true, undefined])
    expect(await store.spread(8)).toEqual([])
  })

  it('should refuse a table that is spread by another column, and give a later one the shards of the first', async () => {
    await engine.run(`select undistribute_table('alert')`)
    await engine.run(`select create_distributed_table('alert', 'environment')`)
    await expect(store.spread(4)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/^the table alert is distributed by environment instead of resource: run "select/),
    })
    await engine.run(`select undistribute_table('alert')`)
    expect(await store.spread(16)).toEqual(['alert'])
    const alert = (await store.tables()).find(({ table }) => table === 'alert')
    expect(alert?.spread).toMatchObject({ column: 'resource', shards: 4 })
  })

  it.each([
    ['a foreign key', 'alert add constraint own foreign key (id) references note', 'alert drop constraint own'],
    ['a unique key without the resource', 'alert add constraint own unique (id)', 'alert drop constraint own'],
  ])('should say what to do if Citus refuses %s', async (_, add, remove) => {
    await engine.run(`select undistribute_table('alert')`)
    await engine.run('create table note (id text primary key)')
    await engine.run(`truncate alert; alter table ${add}`)
    const refused = await store.spread(4).catch((error) => error)
    await engine.run(`alter table ${remove}; drop table note`)
    expect(refused).toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/^Citus cannot distribute the tables \(.*\): remove what was added/s),
    })
    expect(await store.spread(4)).toEqual(['alert'])
  })

  it('should say what to do if the user lacks a right', async () => {
    const role = `opsgraph_test_${process.pid}`
    await engine.run(`select undistribute_table('alert')`)
    await engine.run(`create role ${role}`)
    await engine.run(`do $$ begin execute format('grant all on schema %I to ${role}', current_schema()); end $$`)
    const limited = engine.databaseAs(role)
    const refused = await postgresStore(limited)
      .spread(4)
      .catch((error) => error)
    await limited.close()
    await engine.run(`drop owned by ${role}; drop role ${role}`)
    expect(refused).toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/^the user of DATABASE_URL lacks a right on the coordinator or a worker/),
    })
    expect(await store.spread(4)).toEqual(['alert'])
  })

  it('should migrate tables that are spread', async () => {
    const indexes = `select indexname, indexdef from pg_indexes
      where schemaname = current_schema() and tablename = 'alert' order by indexname`
    const before = await engine.run(indexes)
    await engine.run(`alter table alert drop column revision, drop column due_time, drop column severity_rank,
      drop column text_digest, drop column tags, drop column search, drop column update_time`)
    await engine.run('drop table alert_policy, maintenance_window')
    await engine.run(`delete from schema_migration
      where version >= (select version from schema_migration where name = 'alert-revision')`)
    await migrate(engine.database)
    expect(await engine.run(indexes)).toEqual(before)
    await createOpsgraph({ store }).receiveAlert(CALLER, { environment: 'P', resource: 'migrated', event: 'down' })
    expect(await engine.run(`select revision::int from alert where resource = 'migrated'`)).toEqual([{ revision: 1 }])
  })

  it('should repeat a change of an alert that has changed since it was read', async () => {
    const opsgraph = createOpsgraph({ store })
    const received = await opsgraph.receiveAlert(CALLER, { environment: 'P', resource: 'raced', event: 'down' })
    const id = 'id' in received ? received.id : ''
    const read: string[] = []
    await store.transaction(async ({ alerts }) => {
      const alert = await alerts.lockById(id)
      if (alert === undefined) throw new Error('the alert is not stored')
      read.push(alert.severity)
      // Simulates a worker that completes the commit of the previous transaction only now. Such a commit does not wait
      // for the lock of this transaction.
      if (read.length === 1) {
        await engine.run(`update alert set severity = 'minor', revision = revision + 1 where resource = 'raced'`)
      }
      await alerts.save([{ ...alert, status: 'ack' }])
    })
    expect(read).toEqual([expect.not.stringMatching('minor'), 'minor'])
    expect(await store.alerts.read(id)).toMatchObject({ severity: 'minor', status: 'ack' })
  })

  it('should keep the connections to the workers that a transaction has opened', async () => {
    const database = new PgDatabase({ connectionString: engine.url, maxConnections: 1 })
    const opsgraph = createOpsgraph({ store: postgresStore(database) })
    const { rows } = await database.query<readonly [session: string]>({ text: 'select citus_backend_gpid()::text' })
    const connections = `select coalesce(json_agg(pid order by pid), '[]') from pg_stat_activity
      where application_name = 'citus_internal gpid=${rows[0]?.[0]}'`
    const kept: unknown[] = []
    for (const event of ['first', 'second']) {
      const hosts = Array.from({ length: ALERTS }, (_, index) => `kept-${index}`)
      const alerts = hosts.map((resource) => readAlert({ environment: 'P', resource, event }))
      await opsgraph.receiveAlerts(CALLER, alerts)
      kept.push(
        await engine.run(`select json_array_length(result::json), result
        from run_command_on_workers($$${connections}$$) order by nodeport, nodename`),
      )
    }
    await database.close()
    expect(kept[1]).toEqual(kept[0])
    // A transaction opens one connection for each shard. Without the setting, one connection to each worker is kept.
    const pools = kept[0] as readonly { readonly json_array_length: number }[]
    expect(pools.reduce((sum, pool) => sum + pool.json_array_length, 0)).toBe(4)
  })

  it('should complete overlapping bulk writes of several clients, in any order, and lose no alert', async () => {
    const names = Array.from({ length: RELATIONS }, (_, index) => `host-${index}`)
    const writeAll = async (writer: number) => {
      for (let round = 0; round < ROUNDS; round++) {
        const rotated = [...names.slice(writer * 300), ...names.slice(0, writer * 300)]
        await store.relations.upsert(rotated.map((resource) => relation(resource, writer)))
        const shared = names.slice(0, ALERTS)
        const alerts = (writer % 2 === 0 ? shared : shared.toReversed()).map((resource) =>
          readAlert({ environment: 'P', resource, event: 'down' }),
        )
        await createOpsgraph({ store }).receiveAlerts(CALLER, alerts)
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => writeAll(writer)))
    const query = { filters: {}, sort: undefined, page: 1, pageSize: ALERTS }
    expect((await store.relations.list(query)).total).toBe(RELATIONS)
    const { items } = await store.alerts.list({ ...query, filters: { environment: ['P'], event: ['down'] } })
    const counted = items.filter(({ resource }) => resource.startsWith('host-'))
    expect(new Set(counted.map(({ duplicateCount }) => duplicateCount))).toEqual(new Set([WRITERS * ROUNDS - 1]))
    expect(counted.length).toBeGreaterThan(0)
    expect(await leftOpen(engine)).toEqual([])
  }, 120_000)

  it('should answer "unavailable" while a worker ends all sessions, and lose no acknowledged write', async () => {
    const acknowledged: string[] = []
    const failures: unknown[] = []
    let isRunning = true
    const writing = Promise.all(
      Array.from({ length: 4 }, async (_, writer) => {
        for (let index = 0; isRunning; index++) {
          const resource = `kill-${writer}-${index}`
          await store.relations.upsert([relation(resource, writer)]).then(
            () => acknowledged.push(resource),
            (error) => failures.push(error),
          )
        }
      }),
    )
    for (let round = 0; round < 5; round++) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      await engine.run(`select run_command_on_workers($$select count(pg_terminate_backend(pid)) from pg_stat_activity
        where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()$$)`)
    }
    isRunning = false
    await writing
    for (const error of failures) expect(error).toMatchObject({ name: 'OpsgraphError', kind: 'unavailable' })
    // Completes the commits of transactions whose sessions were lost. Citus itself does this once a minute.
    await vi.waitFor(() => engine.run('select recover_prepared_transactions()'))
    const stored = await store.relations.find(
      acknowledged.map((resource) => ({ environment: 'P', resource, parent: 'rack' })),
    )
    expect(stored).toHaveLength(acknowledged.length)
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(await leftOpen(engine)).toEqual([])
  }, 60_000)
}

// Helpers

function relation(resource: string, writer: number): Relation {
  const ends = { environment: 'P', resource, parent: 'rack' }
  return { id: `${resource}-${writer}`, ...ends, source: 'cmdb', sourceRef: 'west', createTime: TIME, updateTime: TIME }
}

/** What transactions have left behind on the coordinator and the workers: open sessions, and prepared transactions. */
async function leftOpen({ run }: CitusEngine): Promise<readonly unknown[]> {
  const left = `select coalesce(string_agg(what, ', '), '') from (
    select 'session ' || state as what from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'
    union all select 'prepared ' || gid from pg_prepared_xacts where database = current_database()) as kept`
  return await run(`select * from run_command_on_all_nodes($$${left}$$) where not success or result <> ''`)
}
