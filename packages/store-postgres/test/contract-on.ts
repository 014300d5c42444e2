import { opsgraphContract, type StoreHarness, storeContract } from '@opsgraph/store-contract'
import { afterAll, beforeAll } from 'vitest'
import { PostgresStore } from '../src/postgres-store.js'
import { ENGINES, type Engine } from './engine.js'
import { EMPTY, peekWith } from './peek.js'

/** Every promise of a store, and all that opsgraph does over one, on one engine. */
export function contractOn(name: keyof typeof ENGINES): void {
  // Starting takes seconds: each engine is started once, and emptied for every test.
  let engine: Engine | undefined
  const started = async () => {
    engine ??= await ENGINES[name]()
    return engine
  }
  beforeAll(started)
  afterAll(() => engine?.close())
  const harness: StoreHarness = {
    open: async () => {
      const { database, run } = await started()
      await run(EMPTY)
      return { store: new PostgresStore(database), peek: peekWith(run) }
    },
  }
  storeContract(`PostgresStore on ${name}`, harness)
  opsgraphContract(`PostgresStore on ${name}`, harness)
}
