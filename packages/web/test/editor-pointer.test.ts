import { expect, it } from 'vitest'
import { drag, findPointInside, locateHandle, makeShop, readStored, waitForDrawing } from './harness/editor.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('the editor by pointer', () => {
  const web = useConsole()

  it('should move a node with the pointer, connect it by its handle, and undo and redo', async () => {
    const { id } = await makeShop(web.server)
    const before = await readStored(web.server, id)
    const page = await web.open(`/topologies/${id}/edit`)
    await waitForDrawing(page)
    const database = await locateHandle(page, 'database')
    const staging = await locateHandle(page, 'Staging')
    await drag(page, findPointInside(staging), {
      x: findPointInside(staging).x + 70,
      y: findPointInside(staging).y + 30,
    })
    await page.getByText('Unsaved changes').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('All saved').waitFor()
    const after = await readStored(web.server, id)
    const moved = after.nodes.filter((node, index) => {
      const { x, y } = before.nodes[index]?.position ?? node.position
      return node.position.x !== x || node.position.y !== y
    })
    expect(moved.map(({ label }) => label)).toEqual(['Staging'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Redo' }).click()
    await page.getByText('All saved').waitFor()
    await page.getByRole('button', { name: 'Close the node' }).click()
    await drag(page, await locateHandle(page, 'Staging'), findPointInside(database))
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'Children 2' }).waitFor()
    await panel.getByRole('button', { name: 'database', exact: true }).click()
    await panel.getByText('resourceInMultipleEnvironments').waitFor()
    await panel.getByRole('button', { name: 'Disconnect Staging and database' }).click()
    await page.getByRole('application').focus()
    await page.keyboard.press('Delete')
    await page.getByRole('tab', { name: 'Nodes 5' }).waitFor()
  })

  it('should show the outline of a moved node and the line of a new edge, and hide them on release', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`)
    await waitForDrawing(page)
    const visible = (shape: string) => page.locator(`[role=application] svg ${shape}[visibility=visible]`)
    const staging = await locateHandle(page, 'Staging')
    for (const { from, shape } of [
      { from: findPointInside(staging), shape: 'rect' },
      { from: staging, shape: 'line' },
    ]) {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x + 300, from.y + 200, { steps: 4 })
      expect(await visible(shape).count()).toBe(1)
      await page.mouse.move(from.x + 6, from.y + 6)
      await page.mouse.up()
      expect(await visible(shape).count()).toBe(0)
      await waitForDrawing(page)
    }
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('All saved').waitFor()
  })
})
