import { PGlite } from '@electric-sql/pglite'
import { claimKey } from '@opsgraph/core/store'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { PostgresAlertStore } from '../src/alert/postgres-alert-store.js'
import { PgliteDatabase } from '../src/embedded/pglite-database.js'
import { MIGRATIONS } from '../src/migration/all-migrations.js'
import { migrate } from '../src/migration/migrate.js'
import { openPostgresStore } from '../src/open-store.js'
import { postgresRelationStore } from '../src/relation/relation-store.js'
import { settingStores } from '../src/setting/setting-stores.js'
import type { Session, Statement } from '../src/sql/database.js'
import { requireServer } from '../src/sql/server-kind.js'
import { postgresTopologyStore } from '../src/topology/topology-store.js'
import { ENGINES, type Engine } from './engine.js'
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

  it('should apply the migrations that are new, in order and once', async () => {
    const later = [
      { name: 'second', script: `create table later (id text);\ninsert into later values ('a;b');\n` },
      { name: 'third', script: 'alter table later add column more text;' },
    ]
    const known = MIGRATIONS.map(({ name }, at) => ({ version: at + 1, name }))
    onTestFinished(async () => {
      await engine.run(`delete from schema_migration where version > ${known.length}`)
      await engine.run('drop table later')
    })
    for (let run = 0; run < 2; run++) await migrate(engine.database, [...MIGRATIONS, ...later])
    expect(await engine.run('select * from later')).toEqual([{ id: 'a;b', more: null }])
    expect(await engine.run('select version, name from schema_migration order by version')).toEqual([
      ...known,
      { version: known.length + 1, name: 'second' },
      { version: known.length + 2, name: 'third' },
    ])
    const newer = `newer opsgraph: its schema has version ${known.length + 2}, this one knows ${known.length};`
    await expect(migrate(engine.database)).rejects.toThrow(newer)
  })

  it('should leave the alerts of the first release as they are, with no assignee', async () => {
    await createSchemaBefore(engine, 'assignees')
    await engine.run(`insert into alert (id, environment, resource, event, severity, status, service, document,
      create_time, last_receive_time) values ('old', 'P', 'r', 'e', 'major', 'ack', '{}', '{"text":"as it was"}', now(), now())`)
    await migrate(engine.database)
    const read = await engine.database.transaction('write', (session) => new PostgresAlertStore(session).read('old'))
    expect(read).toMatchObject({ id: 'old', status: 'ack', text: 'as it was', assignee: null })
  })

  it('should give stored relations a claim, and topologies the claims of their edges that are stored', async () => {
    await createSchemaBefore(engine, 'relation-claims')
    const long = 'é'.repeat(51)
    const relation = (parent: string, source: string, ref: string | null) =>
      engine.run(`insert into relation (id, environment, resource, parent, source, source_rank, source_ref, create_time, update_time)
        values ('id of ${parent}', 'P', 'db', '${parent}', '${source}', 0, ${ref === null ? 'null' : `'${ref}'`},
          '2026-01-01', '2026-01-02')`)
    await relation('web', 'cmdb', long)
    await relation('app', 'manual', null)
    await relation('vm', 'topology', 'T1')
    for (const [id, version] of [
      ['T1', 2],
      ['T0', 1],
    ]) {
      await engine.run(`insert into topology (id, name, description, service, orientation, schema_version, create_time, update_time)
        values ('${id}', '', '', '${id}', 'TB', ${version}, '2025-01-01', '2026-01-03')`)
      for (const name of ['db', 'web', 'vm', 'gone']) {
        await engine.run(`insert into topology_node values
          ('${id}${name}', '${id}', 1, 'resource', '${name}', 'P', '${name}', '', '{}', '{}', 0, 0)`)
        if (name !== 'db')
          await engine.run(`insert into topology_edge (topology_id, ordinal, id, source, target)
            select '${id}', count(*), '', '${id}${name}', '${id}db' from topology_edge where topology_id = '${id}'`)
      }
    }
    await migrate(engine.database)
    const { database } = engine
    const store = postgresRelationStore({
      query: (statement) => database.query(statement),
      atomic: (work) => database.transaction('write', work),
    })
    const claims = await store.claims(
      ['web', 'app', 'vm', 'gone'].map((parent) => ({ environment: 'P', resource: 'db', parent })),
    )
    const own = { environment: 'P', resource: 'db', isReplaceable: false }
    const [first, second, third] = [1, 2, 3].map((day) => `2026-01-0${day}T00:00:00.000Z`)
    expect(claims.toSorted((one, other) => (claimKey(one) < claimKey(other) ? -1 : 1))).toEqual([
      { ...own, parent: 'app', source: 'manual', sourceRef: null, firstTime: first, lastTime: second },
      { ...own, parent: 'vm', source: 'topology', sourceRef: 'T1', firstTime: first, lastTime: second },
      { ...own, parent: 'web', source: 'cmdb', sourceRef: long, firstTime: first, lastTime: second },
      { ...own, parent: 'web', source: 'topology', sourceRef: 'T1', firstTime: third, lastTime: third },
    ])
    expect(await store.claimsBy('cmdb', [long])).toHaveLength(1)
    expect(await store.withdraw(claims, third ?? '')).toEqual({ removed: 3, updated: 0 })
  })

  it('should leave stored nodes as they are, with no claims but that of their CMDB source', async () => {
    await createSchemaBefore(engine, 'node-claims')
    await engine.run(`insert into topology (id, name, description, service, orientation, schema_version, create_time, update_time)
      values ('T', '', '', 'T', 'TB', 2, '2026-01-01', '2026-01-01')`)
    const params = { cmdbSource: 'itop', type: 'vm', attributes: { a: '\u0000' } }
    await engine.run(`insert into topology_node values
      ('n', 'T', 1, 'resource', 'db', 'P', 'db', '', '${JSON.stringify(params)}', '{}', 0, 0)`)
    await migrate(engine.database)
    const { database } = engine
    const topologies = postgresTopologyStore({
      query: (statement) => database.query(statement),
      atomic: (work) => database.transaction('write', work),
    })
    // A node without stored claims has the claim that follows from its params (rules.md#claims-of-nodes-8).
    const [node] = (await topologies.read('T'))?.nodes ?? []
    expect([node?.params, Object.keys(node ?? {})]).toEqual([params, expect.not.arrayContaining(['claims'])])
  })

  it('should leave stored catalog entries as they are, with no owner, runbook and links', async () => {
    await createSchemaBefore(engine, 'service-contacts')
    await engine.run(`insert into service_catalog values ('shop', 'Shop', 'sells', 'cart', '{}')`)
    await migrate(engine.database)
    const { database } = engine
    const { catalog } = settingStores({
      query: (statement) => database.query(statement),
      atomic: (work) => database.transaction('write', work),
    })
    expect(await catalog.read('shop')).toEqual({
      ...{ serviceId: 'shop', name: 'Shop', description: 'sells', icon: 'cart', alertImpact: {} },
      ...{ owner: '', runbook: '', links: [] },
    })
  })

  it('should refuse a database of a development version, and leave it unchanged', async () => {
    onTestFinished(async () => {
      await engine.run(`update schema_migration set name = '${MIGRATIONS[0].name}' where version = 1`)
    })
    await engine.run(`update schema_migration set name = 'relation' where version = 1`)
    await expect(migrate(engine.database)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/development version of opsgraph before 0\.1\.0.*new database.*snapshot save/),
    })
    expect(await engine.run('select name from schema_migration where version = 1')).toEqual([{ name: 'relation' }])
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

/** Replaces the schema by an empty one in which all migrations before the given one have run. */
async function createSchemaBefore({ run, database }: Engine, name: string): Promise<void> {
  const [first, ...later] = MIGRATIONS
  await run('drop schema public cascade')
  await run('create schema public')
  await migrate(database, [
    first,
    ...later.slice(
      0,
      later.findIndex((migration) => migration.name === name),
    ),
  ])
}

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

/**
 * Creates a session of a fake server: if a statement contains one of the words, the answer has the rows of this word.
 */
function answering(answers: Readonly<Record<string, readonly unknown[][]>>): Session {
  const query = async ({ text }: Statement) => {
    const [, rows = []] = Object.entries(answers).find(([word]) => text.includes(word)) ?? []
    return { rows, count: rows.length }
  }
  return { query } as unknown as Session
}
