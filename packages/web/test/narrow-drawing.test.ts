import { expect, it } from 'vitest'
import { makeShop, readScale, waitForDrawing } from './harness/editor.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { ORDERS, storeRelations } from './harness/relations.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('a drawing on a narrow screen', () => {
  const web = useConsole()

  it.each([
    { what: 'a topology', open: async () => `/topologies/${(await makeShop(web.server)).id}` },
    { what: 'the editor', open: async () => `/topologies/${(await makeShop(web.server)).id}/edit` },
    { what: 'the resource graph', open: async () => storeRelations(web.server).then(() => ORDERS) },
  ])('should not be covered by its buttons: $what', async ({ open }) => {
    const page = await web.open(await open(), { viewport: { width: 360, height: 740 } })
    await waitForDrawing(page)
    const expected = { isFilled: true, isHigh: true, covering: [] }
    await expect.poll(() => page.getByRole('application').evaluate(measureDrawing)).toEqual(expected)
    await expectAccessible(page)
    const scale = await readScale(page)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => readScale(page)).toBeGreaterThan(scale)
  })
})

// Helpers

/**
 * Returns whether the canvas fills the drawing, whether the drawing is high enough, and which buttons are not below it.
 * All of it is measured at once, because the page moves when it shows more. This function runs in the browser.
 */
function measureDrawing(drawing: Element): object {
  const { x, y, width, height, bottom } = drawing.getBoundingClientRect()
  const canvas = drawing.querySelector('canvas')?.getBoundingClientRect()
  const isBelow = (name: string) =>
    (document.querySelector(`[aria-label="${name}"]`)?.getBoundingClientRect().y ?? 0) >= bottom
  return {
    isFilled: canvas?.x === x && canvas.y === y && canvas.width === width && canvas.height === height,
    isHigh: height > 150,
    covering: ['Zoom in', 'Zoom out', 'Show all'].filter((name) => !isBelow(name)),
  }
}
