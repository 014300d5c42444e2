import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import type { OpsgraphOptions, Store } from '../../packages/core/src/index.js'
import { TestServer } from '../../packages/http/test/test-server.js'
import { MemoryStore } from '../../packages/store-memory/src/index.js'
import { postgresStore } from '../../packages/store-postgres/src/postgres-store.js'
import { CITUS_URL, startCitus } from '../../packages/store-postgres/test/citus.js'
import { ENGINES, type Engine } from '../../packages/store-postgres/test/engine.js'
import { EMPTY } from '../../packages/store-postgres/test/peek.js'
import { IS_EVERY_ENGINE, IS_MEMORY_ALONE } from '../run-length.js'

/**
 * How to open a store of one kind. All tests of a file share one store of a kind, because starting it takes seconds.
 */
interface Ground {
  /** Returns the store, without the data of earlier tests. */
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
  'on Citus': async () => {
    const engine = await startCitus()
    return { open: () => openEmptied(engine), close: engine.close }
  },
}

/**
 * Whether the tests run on a store: `npm test` has only the memory store, which is fast, `npm run test:all` a PostgreSQL
 * server in its place, and `npm run test:long` both, and PGlite. Citus is tested if `CITUS_URL` is set.
 */
const IS_TRIED: Readonly<Record<keyof typeof GROUNDS, boolean>> = {
  'in memory': IS_MEMORY_ALONE || IS_EVERY_ENGINE,
  'in PGlite': IS_EVERY_ENGINE,
  'on a PostgreSQL server': !IS_MEMORY_ALONE,
  'on Citus': CITUS_URL !== undefined,
}
const TRIED = Object.entries(GROUNDS).filter(([name]) => IS_TRIED[name])

/**
 * The PGlite engine that all test files of a process share, because its start takes longer than most test files. It
 * ends with the process.
 */
let pglite: Promise<Engine> | undefined

/**
 * Runs the same tests over HTTP on every store. Each test has a new server on an empty store:
 *
 *     onThreeStores((server) => {
 *       it('should …', async () => expect((await server.current.call('GET', '/api/…')).status).toBe(200))
 *     })
 *
 * @param options the options of opsgraph besides the store
 */
export function onThreeStores(
  tests: (server: { readonly current: TestServer }) => void,
  options: Partial<OpsgraphOptions> = {},
): void {
  describe.each(TRIED)('%s', (_, prepare) => {
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
  return postgresStore(database)
}
