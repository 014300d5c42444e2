import { alternate, judge } from './alternate.mjs'
import { emit } from './emit.mjs'
import { compact } from './figures.mjs'

/** @typedef {{ run: () => unknown, before?: () => unknown }} Step */

/**
 * Measures the same work at growing sizes, and tells how its cost follows the size.
 *
 * @param {string} title
 * @param {readonly (Step & { size: number })[]} steps smallest first
 * @param {{ unit: string, bound: number, runs?: number, warmups?: number }} options
 *   `bound`: how many times the cost per unit of the smallest size the largest one may have
 */
export async function linear(title, steps, { unit, bound, ...rounds }) {
  const timings = await alternate(
    title,
    steps.map(({ size, ...step }) => ({ name: `${size} ${unit}`, ...step })),
    rounds,
  )
  const perUnit = timings.map(({ median }, index) => (median * 1000) / (steps[index]?.size ?? Number.NaN))
  emit(`microseconds for one of the ${unit}: ${perUnit.map(compact).join(', ')}`)
  judge('the cost of one, largest to smallest', (perUnit.at(-1) ?? Number.NaN) / (perUnit[0] ?? Number.NaN), bound)
}
