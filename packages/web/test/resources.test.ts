import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { SHOP } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

const MANUAL = { environment: 'Production', resource: 'web-01', parent: 'webshop', sourceRef: 'OPS-12' }
const ORDERS = '/resources?environment=Production&resource=db-orders'

describeInBrowser('the first relation', () => {
  const web = useConsole()

  it('should say what to do first where there are no relations', async () => {
    const page = await web.open('/resources')
    await page.getByRole('heading', { name: 'No relations yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Import a CMDB file' }).click()
    await page.getByRole('heading', { name: 'Import' }).waitFor()
  })

  it('should add a manual relation, by the keyboard alone, and show a refusal', async () => {
    const page = await web.open('/resources')
    await page.getByRole('heading', { name: 'No relations yet' }).waitFor()
    await page.getByRole('button', { name: 'Add relation' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Parent').fill('same')
    await dialog.getByLabel('Resource').fill('same')
    await page.keyboard.press('Enter')
    expect(await dialog.getByRole('alert').textContent()).toMatch(/The relation is not added.*Request [0-9a-f-]{36}/)
    await expectAccessible(page)
    await dialog.getByLabel('Resource').fill('web-01')
    await dialog.getByLabel('Parent').fill('webshop')
    await dialog.getByLabel('Environment').fill('Production')
    await dialog.getByLabel('sourceRef').fill('OPS-12')
    await page.keyboard.press('Enter')
    const row = page.getByRole('row', { name: /web-01 webshop Production manual/ })
    await row.waitFor()
    expect(await row.textContent()).toMatch(/manual ?OPS-12.*just now/)
    await expectAccessible(page)
  })
})

describeInBrowser('the resource graph', () => {
  const web = useConsole()
  beforeAll(async () => {
    await web.server.ask('/api/resources/relations', { json: MANUAL })
    await put('cmdb', [
      ['web-01', 'db-orders'],
      ['billing', 'db-orders'],
      ['db-orders', 'host-7'],
      ['host-7', 'disk-sda'],
    ])
    await put('event', [
      ['switch-3', 'host-7'],
      ['host-7', 'switch-3'],
    ])
    await put('cmdb', [['db-orders', 'host-9']], 'Staging')
  })

  it('should find relations by their fields, and the environments of a resource', async () => {
    const page = await web.open('/resources')
    await page.getByLabel('Resource', { exact: true }).fill('db-orders')
    await page.keyboard.press('Enter')
    await expect.poll(() => rows(page)).toBe(2)
    await page.getByLabel('Parent', { exact: true }).fill('billing')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => rows(page)).toBe(1)
    expect(page.url()).toContain('child=db-orders&parent=billing')
    const found = page.getByRole('navigation', { name: 'Found resources' })
    expect(await found.getByRole('link').allTextContents()).toEqual(['Production', 'Staging'])
    await expectAccessible(page)
    await page.getByLabel('Parent', { exact: true }).fill('')
    await page.getByLabel('Environment').fill('Nowhere')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('heading', { name: 'No such relation' }).waitFor()
    await page.getByLabel('Environment').fill('')
    await page.getByLabel('Resource', { exact: true }).fill('')
    await page.getByLabel('Source', { exact: true }).selectOption('event')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => rows(page)).toBe(2)
    await page.getByRole('link', { name: 'switch-3' }).first().click()
    await page.getByRole('heading', { name: 'switch-3', level: 1 }).waitFor()
  })

  it('should walk ancestors and descendants as a picture and as a list, loops included', async () => {
    const page = await web.open(ORDERS)
    await drawn(page)
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'Parents 2' }).waitFor()
    expect(await panel.getByRole('listitem').filter({ hasText: 'billing' }).textContent()).toMatch(
      /cmdb.*itop.*just now/,
    )
    await expectAccessible(page)
    await panel.getByRole('tab', { name: 'Walk 6' }).click()
    await panel.getByRole('heading', { name: 'Ancestors 3' }).waitFor()
    await panel.getByRole('heading', { name: 'Descendants 3' }).waitFor()
    expect(await panel.getByRole('listitem').filter({ hasText: 'webshop' }).textContent()).toMatch(
      /manual.*OPS-12.*confirmed just now.*via web-01.*2/,
    )
    expect(await panel.getByRole('listitem').filter({ hasText: 'switch-3' }).textContent()).toMatch(/event.*via host-7/)
    await expectAccessible(page)
  })

  it('should walk as far, and in the direction, that is chosen, and keep that in the address', async () => {
    const page = await web.open(ORDERS)
    await page.getByLabel('Depth').selectOption('1')
    await page.getByRole('tab', { name: 'Walk 3' }).waitFor()
    await page.getByRole('button', { name: 'Descendants' }).click()
    await page.getByRole('tab', { name: 'Walk 1' }).waitFor()
    expect(page.url()).toMatch(/depth=1&direction=descendants/)
    await page.reload()
    await page.getByRole('tab', { name: 'Walk 1' }).waitFor()
    expect(await page.getByLabel('Depth').inputValue()).toBe('1')
  })

  it('should select in the picture by keyboard, and in the list, and walk on from there', async () => {
    const page = await web.open(ORDERS)
    await drawn(page)
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowDown')
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'host-7' }).waitFor()
    expect(page.url()).toContain('node=host-7')
    await panel.getByRole('heading', { name: 'Children 2' }).waitFor()
    await page.keyboard.press('Escape')
    await panel.getByRole('heading', { name: 'db-orders' }).waitFor()
    await panel.getByRole('button', { name: 'billing', exact: true }).click()
    await panel.getByRole('heading', { name: 'billing' }).waitFor()
    await panel.getByRole('link', { name: 'Walk from here' }).click()
    await page.getByRole('heading', { name: 'billing', level: 1 }).waitFor()
  })

  it('should open what a link names', async () => {
    const page = await web.open(`${ORDERS}&depth=2&direction=descendants&node=host-7`)
    await drawn(page)
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'host-7' }).waitFor()
    await panel.getByRole('tab', { name: 'Walk 3' }).waitFor()
  })

  it('should lead from a relation of a topology to that topology, and say what deleting it means', async () => {
    const { id } = await web.server.ask<{ id: string }>('/api/service_topology', { json: SHOP })
    const page = await web.open('/resources?environment=Production&resource=database')
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: 'Delete web – database' }).click()
    await page.getByText('it comes back when the topology is saved with this edge').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await panel.getByRole('link', { name: 'open' }).click()
    await page.waitForURL(new RegExp(`topologies/${id}`))
    await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor()
  })

  it('should delete a manual relation after asking', async () => {
    await put('manual', [['short-lived-parent', 'short-lived']])
    const page = await web.open('/resources?environment=Production&resource=short-lived')
    await page.getByRole('button', { name: 'Delete short-lived-parent – short-lived' }).click()
    await page.getByText('It comes back only when somebody adds it again').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'No relations' }).waitFor()
    await expectAccessible(page)
    const { total } = await web.server.ask<{ total: number }>('/api/resources/relations?resource=short-lived')
    expect(total).toBe(0)
  })

  it("should show the server's words when a key may not delete", async () => {
    const { key } = await web.server.ask<{ key: string }>('/api/key', { json: { scopes: ['read'] } })
    const page = await web.open(ORDERS, { key })
    await page.getByRole('button', { name: 'Delete billing – db-orders' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    expect(await page.getByRole('alert').textContent()).toMatch(/write:service_topologies.*Request [0-9a-f-]{36}/)
  })

  it('should list what is too much for a picture', async () => {
    const many = Array.from({ length: 450 }, (_, index) => ['rack', `server-${index}`])
    await put('cmdb', many, 'Cellar')
    const page = await web.open('/resources?environment=Cellar&resource=rack')
    await page.getByRole('heading', { name: '451 resources' }).waitFor()
    await page.getByRole('tab', { name: 'Walk 450' }).click()
    expect(await page.getByRole('listitem').count()).toBe(100)
    await page.getByRole('button', { name: /Show 100 more/ }).click()
    await expect.poll(() => page.getByRole('listitem').count()).toBe(200)
    await expectAccessible(page)
  })

  it('should lead through the pages of a long list', async () => {
    const page = await web.open('/resources?in=Cellar')
    await page.getByText('Page 1 of 9, 450 in all').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Page 2 of 9').waitFor()
    expect(page.url()).toContain('in=Cellar&page=2')
  })

  it('should draw a few hundred resources with all their relations', async () => {
    await put(
      'cmdb',
      Array.from({ length: 300 }, (_, index) => [index === 0 ? 'hub' : `n-${(index - 1) % 20}`, `n-${index}`]),
      'Attic',
    )
    const page = await web.open('/resources?environment=Attic&resource=hub')
    await drawn(page)
    await page.getByRole('tab', { name: /Walk \d{2,3}/ }).click()
    await expect.poll(() => page.getByRole('complementary').getByText('itop').count()).toBeGreaterThan(20)
  })

  it('should be readable on a narrow screen', async () => {
    for (const path of ['/resources', ORDERS]) {
      const page = await web.open(path, { viewport: { width: 360, height: 740 } })
      await page.getByText('itop').first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      await expectAccessible(page)
    }
  })

  async function put(source: string, pairs: readonly (readonly string[])[], environment = 'Production'): Promise<void> {
    const relations = pairs.map(([parent, resource]) => ({ parent, resource }))
    await web.server.ask('/api/resources/relations/bulk', {
      json: { environment, source, sourceRef: source === 'cmdb' ? 'itop' : null, relations },
    })
  }
})

async function drawn(page: Page): Promise<void> {
  await page.locator('[role=application][aria-busy=false]').waitFor()
}

async function rows(page: Page): Promise<number> {
  return (await page.getByRole('row').count()) - 1
}
