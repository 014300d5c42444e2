import { emit } from './emit.mjs'
import { compact, median } from './figures.mjs'

/**
 * One way to do the work that is measured.
 *
 * @typedef {object} Variant
 * @property {string} name
 * @property {() => unknown} run what it answers (a promise of it) is printed as a note
 * @property {() => unknown} [before] runs ahead of each `run`, off the clock
 * @property {number} [bound] the largest ratio to the first variant that is good enough
 */

/**
 * Times in milliseconds. The best one is what the work costs when nothing else happens; the median is what it took.
 *
 * @typedef {{ median: number, best: number, worst: number, note: unknown }} Timing
 *
 * @typedef {{ runs?: number, warmups?: number }} Rounds
 */

/**
 * Runs the variants in turn, A B A B, so that whatever else the machine does meets all of them alike; collects what
 * the run before has left, where node lets it.
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
 * Prints how the variants compare, and one line per stated bound: a verdict, never a failure.
 *
 * @param {string} title
 * @param {readonly Variant[]} variants the first one is what the others are compared with
 * @param {Rounds} [rounds]
 */
export async function alternate(title, variants, rounds) {
  const timings = await timeInTurn(variants, rounds)
  const [first = NOTHING] = timings
  emit(`\n### ${title}\n`)
  emit('| variant | / first | best / best | median ms | min-max | note |\n|---|---|---|---|---|---|')
  for (const [index, timing] of timings.entries()) {
    const ratios = `${ratioText(timing.median / first.median)} | ${ratioText(timing.best / first.best)}`
    const span = `${compact(timing.best)}-${compact(timing.worst)}`
    const note = typeof timing.note === 'string' || typeof timing.note === 'number' ? timing.note : ''
    emit(`| ${variants[index]?.name} | ${ratios} | ${compact(timing.median)} | ${span} | ${note} |`)
  }
  emit('')
  for (const [index, { median: middle }] of timings.entries()) {
    const { name = '', bound } = variants[index] ?? {}
    if (bound !== undefined) judge(name, middle / first.median, bound)
  }
  return timings
}

/**
 * Says whether a figure is within its bound.
 *
 * @param {string} name
 * @param {number} value
 * @param {number} bound
 */
export function judge(name, value, bound, unit = 'x') {
  const verdict = value <= bound ? 'within' : 'OVER'
  emit(`${verdict} the bound: ${name} is ${Number(value.toFixed(2))}${unit}, bound <= ${bound}${unit}`)
}

/** @param {number} ratio */
export function ratioText(ratio) {
  return `${ratio.toFixed(2)}x`
}

/** @type {Timing} */
const NOTHING = { median: Number.NaN, best: Number.NaN, worst: Number.NaN, note: undefined }

/** @param {Omit<Variant, 'name'>} variant */
async function time({ run, before }) {
  await before?.()
  // Young garbage only: full collections, one after the other, also throw compiled code away.
  globalThis.gc?.({ type: 'minor', execution: 'sync' })
  const start = performance.now()
  const answer = await run()
  return { took: performance.now() - start, answer }
}
