import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { SHOP } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('the audit trail', () => {
  const web = useConsole()
  let id = ''

  it('should explain what creates entries if there are none', async () => {
    const page = await web.open('/audit')
    await page.getByRole('heading', { name: 'No audit entries yet' }).waitFor()
    await expectAccessible(page)
  })

  it('should list who did what, newest first', async () => {
    id = (await web.server.ask<{ id: string }>('/api/service_topology', { json: SHOP })).id
    await web.server.ask('/api/resources/relations', {
      json: { environment: 'Production', resource: 'disk', parent: 'database' },
      headers: { 'X-Request-ID': 'request-of-this-test' },
    })
    const page = await web.open('/audit')
    await expect.poll(() => readEvents(page)).toEqual(['resource-relation-created', 'service-topology-created'])
    await expectAccessible(page)
  })

  it('should show the details of an entry by keyboard, and link to the changed object', async () => {
    const page = await web.open('/audit')
    const button = page.getByRole('button', { name: /^Details: .*disk/ })
    await button.focus()
    await page.keyboard.press('Enter')
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    await page.getByText('request-of-this-test').waitFor()
    expect(await readFact(page, 'parent')).toBe('database')
    expect(await readFact(page, 'source')).toBe('manual')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Open the current state' }).click()
    await page.getByRole('heading', { name: 'disk', level: 1 }).waitFor()
  })

  it('should find entries by event, type, user and resourceId, and keep the search in the address', async () => {
    const page = await web.open('/audit')
    await page.getByLabel('Event', { exact: true }).selectOption('service-topology-created')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => readEvents(page)).toEqual(['service-topology-created'])
    await page.getByLabel('Event', { exact: true }).selectOption('Any')
    await page.getByLabel('Type', { exact: true }).selectOption('resource-relation')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => readEvents(page)).toEqual(['resource-relation-created'])
    await page.getByLabel('Type', { exact: true }).selectOption('Any')
    await page.getByLabel('resourceId', { exact: true }).fill(id)
    await page.keyboard.press('Enter')
    await expect.poll(() => readEvents(page)).toEqual(['service-topology-created'])
    expect(page.url()).toContain(`resourceId=${id}`)
    await page.reload()
    await expect.poll(() => readEvents(page)).toEqual(['service-topology-created'])
    await page.getByLabel('User', { exact: true }).fill('nobody')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'No matching entry' }).waitFor()
    await expectAccessible(page)
  })

  it('should link from an entry to its topology, but not from the entry of a deleted one', async () => {
    const doomed = { ...SHOP, service: 'doomed', nodes: SHOP.nodes.map((node) => ({ ...node, id: `${node.id}-d` })) }
    const edges = SHOP.edges.map(({ source, target }) => ({ source: `${source}-d`, target: `${target}-d` }))
    const made = await web.server.ask<{ id: string }>('/api/service_topology', { json: { ...doomed, edges } })
    await web.server.ask(`/api/service_topology/${made.id}`, { method: 'DELETE' })
    const page = await web.open('/audit?event=service-topology-deleted')
    await page.getByRole('button', { name: /^Details/ }).click()
    expect(await readFact(page, 'resourceId')).toBe(made.id)
    expect(await page.getByRole('link', { name: 'Open the current state' }).count()).toBe(0)
    await page.goto(`${web.server.url}/#/audit?resourceId=${id}`)
    // The page shows the previous list until the new one is loaded.
    await expect.poll(() => readEvents(page)).toEqual(['service-topology-created'])
    await page.getByRole('button', { name: /^Details/ }).click()
    await page.getByRole('link', { name: 'Open the current state' }).click()
    await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor()
  })

  it('should page through a long trail', async () => {
    for (let index = 0; index < 55; index++) {
      await web.server.ask('/api/resources/relations', { json: { resource: `disk-${index}`, parent: 'host' } })
    }
    const page = await web.open('/audit?type=resource-relation')
    await page.getByText('Page 1 of 2, 56 in all').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(async () => (await readEvents(page)).length).toBe(6)
    expect(page.url()).toContain('page=2')
  })

  it('should show the message of the server if the key may not read it', async () => {
    const { key } = await web.server.ask<{ key: string }>('/api/key', { json: { scopes: ['read'] } })
    const page = await web.open('/audit', { key })
    expect(await page.getByRole('alert').textContent()).toMatch(/admin:audit.*Request [0-9a-f-]{36}/)
    await expectAccessible(page)
  })

  it('should be readable on a narrow screen', async () => {
    const page = await web.open('/audit', { viewport: { width: 360, height: 740 } })
    await page.getByRole('table').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectAccessible(page)
  })
})

async function readEvents(page: Page): Promise<string[]> {
  const all = await page.getByRole('row').locator('td:nth-child(4)').allTextContents()
  return all.filter((text) => text !== '')
}

/** Returns the value beside a name in the open details of an audit entry. */
async function readFact(page: Page, name: string): Promise<string | null> {
  const found = page.locator('dt').getByText(name, { exact: true }).locator('xpath=following-sibling::dd[1]')
  return await found.locator('code').or(found).first().textContent()
}
