import { expect, it } from 'vitest'
import { makeShop } from './harness/editor.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

const REQUEST = /Request [0-9a-f-]{36}/

describeInBrowser('refusals of the server', () => {
  const web = useConsole()

  it.each([
    { license: { topologyFeature: false, topologyLimit: null }, words: /license does not include/ },
    { license: { topologyFeature: true, topologyLimit: 0 }, words: /license allows 0 topologies/ },
  ])('should show what the license does not allow, and keep the input: $words', async ({ license, words }) => {
    const { id } = await makeShop(web.server)
    const other = await web.server.another(license)
    try {
      const page = await web.open('/topologies/new', { at: other.url })
      await page.getByLabel('Service', { exact: true }).fill('one-too-many')
      await page.getByLabel('Name', { exact: true }).fill('One too many')
      await page.getByRole('button', { name: 'Create and edit' }).click()
      const failure = page.getByRole('alert')
      await failure.waitFor()
      expect(await failure.textContent()).toMatch(words)
      expect(await failure.textContent()).toMatch(REQUEST)
      await expectAccessible(page)
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('One too many')
      await page.goto(`${other.url}/#/topologies/${id}`)
      await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor()
      await page.close()
    } finally {
      await other.close(0)
    }
  })

  it('should say that a save needs another scope, and keep the edits', async () => {
    const { id } = await makeShop(web.server)
    const { key } = await web.server.ask<{ key: string }>('/api/key', { json: { scopes: ['read'] } })
    const page = await web.open(`/topologies/${id}/edit`, { key })
    await page.getByRole('tab', { name: 'About' }).click()
    await page.getByLabel('Topology name', { exact: true }).fill('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    const failure = page.getByRole('alert')
    await failure.waitFor()
    expect(await failure.textContent()).toMatch(/Not saved.*write:service_topologies.*Request [0-9a-f-]{36}/)
    await expectAccessible(page)
    await page.getByText('Unsaved changes').waitFor()
    expect(await page.getByLabel('Topology name', { exact: true }).inputValue()).toBe('Mine')
  })

  it('should not delete a topology without the scope, and say why in the confirmation', async () => {
    const { id } = await makeShop(web.server)
    const { key } = await web.server.ask<{ key: string }>('/api/key', { json: { scopes: ['read'] } })
    const page = await web.open(`/topologies/${id}`, { key })
    await page.getByRole('button', { name: 'Delete the topology' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Shop?' })
    await dialog.getByRole('button', { name: 'Delete the topology' }).click()
    await dialog.getByRole('alert').waitFor()
    expect(await dialog.getByRole('alert').textContent()).toMatch(/service_topologies.*Request [0-9a-f-]{36}/)
    await dialog.getByRole('button', { name: 'Use another key' }).click()
    await page.getByRole('dialog', { name: 'Use another key' }).waitFor()
    const below = page.locator('[role=dialog] button', { hasText: 'Delete the topology' })
    expect(await below.evaluate(isPressable)).toBe(false)
    await page.keyboard.press('Escape')
    await expect.poll(() => below.evaluate(isPressable)).toBe(true)
    await web.server.ask(`/api/service_topology/${id}`)
  })
})

// Helpers

/**
 * Returns whether a click in the middle of an element hits this element, and not an element above it. This function
 * runs in the browser.
 */
function isPressable(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}
