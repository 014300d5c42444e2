import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { ORDERS, putRelations, storeRelations } from './harness/relations.js'
import { SHOP } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('relations', () => {
  const web = useConsole()

  it('should say what to do first if there are no relations', async () => {
    const page = await web.open('/resources')
    await page.getByRole('heading', { name: 'No relations yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Import a CMDB file' }).click()
    await page.getByRole('heading', { name: 'Import' }).waitFor()
  })

  it('should add a manual relation by keyboard only, and show a refusal', async () => {
    const page = await web.open('/resources')
    await page.getByRole('heading', { name: 'No relations yet' }).waitFor()
    await page.getByRole('button', { name: 'Add relation' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Parent', { exact: true }).fill('same')
    await dialog.getByLabel('Resource', { exact: true }).fill('same')
    await page.keyboard.press('Enter')
    expect(await dialog.getByRole('alert').textContent()).toMatch(/The relation was not added.*Request [0-9a-f-]{36}/)
    await expectAccessible(page)
    await dialog.getByLabel('Resource', { exact: true }).fill('web-01')
    await dialog.getByLabel('Parent', { exact: true }).fill('webshop')
    await dialog.getByLabel('Environment', { exact: true }).fill('Production')
    await dialog.getByLabel('sourceRef', { exact: true }).fill('OPS-12')
    await page.keyboard.press('Enter')
    const row = page.getByRole('row', { name: /web-01 webshop Production manual/ })
    await row.waitFor()
    expect(await row.textContent()).toMatch(/manual ?OPS-12.*just now/)
    await expectAccessible(page)
  })

  describe('of a graph', () => {
    beforeAll(() => storeRelations(web.server))

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
      await expect.poll(() => found.getByRole('link').allTextContents()).toEqual(['Production', 'Staging'])
      await expectAccessible(page)
      await page.getByLabel('Parent', { exact: true }).fill('')
      await page.getByLabel('Environment', { exact: true }).fill('Nowhere')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('heading', { name: 'No matching relation' }).waitFor()
      await page.getByLabel('Environment', { exact: true }).fill('')
      await page.getByLabel('Resource', { exact: true }).fill('')
      await page.getByLabel('Source', { exact: true }).selectOption('event')
      await page.getByRole('button', { name: 'Search' }).click()
      await expect.poll(() => rows(page)).toBe(2)
      await page.getByRole('link', { name: 'switch-3' }).first().click()
      await page.getByRole('heading', { name: 'switch-3', level: 1 }).waitFor()
    })

    it('should link a relation of a topology to that topology, and say what deleting it means', async () => {
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

    it('should delete a manual relation after a confirmation', async () => {
      await putRelations(web.server, [['short-lived-parent', 'short-lived']], { source: 'manual' })
      const page = await web.open('/resources?environment=Production&resource=short-lived')
      await page.getByRole('button', { name: 'Delete short-lived-parent – short-lived' }).click()
      await page.getByText('It comes back only if a user adds it again').waitFor()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('heading', { name: 'No relations' }).waitFor()
      await expectAccessible(page)
      const { total } = await web.server.ask<{ total: number }>('/api/resources/relations?resource=short-lived')
      expect(total).toBe(0)
    })

    it('should show the message of the server if a key may not delete', async () => {
      const { key } = await web.server.ask<{ key: string }>('/api/key', { json: { scopes: ['read'] } })
      const page = await web.open(ORDERS, { key })
      await page.getByRole('button', { name: 'Delete billing – db-orders' }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      expect(await page.getByRole('alert').textContent()).toMatch(/write:service_topologies.*Request [0-9a-f-]{36}/)
    })

    it('should page through a long list', async () => {
      const many = Array.from({ length: 450 }, (_, index) => ['rack', `server-${index}`])
      await putRelations(web.server, many, { environment: 'Cellar' })
      const page = await web.open('/resources?in=Cellar')
      await page.getByText('Page 1 of 9, 450 in all').waitFor()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByText('Page 2 of 9').waitFor()
      expect(page.url()).toContain('in=Cellar&page=2')
    })
  })
})

async function rows(page: Page): Promise<number> {
  return (await page.getByRole('row').count()) - 1
}
