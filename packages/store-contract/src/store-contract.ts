import { describe } from 'vitest'
import { ALL_CONTRACTS } from './all-contracts.js'
import type { StoreHarness } from './store-harness.js'

/**
 * Defines all tests that a store must pass.
 *
 * @param name the name of the store, for the titles of tests
 */
export function storeContract(name: string, harness: StoreHarness): void {
  const timeout = 60_000 * Math.max(1, harness.propertyFactor ?? 1)
  describe(`${name} fulfills the store contract`, { timeout }, () => {
    for (const [about, contract] of Object.entries(ALL_CONTRACTS)) describe(about, () => contract(harness))
  })
}
