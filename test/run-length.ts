import fc from 'fast-check'

/**
 * The factor for the number of runs of each property test: less than 1 in `npm test`, more than 1 in `npm run
 * test:long`.
 */
export const PROPERTY_FACTOR = Number(process.env.PROPERTY_RUNS ?? 1)
// With 0 or NaN runs, every property would pass.
if (!(PROPERTY_FACTOR > 0))
  throw new Error(`PROPERTY_RUNS must be a number above 0, not "${process.env.PROPERTY_RUNS}"`)

const ENGINES = process.env.ENGINES ?? 'server'

/** Whether slow suites also run on PGlite (`ENGINES=all`). */
export const IS_EVERY_ENGINE = ENGINES === 'all'

/** Whether slow suites run in memory only (`ENGINES=memory`). */
export const IS_MEMORY_ALONE = ENGINES === 'memory'

/**
 * Sets the number of runs of properties that do not set it themselves. Only a long run changes it: vitest.config.ts
 * then loads this file before all tests.
 */
fc.configureGlobal({ numRuns: 100 * Math.max(1, PROPERTY_FACTOR) })

/**
 * The options of a property test.
 *
 * @param count the number of runs in CI; other commands multiply it by `PROPERTY_FACTOR`
 */
export function propertyRuns(count: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil(count * PROPERTY_FACTOR) }
}
