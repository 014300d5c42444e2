import fc from 'fast-check'

/** The factor of the runs of each property: 1 in `npm test`, more in `npm run test:long`. */
export const PROPERTY_FACTOR = Number(process.env.PROPERTY_RUNS ?? 1)

/** Whether slow tests also run on PGlite; in `npm test`, other tests cover them. */
export const IS_EVERY_ENGINE = process.env.EVERY_ENGINE !== undefined

/** For properties without their own number of runs: vitest.config.ts loads this file before all tests of a long run. */
fc.configureGlobal({ numRuns: 100 * PROPERTY_FACTOR })

/** @param count the number of runs in `npm test` */
export function propertyRuns(count: number): { readonly numRuns: number } {
  return { numRuns: count * PROPERTY_FACTOR }
}
