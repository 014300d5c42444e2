import { compact } from './figures.mjs'

/** @import { Page } from 'playwright-core' */

/**
 * Measures the duration of each frame during a movement with `requestAnimationFrame`, in milliseconds.
 *
 * @param {Page} page
 * @param {() => Promise<void>} move
 * @returns {Promise<readonly number[]>}
 */
export async function measureFrames(page, move) {
  await page.evaluate('recorder.start()')
  await move()
  return await page.evaluate('recorder.stop()')
}

/** @param {readonly number[]} frames milliseconds @param {number} bound frames per second */
export function describeFrames(frames, bound) {
  const sorted = frames.toSorted((one, other) => one - other)
  const mean = frames.reduce((sum, frame) => sum + frame, 0) / frames.length
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
  const isWithin = 1_000 / mean >= bound
  return `${compact(1_000 / mean)} frames/s, p95 ${compact(p95)} ms, longest ${compact(sorted.at(-1) ?? Number.NaN)} ms${isWithin ? '' : ' OVER'}`
}
