import { namesInFlightContract } from '@opsgraph/use-case-contract'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { openPostgresStore, type PostgresStore } from '../src/index.js'

const SPAN = { rename: () => undefined, set: () => undefined, fail: () => undefined }

describe('names in flight between two servers on one database', () => {
  let server: Awaited<ReturnType<typeof startPostgresServer>>
  const stores: PostgresStore[] = []
  beforeAll(async () => {
    server = await startPostgresServer()
  })
  afterAll(async () => {
    for (const store of stores) await store.close()
    await server?.stop()
  })

  namesInFlightContract(async () => {
    for (const store of stores.splice(0)) await store.close()
    const connectionString = await server.createDatabase()
    // The statements of one of them are traced, which must not lose the lock that is sent with `begin`.
    const one = await openPostgresStore({ connectionString, tracer: { span: (_, work) => work(SPAN) } })
    const other = await openPostgresStore({ connectionString })
    stores.push(one, other)
    return { one, other }
  })

  it('should let alerts arrive at the same time', async () => {
    const connectionString = await server.createDatabase()
    const store = await openPostgresStore({ connectionString })
    stores.push(store)
    await store.transaction(async (parts) => {
      await parts.lock('names', 'shared')
      await store.transaction(async (others) => {
        await others.topologies.count()
        await others.lock('names', 'shared')
      })
    })
  })
})
