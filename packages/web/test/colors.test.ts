import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { SEVERITY_SHAPES } from '../src/ui/severity-shapes.js'
import { makeShop, waitForDrawing } from './harness/editor.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { postAlert, SHOP } from './harness/shop.js'
import { describeInBrowser, rereadData, useConsole } from './harness/use-console.js'

/** The background colors of the page in the light and in the dark theme. */
const LIGHT = 'rgb(245, 246, 248)'
const DARK = 'rgb(13, 16, 20)'
const SOON = { timeout: 10_000 }

describeInBrowser('colors', () => {
  const web = useConsole()

  it('should be those of the system, on the page and in a drawing, also after a change', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}`, { colorScheme: 'dark' })
    await waitForDrawing(page)
    await expect.poll(() => readBackgrounds(page), SOON).toEqual([DARK, DARK])
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => readBackgrounds(page), SOON).toEqual([LIGHT, LIGHT])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => readBackgrounds(page), SOON).toEqual([DARK, DARK])
  })

  it('should be the chosen ones, for any setting of the system, and after a reload', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}`, { colorScheme: 'light' })
    await waitForDrawing(page)
    await page.getByRole('button', { name: 'Colors: system. Change to light' }).click()
    await page.getByRole('button', { name: 'Colors: light. Change to dark' }).click()
    await expect.poll(() => readBackgrounds(page), SOON).toEqual([DARK, DARK])
    await page.reload()
    await waitForDrawing(page)
    expect(await readBackgrounds(page)).toEqual([DARK, DARK])
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: 'Colors: dark. Change to system' }).click()
    await expect.poll(() => readBackgrounds(page), SOON).toEqual([LIGHT, LIGHT])
  })

  it('should not be the only difference between severities, in a list and in a drawing', async () => {
    const json = { ...SHOP, name: 'The shop and its warehouse' }
    const { id } = await web.server.ask<{ id: string }>('/api/service_topology', { json })
    const page = await web.open(`/topologies/${id}`, { clock: true })
    await page.getByText('No active alerts for shop').waitFor()
    await waitForDrawing(page)
    const calm = await readPicture(page)
    // The severities `debug` and `indeterminate` have the same color, so only the shapes in the pictures differ.
    const pictures: string[] = []
    for (const severity of ['debug', 'indeterminate']) {
      await postAlert(web.server, { resource: 'web', event: 'Noise', severity })
      await rereadData(page)
      await page.getByRole('listitem').getByText(severity).waitFor()
      await expect.poll(() => readPicture(page), SOON).not.toBe(pictures[0] ?? calm)
      pictures.push(await readPicture(page))
    }
    for (const severity of ['critical', 'major', 'minor', 'warning'])
      await postAlert(web.server, { resource: 'web', event: severity, severity })
    await rereadData(page)
    await page.getByRole('tab', { name: 'Alerts 5' }).waitFor()
    const shapes = page.getByRole('tabpanel').locator('li svg path')
    const drawings = await shapes.evaluateAll((paths) => paths.map((path) => path.getAttribute('d')))
    expect([drawings.length, new Set(drawings).size]).toEqual([5, 5])
    const [share, one, other] = await findMostAlike(page, [...new Set(Object.values(SEVERITY_SHAPES))])
    expect(share, `${one} and ${other}`).toBeLessThan(0.75)
    const title = page.getByRole('heading', { level: 1 })
    for (const name of ['TB', 'Export', 'Delete the topology'])
      expect(await areBesideEachOther(title, page.getByRole('button', { name, exact: true })), name).toBe(true)
  })
})

// Helpers

/** Returns the background colors of the page and of the canvas. */
async function readBackgrounds(page: Page): Promise<string[]> {
  return await page.locator('canvas').evaluate((canvas) => {
    const pixel = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(2, 2, 1, 1).data ?? []
    const behind = document.body
    return [getComputedStyle(behind).backgroundColor, `rgb(${[...pixel].slice(0, 3).join(', ')})`]
  })
}

/**
 * Finds the two most similar shapes at the size of a badge, without colors. Returns the share of their pixels that
 * overlap, and the two shapes.
 */
async function findMostAlike(page: Page, shapes: readonly string[]): Promise<readonly [number, string, string]> {
  const pairs = await page.evaluate((all) => {
    const size = 12
    const pen = new OffscreenCanvas(size, size).getContext('2d', { willReadFrequently: true })
    const inked = all.map((shape) => {
      pen?.reset()
      pen?.scale(size / 16, size / 16)
      pen?.fill(new Path2D(shape), 'evenodd')
      return [...(pen?.getImageData(0, 0, size, size).data ?? [])].filter((_, at) => at % 4 === 3)
    })
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    return all.flatMap((one, i) =>
      all.slice(i + 1).map((other, at) => {
        const [left, right] = [inked[i] ?? [], inked[i + 1 + at] ?? []]
        const both = sum(left.map((ink, pixel) => Math.min(ink, right[pixel] ?? 0)))
        return [both / sum(left.map((ink, pixel) => Math.max(ink, right[pixel] ?? 0))), one, other] as const
      }),
    )
  }, shapes)
  return pairs.reduce((most, pair) => (pair[0] > most[0] ? pair : most))
}

async function areBesideEachOther(one: Locator, other: Locator): Promise<boolean> {
  const [left, right] = [await one.boundingBox(), await other.boundingBox()]
  if (left === null || right === null) return false
  return left.y < right.y + right.height && right.y < left.y + left.height && left.x + left.width <= right.x
}

/** Waits until the canvas is sharp, and returns its picture. */
async function readPicture(page: Page): Promise<string> {
  await waitForDrawing(page)
  return await page.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())
}
