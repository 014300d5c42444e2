import type { StoreHarness } from './store-harness.js'

/** Returns the number of runs of a property test: `count` times the factor of the harness, rounded up. */
export function propertyRuns({ propertyFactor = 1 }: StoreHarness, count: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil(count * propertyFactor) }
}
