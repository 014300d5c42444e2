import { describe } from 'vitest'
import { relationNeighborsContract } from './relation-neighbors-contract.js'
import { relationStoreContract } from './relation-store-contract.js'
import type { StoreHarness } from './store-harness.js'

/**
 * Declares every test that a store must pass.
 *
 * @param name - of the store, for the titles
 */
export function storeContract(name: string, harness: StoreHarness): void {
  describe(`${name} keeps the store contract`, () => {
    describe('relations', () => relationStoreContract(harness))
    describe('neighbors of relations', () => relationNeighborsContract(harness))
  })
}
