import { relationNeighborsContract } from '@opsgraph/store-contract'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe } from 'vitest'

// Your store instead of this one. `peek` reads the stored data directly, without the methods of the store.
const harness = { open: async () => ({ store: new MemoryStore(), peek: async () => [] }) }
describe('my store', () => relationNeighborsContract(harness)) // when it passes: storeContract('my store', harness)
