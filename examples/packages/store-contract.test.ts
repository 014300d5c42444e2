import { relationNeighborsContract } from '@opsgraph/store-contract'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe } from 'vitest'

// Replace MemoryStore with your store. `peek` reads the stored data directly, without the methods of the store.
const harness = { open: async () => ({ store: new MemoryStore(), peek: async () => [] }) }
describe('my store', () => relationNeighborsContract(harness)) // then: storeContract('my store', harness)
