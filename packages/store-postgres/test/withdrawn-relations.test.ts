import { type Caller, createOpsgraph, type Opsgraph, type TopologyInput } from '@opsgraph/core'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { holdTable, type PostgresServer, startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { openPostgresStore, type PostgresStore } from '../src/index.js'

const admin: Caller = { user: 'ann', scopes: ['admin'], requestId: null }

describe('the relations of a deleted topology', () => {
  let server: PostgresServer
  let connectionString: string
  let stores: readonly PostgresStore[] = []
  let client: Client
  beforeAll(async () => {
    server = await startPostgresServer()
    connectionString = await server.createDatabase()
    stores = await Promise.all([openPostgresStore({ connectionString }), openPostgresStore({ connectionString })])
    client = new Client({ connectionString })
    await client.connect()
  })
  afterAll(async () => {
    await client?.end()
    await Promise.all(stores.map((store) => store.close()))
    await server?.stop()
  })

  it.each<[how: string, remove: (opsgraph: Opsgraph, id: string) => Promise<unknown>]>([
    ['alone', (opsgraph, id) => opsgraph.deleteTopology(admin, id)],
    ['in bulk', (opsgraph, id) => opsgraph.deleteTopologies(admin, [id])],
  ])(
    'should not be taken over by a topology that another server saves without them meanwhile: deleted %s',
    async (how, remove) => {
      const [deleting, saving] = stores.map((store) => createOpsgraph({ store })) as [Opsgraph, Opsgraph]
      const create = (service: string) =>
        saving.createTopology(admin, { name: 'n', description: '', service, ...graph(service, 'web') })
      const heir = await create(`heir ${how}`)
      const doomed = await create(`doomed ${how}`)

      const relations = await holdTable(connectionString, 'relation')
      const deleted = remove(deleting, doomed.id)
      // When the deletion waits for this lock, it has already found the topology that takes over the relations, but has
      // not written yet.
      await vi.waitUntil(relations.isAwaited, WAIT)
      let isSaved = false
      const saved = saving.saveTopology(admin, { id: heir.id, body: graph(heir.service, 'env') }).finally(() => {
        isSaved = true
      })
      await vi.waitUntil(async () => isSaved || (await client.query(WAITING_FOR_A_LOCK)).rowCount !== 0, WAIT)
      await relations.release()
      await Promise.all([deleted, saved])
      expect((await saving.listRelations(admin, {})).items).toEqual([])
    },
  )
})

// Helpers

/** Milliseconds; the wait ends as soon as the condition is met. */
const WAIT = { timeout: 30_000, interval: 5 }

const WAITING_FOR_A_LOCK = `select from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`

/** A graph in which the resource `db` is below the resource `web`, or directly below the environment. */
function graph(service: string, parent: 'web' | 'env'): Pick<TopologyInput, 'nodes' | 'edges'> {
  const id = (name: string) => `${service} ${name}`
  return {
    nodes: [
      { id: id('service'), kind: 'service', label: service },
      { id: id('env'), kind: 'environment', label: 'Production' },
      { id: id('web'), kind: 'resource', label: 'web' },
      { id: id('db'), kind: 'resource', label: 'db' },
    ],
    edges: [
      { source: id('service'), target: id('env') },
      { source: id('env'), target: id('web') },
      { source: id(parent), target: id('db') },
    ],
  }
}
