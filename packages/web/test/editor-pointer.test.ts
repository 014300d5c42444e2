import { expect, it } from 'vitest'
import { above, drag, drawn, handleOf, makeShop, readStored } from './harness/editor.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('the editor by pointer', () => {
  const web = useConsole()

  it('should move a node by a pointer, connect by its handle, and undo and redo', async () => {
    const { id } = await makeShop(web.server)
    const before = await readStored(web.server, id)
    const page = await web.open(`/topologies/${id}/edit`)
    await drawn(page)
    const database = await handleOf(page, 'database')
    const staging = await handleOf(page, 'Staging')
    await drag(page, above(staging), { x: above(staging).x + 70, y: above(staging).y + 30 })
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
    await drag(page, await handleOf(page, 'Staging'), above(database))
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'Below it 2' }).waitFor()
    await panel.getByRole('button', { name: 'database', exact: true }).click()
    await panel.getByText('resourceInMultipleEnvironments').waitFor()
    await panel.getByRole('button', { name: 'Disconnect Staging and database' }).click()
    await page.getByRole('application').focus()
    await page.keyboard.press('Delete')
    await page.getByRole('tab', { name: 'Nodes 5' }).waitFor()
  })
})
