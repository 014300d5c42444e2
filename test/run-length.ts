import fc from 'fast-check'

/** Multiplies the runs of each property. `pnpm test:long` sets it; `npm test` does without. */
export const PROPERTY_FACTOR = Number(process.env.PROPERTY_RUNS ?? 1)

/** Whether also those tests run on PGlite that take long there and that other tests cover in `npm test`. */
export const IS_EVERY_ENGINE = process.env.EVERY_ENGINE !== undefined

/** For properties that state no number of their own: vitest.config.ts loads this file before all tests of a long run. */
fc.configureGlobal({ numRuns: 100 * PROPERTY_FACTOR })

/** @param count in `npm test` */
export function propertyRuns(count: number): { readonly numRuns: number } {
  return { numRuns: count * PROPERTY_FACTOR }
}
