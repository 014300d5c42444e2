import { describe, expect, it, onTestFinished } from 'vitest'
import { GraphMemory } from '../../packages/core/src/use-case/relation/graph-memory.js'
import { openPostgresStore, type PostgresStore } from '../../packages/store-postgres/src/index.js'
import { connected, StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { ENVIRONMENTS, expectSameState, loadAll, type Write, write } from './same-state.js'

const BUDGET = 10_000_000

describe('the graph in memory of a database that loses its last transactions', () => {
  it('should see a transaction whose number was used before a crash', async () => {
    const { store, url } = await setUp()
    // Makes PostgreSQL write its log only at commits. So after a crash, new transactions get the same numbers as
    // transactions that were rolled back before the crash.
    await connected(url, (run) => run(`alter system set wal_writer_delay = '10s'`))
    await connected(url, (run) => run('select pg_reload_conf()'))
    let now = Date.now()
    const memory = new GraphMemory(store, () => new Date(now), BUDGET)
    await write(store.relations, relation('a', 'b'))
    await loadAll(store, memory)
    const used: string[] = []
    for (let turn = 0; turn < 3; turn++) used.push(await rollBack(url))
    // The graph in memory takes a new position in the log. This position contains the transactions that were rolled
    // back.
    now += 61_000
    expect(await expectSameState(store, memory)).toBe(true)

    await killSession(url)
    await write(store.relations, relation('a', 'c'))
    const logged = `select transaction::text as number from relation_change order by relation_change.number desc limit 1`
    const [row] = await connected(url, (run) => run(logged))
    expect(used).toContain(row?.number)
    await expectSameState(store, memory)
    for (const parent of used) await write(store.relations, relation('d', parent))
    await expectSameState(store, memory)
    expect(await expectSameState(store, memory)).toBe(true)
  })

  it('should see what a promoted standby has, if the standby lacks the last transactions', async () => {
    const primary = await StoppableServer.start()
    onTestFinished(() => primary.remove())
    const url = await primary.createDatabase('lost')
    const standby = await primary.standby()
    onTestFinished(() => standby.remove())
    const onStandby = url.replace(primary.host, standby.host)
    const store = await openPostgresStore({
      connectionString: url.replace(primary.host, `${primary.host},${standby.host}`),
    })
    onTestFinished(() => store.close())
    const memory = new GraphMemory(store, () => new Date(), BUDGET)
    await write(store.relations, relation('a', 'b'))
    await loadAll(store, memory)
    await expect
      .poll(() => connected(onStandby, (run) => run('select parent from relation').catch(() => [])))
      .toEqual([{ parent: 'b' }])
    // From now on, the standby receives nothing.
    await connected(onStandby, async (run) => {
      await run(`alter system set primary_conninfo = ''`)
      await run('select pg_reload_conf()')
    })
    await expect.poll(() => connected(url, (run) => run('select pid from pg_stat_replication'))).toEqual([])
    for (const parent of ['c', 'd']) await write(store.relations, relation('a', parent))
    expect(await expectSameState(store, memory)).toBe(true)
    const { changes, loads } = memory.counts()
    expect(changes).toBe(2)

    await primary.crash()
    await connected(onStandby, (run) => run('select pg_promote()'))
    await expect
      .poll(() =>
        store.ping().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    // The following transactions get the numbers of the lost transactions.
    for (const resource of ['b', 'c', 'd']) {
      await write(store.relations, relation(resource, 'a'))
      await expectSameState(store, memory)
    }
    await loadAll(store, memory)
    expect(memory.counts().loads).toBe(loads + ENVIRONMENTS.length)
    const kept = await connected(onStandby, (run) => run(`select parent from relation where resource = 'a'`))
    expect(kept).toEqual([{ parent: 'b' }])
  })
})

// Helpers

async function setUp(): Promise<{ store: PostgresStore; url: string }> {
  const server = await StoppableServer.start()
  onTestFinished(() => server.remove())
  const url = await server.createDatabase('lost')
  const store = await openPostgresStore({ connectionString: url })
  onTestFinished(() => store.close())
  return { store, url }
}

/** Rolls back a transaction that has changed a relation, and returns its number. */
async function rollBack(url: string): Promise<string> {
  return await connected(url, async (run) => {
    await run('begin')
    await run(`update relation set source_ref = 'never'`)
    const [row] = await run('select pg_current_xact_id()::text as id')
    await run('rollback')
    return String(row?.id)
  })
}

/**
 * Kills a process of the server. PostgreSQL then ends all its other processes and recovers. Its start time stays the
 * same.
 */
async function killSession(url: string): Promise<void> {
  const processes = async () =>
    await connected(url, (run) => run(`select pid from pg_stat_activity where backend_type = 'checkpointer'`))
  const before = await processes()
  const sessions = await connected(url, (run) =>
    run(`select pid from pg_stat_activity where application_name = 'opsgraph'`),
  )
  process.kill(Number(sessions[0]?.pid), 'SIGKILL')
  await expect
    .poll(async () => await processes().catch(() => before), { timeout: 60_000 })
    .toEqual([expect.not.objectContaining(before[0] ?? {})])
}

function relation(resource: string, parent: string): Write {
  return { kind: 'upsert', environment: ENVIRONMENTS[0] ?? '', resource, parents: [parent], source: 'manual', time: 0 }
}
