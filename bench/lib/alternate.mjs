import { emit } from './emit.mjs'
import { compact, median } from './figures.mjs'

/**
 * One of the alternatives to compare.
 *
 * @typedef {object} Variant
 * @property {string} name
 * @property {() => unknown} run the measured work; its result, or the value of its promise, is printed as a note
 * @property {() => unknown} [before] runs before each `run`, and is not measured
 * @property {number} [bound] the largest acceptable ratio to the first variant
 */

/**
 * Times of the runs in milliseconds. `best` is least affected by other work on the machine; `median` is typical.
 *
 * @typedef {{ median: number, best: number, worst: number, note: unknown }} Timing
 *
 * @typedef {{ runs?: number, warmups?: number }} Rounds
 */

/**
 * Runs the variants in turn, A B A B, so that other work on the machine affects all of them equally. If node runs with
 * `--expose-gc`, the garbage of the previous run is collected before each run.
 *
 * @param {readonly Omit<Variant, 'name'>[]} variants
 * @param {Rounds} [rounds]
 * @returns {Promise<readonly Timing[]>}
 */
export async function timeInTurn(variants, { runs = 9, warmups = 2 } = {}) {
  const lines = variants.map((variant) => ({
    variant,
    times: /** @type {number[]} */ ([]),
    note: /** @type {unknown} */ (undefined),
  }))
  for (let round = -warmups; round < runs; round++) {
    for (const line of lines) {
      const { took, answer } = await time(line.variant)
      line.note = answer
      if (round >= 0) line.times.push(took)
    }
  }
  return lines.map(({ times, note }) => ({
    median: median(times),
    best: Math.min(...times),
    worst: Math.max(...times),
    note,
  }))
}

/**
 * Compares the variants with the first variant and prints the result, with one line for each bound. An exceeded bound
 * is only printed: it does not make the run fail.
 *
 * @param {string} title
 * @param {readonly Variant[]} variants
 * @param {Rounds} [rounds]
 */
export async function compareVariants(title, variants, rounds) {
  const timings = await timeInTurn(variants, rounds)
  const [first = NOTHING] = timings
  emit(`\n### ${title}\n`)
  emit('| variant | / first | best / best | median ms | min-max | note |\n|---|---|---|---|---|---|')
  for (const [index, timing] of timings.entries()) {
    const ratios = `${formatRatio(timing.median / first.median)} | ${formatRatio(timing.best / first.best)}`
    const span = `${compact(timing.best)}-${compact(timing.worst)}`
    const note = typeof timing.note === 'string' || typeof timing.note === 'number' ? timing.note : ''
    emit(`| ${variants[index]?.name} | ${ratios} | ${compact(timing.median)} | ${span} | ${note} |`)
  }
  emit('')
  for (const [index, { median: middle }] of timings.entries()) {
    const { name = '', bound } = variants[index] ?? {}
    if (bound !== undefined) printVerdict(name, middle / first.median, bound)
  }
  return timings
}

/**
 * Prints whether a figure is within its bound.
 *
 * @param {string} name
 * @param {number} value
 * @param {number} bound
 */
export function printVerdict(name, value, bound, unit = 'x') {
  const verdict = value <= bound ? 'within' : 'OVER'
  emit(`${verdict} the bound: ${name} is ${Number(value.toFixed(2))}${unit}, bound <= ${bound}${unit}`)
}

/** @param {number} ratio */
export function formatRatio(ratio) {
  return `${ratio.toFixed(2)}x`
}

/** @type {Timing} */
const NOTHING = { median: Number.NaN, best: Number.NaN, worst: Number.NaN, note: undefined }

/** @param {Omit<Variant, 'name'>} variant */
async function time({ run, before }) {
  await before?.()
  // Collect only the young generation, because repeated full collections would also discard compiled code.
  globalThis.gc?.({ type: 'minor', execution: 'sync' })
  const start = performance.now()
  const answer = await run()
  return { took: performance.now() - start, answer }
}
