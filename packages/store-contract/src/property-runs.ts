import type { StoreHarness } from './store-harness.js'

/** How often a property runs that runs `count` times unless the harness asks for more. */
export function propertyRuns({ propertyFactor = 1 }: StoreHarness, count: number): { readonly numRuns: number } {
  return { numRuns: count * propertyFactor }
}
