import { PGlite } from '@electric-sql/pglite'
import { rankOf } from '@opsgraph/core/store'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import type { Session, Statement } from '../src/database.js'
import { migrate } from '../src/migrate.js'
import { CREATE_RELATION } from '../src/migration/0001-relation.js'
import { INDEX_NEIGHBORS } from '../src/migration/0010-relation-walk.js'
import { ORDER_RELATIONS } from '../src/migration/0013-relation-order.js'
import { openPostgresStore } from '../src/open-store.js'
import { PgliteDatabase } from '../src/pglite-database.js'
import { PostgresRelationStore } from '../src/postgres-relation-store.js'
import { requireServer } from '../src/require-server.js'
import { ENGINES, type Engine } from './engine.js'
import { EMPTY } from './peek.js'
import { recordingSession } from './recording-session.js'
import { dumpSchema } from './schema-dump.js'
import { connected } from './stoppable-server.js'

describe.each(Object.entries(ENGINES))('migrate on %s', (_, start) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await start()
    await migrate(engine.database)
  })
  afterAll(() => engine?.close())

  it('should create the schema of test/schema.sql', async () => {
    await expect(await dumpSchema(engine.run)).toMatchFileSnapshot('schema.sql')
  })

  it('should change nothing when it runs again', async () => {
    await engine.run(`insert into api_key (id, digest, user_name, scopes, text, create_time)
      values ('a', 'b', 'alice', '[]', '', now())`)
    const before = await engine.run('select * from schema_migration order by version')
    await migrate(engine.database)
    expect(await engine.run('select * from schema_migration order by version')).toEqual(before)
    expect(await engine.run('select id from api_key')).toEqual([{ id: 'a' }])
  })

  it('should renumber the ranks of an earlier release, and keep the order of neighbors', async () => {
    await engine.run(EMPTY)
    await engine.run('drop table relation, relation_change, relation_log, alert_policy, maintenance_window')
    for (const script of [CREATE_RELATION, INDEX_NEIGHBORS, ORDER_RELATIONS]) {
      await engine.database.transaction('write', (session) => session.script(script))
    }
    await engine.run(
      'alter table alert drop constraint alert_key, drop column revision, drop column due_time, drop column severity_rank, drop column text_digest, drop column tags, drop column search, drop column update_time, drop column active_since, drop column firing, drop column open_fingerprints, drop column correlate, drop column window_id',
    )
    await engine.run('alter table webhook drop column expect_every')
    await engine.run('alter table webhook_tally drop column waiting_since, drop column silent_since')
    await engine.run('create unique index alert_key on alert (environment, resource, event)')
    await engine.run(`insert into alert
        (id, environment, resource, event, severity, status, create_time, last_receive_time, service, document)
      values ('a', 'E', 'disk', 'full', 'ok', 'closed', now(), now(), '{}', '{"text": "Old", "tags": ["x"], "service": [], "correlate": [],
        "createTime": "2026-01-01T00:00:00.000Z", "lastReceiveTime": "2026-01-01T00:00:00.000Z",
        "updateTime": "2026-01-02T00:00:00.000Z", "history": []}')`)
    await engine.run(`delete from schema_migration
      where version >= (select version from schema_migration where name = 'spread-ranks')`)
    // Adds two relations of each source, with the ranks of an earlier release. The stronger the source, the older the
    // relations.
    await engine.run(`insert into relation
        (id, environment, resource, parent, source, source_rank, create_time, update_time)
      select source || at, 'E', case at when 1 then 'hub' else 'below ' || source end,
        case at when 1 then 'above ' || source else 'hub' end, source, rank - 1, now(), '2026-01-01'::date + rank::int
      from unnest('{manual,event,cmdb,topology,policy}'::text[]) with ordinality as was (source, rank),
        generate_series(1, 2) as at`)
    await migrate(engine.database)

    await expect(await dumpSchema(engine.run)).toMatchFileSnapshot('schema.sql')
    const rewritten = `select search, tags::text, severity_rank > 0 as is_ranked, update_time::date::text as updated, active_since::date::text as began from alert`
    expect(await engine.run(rewritten)).toEqual([
      { search: 'DISK\uffffFULL\uffffOLD', tags: '{x}', is_ranked: true, updated: '2026-01-02', began: '2026-01-01' },
    ])
    const relations = new PostgresRelationStore(recordingSession(engine.database))
    const hub = new Map([['E', ['hub']]])
    const sources = ['manual', 'event', 'cmdb', 'topology', 'policy'] as const
    const parents = async () => (await relations.neighbors('parents', hub)).get('E')?.get('hub')
    expect(await parents()).toEqual(sources.map((source) => `above ${source}`))
    expect((await relations.neighbors('children', hub)).get('E')?.get('hub')).toEqual(
      sources.map((source) => `below ${source}`),
    )
    const ranks = 'select distinct source, source_rank as rank from relation order by rank'
    expect(await engine.run(ranks)).toEqual(sources.map((source) => ({ source, rank: rankOf(source) })))

    // Relations that are written after the migration are ranked among the migrated ones.
    const time = '2026-02-01T00:00:00.000Z'
    const stated = { environment: 'E', resource: 'hub', sourceRef: null, createTime: time, updateTime: time }
    await relations.upsert([
      { ...stated, id: 'new', parent: 'above policy', source: 'event' },
      { ...stated, id: 'newer', parent: 'above cmdb', source: 'topology' },
    ])
    expect(await parents()).toEqual(
      ['manual', 'policy', 'event', 'cmdb', 'topology'].map((source) => `above ${source}`),
    )
  })

  it('should refuse a database of a newer opsgraph, and leave it unchanged', async () => {
    await engine.run(`insert into schema_migration (version, name) values (1000, 'from the future')`)
    await expect(migrate(engine.database)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/newer opsgraph.*version 1000/),
    })
    await engine.run('delete from schema_migration where version = 1000')
    await expect(migrate(engine.database)).resolves.toBeUndefined()
  })
})

describe('stores that open at the same time', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgresServer()
  })
  afterAll(() => server?.stop())

  it('should migrate once, though there are twenty', async () => {
    const connectionString = await server.createDatabase()
    const stores = await Promise.all(
      Array.from({ length: 20 }, () => openPostgresStore({ connectionString, maxConnections: 1 })),
    )
    for (const store of stores) expect(await store.apiKeys.count()).toBe(0)
    await Promise.all(stores.map((store) => store.close()))
  })

  it('should keep no connection to a database of a newer opsgraph', async () => {
    const connectionString = await server.createDatabase()
    await (await openPostgresStore({ connectionString })).close()
    await connected(connectionString, async (run) => {
      await run(`insert into schema_migration (version, name) values (1000, 'from the future')`)
      await expect(openPostgresStore({ connectionString })).rejects.toMatchObject({ kind: 'conflict' })
      const sessions = () =>
        run(`select from pg_stat_activity where datname = current_database() and application_name = 'opsgraph'`)
      await vi.waitUntil(async () => (await sessions()).length === 0, { timeout: 20_000, interval: 10 })
    })
  })
})

describe('a server that opsgraph does not support', () => {
  it('should be refused when the encoding of the database is not UTF-8, and left unchanged', async () => {
    const server = await startPostgresServer()
    onTestFinished(() => server.stop())
    const connectionString = await server.createDatabase(`encoding 'LATIN1' locale 'C'`)
    await expect(openPostgresStore({ connectionString })).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/encoded in LATIN1.*encoding 'UTF8' locale 'C' template template0/),
    })
    const tables = await connected(connectionString, (run) =>
      run('select from pg_tables where schemaname = $$public$$'),
    )
    expect(tables).toEqual([])
  })

  it.each([
    ['13.23', 130_023, true],
    ['14.0', 140_000, false],
  ])('should be refused when it is older than PostgreSQL 14: %s', async (version, number, isRefused) => {
    const session = answering({ server_version: [[version, number, 'UTF8']] })
    const refusal = await requireServer(session).catch((error) => error.message)
    expect(refusal).toBe(isRefused ? 'the database server is PostgreSQL 13.23: opsgraph needs 14 or newer' : undefined)
  })

  it.each([
    [
      'a worker',
      [[]],
      'the database server is a worker of Citus: name the coordinator in the URL, and only the coordinator',
    ],
    ['the coordinator', [], undefined],
  ])('should be refused when it is a worker of Citus: %s', async (_, isWorker, refused) => {
    const session = answering({ pg_extension: [[true]], pg_dist_local_group: isWorker })
    const refusal = await requireServer(session).catch((error) => error.message)
    expect(refusal).toBe(refused)
  })
})

describe('a migration that fails', () => {
  it('should leave nothing behind', async () => {
    const pglite = await PGlite.create()
    const database = new PgliteDatabase(pglite)
    await pglite.exec('create table audit_entry (id text)')
    await expect(migrate(database)).rejects.toThrow('already exists')
    const { rows } = await pglite.query(`select relname from pg_class where relkind = 'r' and relname !~ '^(pg|sql)_'`)
    expect(rows).toEqual([{ relname: 'audit_entry' }])
    await database.close()
  })
})

// Helpers

/** A session of a server that is not real: a statement that contains one of the words is answered with its rows. */
function answering(answers: Readonly<Record<string, readonly unknown[][]>>): Session {
  const query = async ({ text }: Statement) => {
    const [, rows = []] = Object.entries(answers).find(([word]) => text.includes(word)) ?? []
    return { rows, count: rows.length }
  }
  return { query } as unknown as Session
}
