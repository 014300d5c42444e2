import { expect, it } from 'vitest'
import { makeShop, pressOn, readStored, waitForDrawing } from './harness/editor.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('a console loaded over plain HTTP', () => {
  const web = useConsole()

  it('should add and connect nodes', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`, { plain: true })
    await waitForDrawing(page)
    const panel = page.getByRole('complementary')
    await pressOn(panel.getByRole('button', { name: /^web, resource/ }).first())
    await pressOn(panel.getByRole('button', { name: 'Add a resource below' }))
    await page.keyboard.type('queue')
    await page.getByRole('heading', { name: 'queue' }).waitFor()
    await pressOn(panel.getByRole('button', { name: 'Connect a child' }))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Find a node', { exact: true }).fill('data')
    await pressOn(dialog.getByRole('button', { name: /database/ }))
    await page.keyboard.press('Control+s')
    await page.getByText('All saved').waitFor()
    const { nodes, edges } = await readStored(web.server, id)
    const queue = nodes.find(({ label }) => label === 'queue')?.id
    expect(edges.filter(({ source, target }) => source === queue || target === queue)).toHaveLength(2)
  })

  it('should say that the browser does not allow copying', async () => {
    const page = await web.open('/keys', { plain: true })
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Alerts', { exact: true }).selectOption('write')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.getByText('It is shown only once').waitFor()
    await page.getByRole('button', { name: 'Copy the API key' }).click()
    await page.getByText('does not let this page copy: select the text').waitFor()
  })
})
