import { fingerprintsPropertiesContract } from '@opsgraph/use-case-contract'
import { describe } from 'vitest'
import { PROPERTY_FACTOR } from '../../../test/run-length.js'
import { MemoryStore } from '../src/memory-store.js'
import { Tables } from '../src/tables.js'
import { peekTables } from './peek-tables.js'

/** Runs many times: runs in memory are cheap, and only many runs find rare faults. */
describe('many fingerprints over MemoryStore', () => {
  fingerprintsPropertiesContract({
    open: async () => {
      const tables = new Tables()
      return { store: new MemoryStore(tables), peek: async (table) => peekTables(tables)[table]() }
    },
    propertyFactor: 4 * PROPERTY_FACTOR,
  })
})
