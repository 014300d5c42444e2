import { compareVariants, printVerdict } from './alternate.mjs'
import { emit } from './emit.mjs'
import { compact } from './figures.mjs'

/** @typedef {{ run: () => unknown, before?: () => unknown }} Step */

/**
 * Measures the same work at growing sizes. Prints the time per unit at each size, and whether it grows too much.
 *
 * @param {string} title
 * @param {readonly (Step & { size: number })[]} steps smallest first
 * @param {{ unit: string, bound: number, runs?: number, warmups?: number }} options `bound`: the largest acceptable
 *   ratio of the time per unit at the largest size to the time per unit at the smallest size
 */
export async function compareSizes(title, steps, { unit, bound, ...rounds }) {
  const timings = await compareVariants(
    title,
    steps.map(({ size, ...step }) => ({ name: `${size} ${unit}`, ...step })),
    rounds,
  )
  const perUnit = timings.map(({ median }, index) => (median * 1000) / (steps[index]?.size ?? Number.NaN))
  emit(`microseconds per unit (${unit}): ${perUnit.map(compact).join(', ')}`)
  printVerdict(
    'the cost per unit, largest to smallest size',
    (perUnit.at(-1) ?? Number.NaN) / (perUnit[0] ?? Number.NaN),
    bound,
  )
}
