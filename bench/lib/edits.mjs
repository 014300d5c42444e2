import { emit } from './emit.mjs'
import { describeFrames, measureFrames } from './frames.mjs'

/** @import { Page } from 'playwright-core' */

/** The middle of the canvas, in coordinates of the browser window. */
export const MIDDLE = { x: 600, y: 420 }
/** The time limit for painting the canvas, in milliseconds. */
const PATIENCE = 150_000

/**
 * Measures the durations of frames while a user drags a node, drops it, and renames it.
 *
 * @param {Page} page
 * @param {number} bound the minimum, in frames per second
 */
export async function measureEdits(page, bound) {
  await turnWheel(page, MIDDLE, 21)
  await waitUntilSharp(page)
  const from = await findNodeNear(page, MIDDLE)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  const dragged = await measureFrames(page, async () => {
    for (let step = 0; step < 150; step++) {
      await page.mouse.move(from.x + 150 * Math.sin(step / 9), from.y + 100 * Math.sin(step / 7))
    }
    await page.mouse.move(from.x + 40, from.y + 40)
  })
  const dropped = await measureFrames(page, async () => {
    await page.mouse.up()
    await page.getByText('Unsaved changes').waitFor()
    await waitUntilSharp(page)
  })
  emit(`a node dragged: ${describeFrames(dragged, bound)}`)
  emit(`dropped: redrawn after ${total(dropped)} ms, the longest frame ${longest(dropped)} ms`)
  await page.mouse.click(from.x + 40, from.y + 40)
  const name = page.getByLabel('Name', { exact: true })
  await name.waitFor()
  const typed = await measureFrames(page, async () => {
    await name.press('End')
    await name.pressSequentially('-renamed', { delay: 100 })
    await waitUntilSharp(page)
  })
  emit(
    `a name typed, 8 letters, one every 100 ms: redrawn after ${total(typed)} ms, the longest frame ${longest(typed)} ms`,
  )
}

/**
 * Finds a point in the window that is on a node. While the mouse is over a node, the canvas has a `title`.
 *
 * @param {Page} page
 * @param {{ x: number, y: number }} at
 */
async function findNodeNear(page, at) {
  const surface = page.getByRole('application')
  for (let aside = 0; aside < 400; aside += 20) {
    for (let away = 0; away < 240; away += 12) {
      await page.mouse.move(at.x - 200 + aside, at.y - 120 + away)
      if (await surface.getAttribute('title')) return { x: at.x - 200 + aside, y: at.y - 120 + away }
    }
  }
  throw new Error('no node is visible')
}

/**
 * Waits until the visible part of the graph is painted at full resolution.
 *
 * @param {Page} page
 */
export async function waitUntilSharp(page) {
  await page.locator('[aria-busy=false] canvas[data-picture=sharp]').waitFor({ timeout: PATIENCE })
}

/** @param {readonly number[]} frames */
function total(frames) {
  return Math.round(frames.reduce((sum, frame) => sum + frame, 0))
}

/** @param {readonly number[]} frames */
function longest(frames) {
  return Math.round(Math.max(...frames))
}

/** @param {Page} page @param {{ x: number, y: number }} at @param {number} steps */
export async function turnWheel(page, at, steps) {
  await page.mouse.move(at.x, at.y)
  for (let step = 0; step < steps; step++) await page.mouse.wheel(0, -100)
}
