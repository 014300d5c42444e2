import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makeShop } from './harness/editor.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('leaving a page with unsaved changes', () => {
  const web = useConsole()

  it.each([
    { path: '/policies/weight/new', field: 'Name' },
    { path: '/policies/relation/new', field: 'Parent' },
    { path: '/catalog/new', field: 'Description' },
    { path: '/webhooks/new', field: 'Description' },
  ])('should ask first: $path', async ({ path, field }) => {
    const page = await web.open(path)
    await page.getByLabel(field, { exact: true }).fill('half written')
    await page.getByRole('link', { name: 'Topologies' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Continue editing' }).click()
    expect(await page.getByLabel(field, { exact: true }).inputValue()).toBe('half written')
    await page.getByRole('link', { name: 'Topologies' }).click()
    await dialog.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Topologies', exact: true }).waitFor()
  })

  it('should not ask after a save, nor if nothing differs', async () => {
    const page = await web.open('/catalog/new')
    await page.getByLabel('Service', { exact: true }).fill('shop')
    await page.getByLabel('Description', { exact: true }).fill('half written')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'shop', exact: true }).click()
    await page.getByLabel('Description', { exact: true }).fill('other')
    await page.getByLabel('Description', { exact: true }).fill('half written')
    await page.getByRole('link', { name: 'Topologies' }).click()
    await page.getByRole('heading', { name: 'Topologies', exact: true }).waitFor()
  })

  it('should ask for a stored webhook, but not after it was deleted', async () => {
    await web.server.ask('/api/webhook_config', { json: { id: 'probes', authMode: 'none' } })
    const page = await web.open('/webhooks/probes?tab=configuration')
    await page.getByLabel('Description', { exact: true }).fill('mine')
    await page.getByRole('tab', { name: 'Send a test' }).click()
    await page.getByRole('link', { name: 'Topologies' }).click()
    await page.getByRole('button', { name: 'Continue editing' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete the webhook' }).click()
    await page.getByRole('heading', { name: 'Webhooks', exact: true }).waitFor()
  })

  it('should ask before signing out', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}/edit`)
    await page.getByRole('tab', { name: 'About' }).click()
    await page.getByLabel('Topology name', { exact: true }).fill('Mine')
    await page.getByRole('button', { name: 'Sign out' }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Continue editing' }).click()
    expect(await page.getByLabel('Topology name', { exact: true }).inputValue()).toBe('Mine')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await dialog.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Sign in to opsgraph' }).waitFor()
    expect(await page.evaluate(() => window.sessionStorage.length)).toBe(0)
  })

  it.each([
    { way: 'a typed address', leave: (page: Page) => enterAddress(page, '#/topologies') },
    { way: 'the back button', leave: (page: Page) => page.evaluate(() => window.history.back()) },
  ])('should ask before following $way', async ({ leave }) => {
    const page = await web.open('/policies?kind=weight')
    await enterAddress(page, '#/catalog')
    await page.getByRole('link', { name: 'Describe a service' }).click()
    await page.getByLabel('Description', { exact: true }).fill('half written')
    await leave(page)
    await page.getByRole('button', { name: 'Continue editing' }).click()
    expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('half written')
    await leave(page)
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByLabel('Description', { exact: true }).waitFor({ state: 'detached' })
  })

  it('should start a form from the stored version, not from a cached one', async () => {
    const json = { name: 'Heavy', description: '', weight: 1, status: 'active', filters: {} }
    const path = '/api/service_topology_policy'
    const { topology: made } = await web.server.ask<{ topology: { id: string } }>(path, { json })
    const page = await web.open(`/policies/weight/${made.id}`)
    await page.getByLabel('Weight', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Heavy' }).waitFor()
    await web.server.ask(`${path}/${made.id}`, { method: 'PUT', json: { weight: 7 } })
    await page.getByRole('link', { name: 'Heavy' }).click()
    await page.getByLabel('Weight', { exact: true }).waitFor()
    expect(await page.getByLabel('Weight', { exact: true }).inputValue()).toBe('7')
  })
})

// Helpers

/** Navigates as if the user had typed an address or opened a bookmark, instead of following a link of the page. */
async function enterAddress(page: Page, hash: string): Promise<void> {
  await page.evaluate((entered) => window.location.assign(entered), hash)
}
