import type { StoreHarness } from '@opsgraph/store-contract'
import { afterAll, beforeAll } from 'vitest'
import { PROPERTY_FACTOR } from '../../../test/run-length.js'
import { postgresStore } from '../src/postgres-store.js'
import type { Engine } from './engine.js'
import { EMPTY, peekWith } from './peek.js'

/**
 * Declares the tests of a contract on one engine.
 *
 * @param share the fraction of its usual runs that each property test makes
 */
export function contractOn(
  name: string,
  start: () => Promise<Engine>,
  contract: (storeName: string, harness: StoreHarness) => void,
  share = 1,
): void {
  // Each engine is started only once, because this takes seconds. Its tables are emptied before every test.
  let engine: Engine | undefined
  const started = async () => {
    engine ??= await start()
    return engine
  }
  beforeAll(started)
  afterAll(() => engine?.close())
  contract(`PostgresStore on ${name}`, {
    open: async () => {
      const { database, run } = await started()
      await run(EMPTY)
      return { store: postgresStore(database), peek: peekWith(run) }
    },
    propertyFactor: share * PROPERTY_FACTOR,
  })
}
