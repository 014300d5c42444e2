import fc from 'fast-check'

/** The factor for the number of runs of each property test. The factor is more than 1 only in `npm run test:long`. */
export const PROPERTY_FACTOR = Number(process.env.PROPERTY_RUNS ?? 1)

const ENGINES = process.env.ENGINES ?? 'server'

/** Whether slow suites also run on PGlite (`ENGINES=all`). */
export const IS_EVERY_ENGINE = ENGINES === 'all'

/** Whether slow suites run in memory only (`ENGINES=memory`). */
export const IS_MEMORY_ALONE = ENGINES === 'memory'

/**
 * Sets the number of runs of properties that do not set it themselves. Before a long run, vitest.config.ts loads this
 * file.
 */
fc.configureGlobal({ numRuns: 100 * PROPERTY_FACTOR })

/**
 * The options of a property test.
 *
 * @param count the number of runs; `npm run test:long` multiplies it
 */
export function propertyRuns(count: number): { readonly numRuns: number } {
  return { numRuns: count * PROPERTY_FACTOR }
}
