import type { StoreHarness } from '@opsgraph/store-contract'
import { describe } from 'vitest'
import { ALL_CONTRACTS } from './all-contracts.js'
import { namesInFlightContract } from './names-in-flight-contract.js'

/**
 * Declares tests of all use-cases on a store. The tests check the rules of docs/rules.md.
 *
 * @param name - the name of the store, for the titles of the tests
 */
export function opsgraphContract(name: string, harness: StoreHarness): void {
  describe(`opsgraph over ${name}`, () => {
    for (const [about, contract] of Object.entries(ALL_CONTRACTS)) describe(about, () => contract(harness))
    describe('names in flight', () =>
      namesInFlightContract(async () => {
        const { store } = await harness.open()
        return { one: store, other: store }
      }))
  })
}
