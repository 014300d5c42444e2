import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makeShop, pressOn, readStored, waitForDrawing } from './harness/editor.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('the editor', () => {
  const web = useConsole()

  it('should create a topology and open its editor, and refuse a second one of the service', async () => {
    const page = await web.open('/topologies')
    await page.getByRole('link', { name: 'New topology' }).click()
    await page.getByLabel('Service', { exact: true }).fill('billing')
    await page.getByLabel('Name', { exact: true }).fill('Billing')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create and edit' }).click()
    await page.getByRole('heading', { name: 'Edit Billing' }).waitFor()
    await waitForDrawing(page)
    await expectAccessible(page)
    await page.goto(`${web.server.url}/#/topologies/new`)
    await page.getByLabel('Service', { exact: true }).fill('billing')
    await page.getByLabel('Name', { exact: true }).fill('Again')
    await page.getByRole('button', { name: 'Create and edit' }).click()
    expect(await page.getByRole('alert').textContent()).toMatch(/billing already has .*Request [0-9a-f-]{36}/)
  })

  it('should add, rename, connect, disconnect and remove nodes by keyboard only, and save', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`)
    await waitForDrawing(page)
    const panel = page.getByRole('complementary')
    await pressOn(panel.getByRole('button', { name: /^web, resource/ }).first())
    await pressOn(panel.getByRole('button', { name: 'Add a resource below' }))
    expect(await readFocused(page)).toBe('resource-1')
    await page.keyboard.type('queue')
    await page.getByRole('heading', { name: 'queue' }).waitFor()
    await pressOn(panel.getByRole('button', { name: 'Connect a child' }))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Find a node', { exact: true }).fill('data')
    await expectAccessible(page)
    await pressOn(dialog.getByRole('button', { name: /database/ }))
    await pressOn(panel.getByRole('button', { name: 'database', exact: true }))
    await pressOn(panel.getByRole('button', { name: 'Disconnect web and database' }))
    await panel.getByRole('heading', { name: 'Parents 1' }).waitFor()
    await expectAccessible(page)
    await pressOn(panel.getByRole('button', { name: 'Close the node' }))
    await pressOn(panel.getByRole('button', { name: /^web, resource, level 3/ }).last())
    await pressOn(panel.getByRole('button', { name: 'Remove', exact: true }))
    await page.keyboard.press('Control+s')
    await page.getByText('All saved').waitFor()
    const stored = await readStored(web.server, id)
    const labels = new Map(stored.nodes.map((node) => [node.id, node.label]))
    const joined = stored.edges.map(({ source, target }) => `${labels.get(source)} ${labels.get(target)}`)
    expect(joined.toSorted()).toEqual([
      'Production web',
      'queue database',
      'shop Production',
      'shop Staging',
      'web queue',
    ])
  })

  it('should lay out in every orientation, and store the chosen one', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`)
    await page.getByRole('button', { name: 'LR', exact: true }).click()
    await page.getByRole('button', { name: 'CI', exact: true }).click()
    await page.getByRole('button', { name: 'LR', exact: true }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('All saved').waitFor()
    const stored = await readStored(web.server, id)
    expect(stored.orientation).toBe('LR')
    const [shop, production] = ['shop', 'Production'].map((label) => stored.nodes.find((node) => node.label === label))
    expect(production?.position.x).toBeGreaterThan(shop?.position.x ?? 0)
  })

  it('should lay out moved nodes again', async () => {
    const { id } = await makeShop(web.server)
    const placeOf = async () => (await readStored(web.server, id)).nodes.find(({ label }) => label === 'Staging')
    const page = await web.open(`/topologies/${id}/edit`)
    await page.getByRole('button', { name: /^Staging, / }).click()
    await page.getByLabel('From the left', { exact: true }).fill('4321')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('All saved').waitFor()
    expect((await placeOf())?.position.x).toBe(4321)
    await page.getByRole('button', { name: 'Lay out' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await placeOf())?.position.x, { timeout: 10_000 }).toBeLessThan(4321)
  })

  it('should undo and redo by keyboard, in a text field too', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`)
    await page.getByRole('tab', { name: 'About' }).click()
    await page.getByLabel('Topology name', { exact: true }).fill('Store')
    for (const { keys, name } of [
      { keys: 'Control+z', name: 'Shop' },
      { keys: 'Control+y', name: 'Store' },
      { keys: 'Control+z', name: 'Shop' },
      { keys: 'Control+Shift+z', name: 'Store' },
    ]) {
      await page.keyboard.press(keys)
      await page.getByRole('heading', { name: `Edit ${name}` }).waitFor()
    }
  })

  it('should ask before the user leaves unsaved changes', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`)
    await page.getByRole('tab', { name: 'About' }).click()
    await page.getByLabel('Topology name', { exact: true }).fill('Store')
    await page.getByRole('link', { name: 'Resources' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Continue editing' }).click()
    expect(await page.getByLabel('Topology name', { exact: true }).inputValue()).toBe('Store')
    await page.getByRole('link', { name: 'Resources' }).click()
    await dialog.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Edit Store' }).waitFor({ state: 'detached' })
  })

  it('should be readable on a narrow screen', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`, { viewport: { width: 360, height: 740 } })
    await waitForDrawing(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectAccessible(page)
  })
})

// Helpers

async function readFocused(page: Page): Promise<string> {
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
  return await page.evaluate(() => (document.activeElement as HTMLInputElement).value)
}
