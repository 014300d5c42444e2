import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import type { OpsgraphOptions, Store } from '../../packages/core/src/index.js'
import { TestServer } from '../../packages/http/test/test-server.js'
import { MemoryStore } from '../../packages/store-memory/src/index.js'
import { PostgresStore } from '../../packages/store-postgres/src/postgres-store.js'
import { ENGINES, type Engine } from '../../packages/store-postgres/test/engine.js'
import { EMPTY } from '../../packages/store-postgres/test/peek.js'

/** A kind of store that runs for all tests of a file, because starting it takes seconds. */
interface Ground {
  /** An empty store: what earlier tests have left is gone. */
  readonly open: () => Promise<Store>
  readonly close: () => Promise<void>
}

const GROUNDS: Readonly<Record<string, () => Promise<Ground>>> = {
  'in memory': async () => ({ open: async () => new MemoryStore(), close: async () => undefined }),
  'in PGlite': async () => {
    pglite ??= ENGINES.PGlite()
    const engine = await pglite
    return { open: () => openEmptied(engine), close: async () => undefined }
  },
  'on a PostgreSQL server': async () => {
    const engine = await ENGINES['a server']()
    return { open: () => openEmptied(engine), close: engine.close }
  },
}

/** Of all files that a process runs: it takes longer to start than most of them, and ends with the process. */
let pglite: Promise<Engine> | undefined

/**
 * Runs the same tests over HTTP on every store that there is. Each test meets a server of its own on an empty store:
 *
 *     onThreeStores((server) => {
 *       it('should …', async () => expect((await server.current.call('GET', '/api/…')).status).toBe(200))
 *     })
 *
 * @param options how opsgraph is put together, apart from its store
 */
export function onThreeStores(
  tests: (server: { readonly current: TestServer }) => void,
  options: Partial<OpsgraphOptions> = {},
): void {
  describe.each(Object.entries(GROUNDS))('%s', (_, prepare) => {
    const server = { current: new TestServer() }
    let ground: Ground | undefined
    beforeAll(async () => {
      ground = await prepare()
    })
    beforeEach(async () => {
      server.current = new TestServer({ ...options, ...(ground && { store: await ground.open() }) })
      await server.current.start()
    })
    afterEach(() => server.current.stop())
    afterAll(() => ground?.close())
    tests(server)
  })
}

async function openEmptied({ database, run }: Engine): Promise<Store> {
  await run(EMPTY)
  return new PostgresStore(database)
}
