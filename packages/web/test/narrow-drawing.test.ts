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
    const drawing = await page.getByRole('application').boundingBox()
    const canvas = await page.locator('canvas').boundingBox()
    expect(canvas).toEqual(drawing)
    expect(drawing?.height).toBeGreaterThan(150)
    const end = (drawing?.y ?? 0) + (drawing?.height ?? 0)
    for (const name of ['Zoom in', 'Zoom out', 'Show all']) {
      const button = await page.getByRole('button', { name }).boundingBox()
      expect(button?.y, name).toBeGreaterThanOrEqual(end)
    }
    await expectAccessible(page)
    const scale = await readScale(page)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => readScale(page)).toBeGreaterThan(scale)
  })
})
