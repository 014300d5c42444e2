import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GraphMemory } from '../../packages/core/src/use-case/relation/graph-memory.js'
import { openPostgresStore, type PostgresStore } from '../../packages/store-postgres/src/index.js'
import { type PostgresServer, startPostgresServer } from '../once-a-run/postgres-server.js'
import { expectSameState, loadAll, write } from './same-state.js'

const BUDGET = 1_000_000
/** The statement of docs/backups-and-upgrades.md for a change by hand. */
const TELL = 'update relation_log set pruned = pg_current_xact_id()'
const EMPTY_LOG = `truncate relation_change; ${TELL}`

describe('the graph in memory of a database that is changed by hand', () => {
  let postgres: PostgresServer
  let connectionString: string
  let client: Client
  let store: PostgresStore
  let memory: GraphMemory

  beforeAll(async () => {
    postgres = await startPostgresServer()
  })
  afterAll(() => postgres?.stop())
  beforeEach(async () => {
    connectionString = await postgres.createDatabase()
    store = await openPostgresStore({ connectionString })
    client = new Client({ connectionString })
    await client.connect()
    await write(store.relations, relation(['b', 'c']))
    memory = new GraphMemory(store, () => new Date(), BUDGET)
    await loadAll(store, memory)
    return async () => {
      await client.end()
      await store.close()
    }
  })

  it('should be loaded anew after a change with the documented statement', async () => {
    await client.query(`delete from relation where parent = 'b'; ${TELL}`)
    await expectLoadedAnew(memory)
  })

  it('should be loaded anew after the log has been emptied as documented', async () => {
    await write(store.relations, relation(['d']))
    await client.query(EMPTY_LOG)
    await expectLoadedAnew(memory)
  })

  it('should be right after the log of another server has been restored and emptied as documented', async () => {
    // Inserts a change of another server, which had executed more transactions than this one.
    await client.query(`insert into relation_change (transaction, environment, size, links)
      values ('9000000000', 'Production', 1, '[["a", "b", null, null]]')`)
    await client.query(`update relation_log set pruned = '9000000000'`)
    await client.query(EMPTY_LOG)
    const restarted = new GraphMemory(store, () => new Date(), BUDGET)
    await expectLoadedAnew(restarted)
    await write(store.relations, relation(['d']))
    expect(await expectSameState(store, restarted)).toBe(true)
  })

  it('should be right if the log of another server was restored before the start', async () => {
    await client.query(`insert into relation_change (transaction, environment, size, links)
      values ('9000000000', 'Production', 1, '[["a", "b", null, null]]')`)
    await client.query(`update relation_log set pruned = '9000000000'`)
    const started = await openPostgresStore({ connectionString })
    const restarted = new GraphMemory(started, () => new Date(), BUDGET)
    await expectLoadedAnew(restarted)
    await started.close()
  })

  it('should be documented', () => {
    const page = readFileSync(new URL('../../docs/backups-and-upgrades.md', import.meta.url), 'utf8')
    for (const statement of [`'; ${TELL}"`, `"${EMPTY_LOG}"`]) expect(page).toContain(statement)
  })

  async function expectLoadedAnew(one: GraphMemory) {
    await expectSameState(store, one)
    await loadAll(store, one)
    expect(await expectSameState(store, one)).toBe(true)
  }
})

// Helpers

function relation(parents: readonly string[]) {
  return { kind: 'upsert', environment: 'Production', resource: 'a', parents, source: 'manual', time: 0 } as const
}
