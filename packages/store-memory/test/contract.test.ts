import { storeContract } from '@opsgraph/store-contract'
import { PROPERTY_FACTOR } from '../../../test/run-length.js'
import { MemoryStore } from '../src/memory-store.js'
import { Tables } from '../src/tables.js'
import { peekTables } from './peek-tables.js'

storeContract('MemoryStore', {
  open: async () => {
    const tables = new Tables()
    return { store: new MemoryStore(tables), peek: async (table) => peekTables(tables)[table]() }
  },
  propertyFactor: PROPERTY_FACTOR,
})
