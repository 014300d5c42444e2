import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { putRelations } from './harness/relations.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

const DATABASE = '/resources?environment=Production&resource=db-1'

describeInBrowser('the life of a resource', () => {
  const web = useConsole()

  beforeAll(async () => {
    await putRelations(web.server, [
      ['shop-web', 'db-1'],
      ['db-1', 'disk-1'],
    ])
    await web.server.ask('/api/service_topology', {
      json: {
        ...{ name: 'Shop', description: '', service: 'shop' },
        nodes: [
          { id: 'shop', kind: 'service', label: 'Shop' },
          { id: 'production', kind: 'environment', label: 'Production' },
          { id: 'db', kind: 'resource', label: 'db-1' },
        ],
        edges: [
          { source: 'shop', target: 'production' },
          { source: 'production', target: 'db' },
        ],
      },
    })
    for (const resource of ['db-1', 'lone-1']) {
      const json = { environment: 'Production', resource, event: 'Down', severity: 'major' }
      await web.server.ask('/api/alert', { json })
    }
  })

  it('should list resources, find a part of a name, and show orphans and stale ones', async () => {
    const page = await web.open('/resources')
    await page.getByRole('link', { name: 'All resources' }).click()
    const rows = page.getByRole('table').locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(4)
    expect(await rows.filter({ hasText: 'db-1' }).locator('td').allTextContents()).toEqual([
      ...['db-1', 'Production', '1', '1', '1', '1', '0'],
    ])
    await expectAccessible(page)
    await page.getByLabel('Part of the name').fill('DB')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByLabel('Part of the name').fill('')
    await page.getByLabel('Show').selectOption('orphans')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: 'lone-1' }).waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    await page.getByLabel('Show').selectOption('stale')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText('No matching resource').waitFor()
    await expectAccessible(page)
  })

  it('should show where a resource is used, and decommission it after showing the plan', async () => {
    const page = await web.open(DATABASE)
    await page.getByRole('tab', { name: 'Used in' }).click()
    await page.getByText('1 parent, 1 child', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Topologies' }).getByRole('link', { name: 'Shop' }).waitFor()
    await page.getByRole('region', { name: 'Active alerts' }).getByText('Down').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Decommission…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Decommission db-1?' })
    await dialog
      .getByText('This removes 2 relations, 1 node, 0 redundancy rules and 0 aliases, and closes 1 alert.')
      .waitFor()
    await dialog.getByText('The topology Shop is left with no resource.').waitFor()
    expect(await dialog.getByRole('region', { name: 'Sources' }).textContent()).toContain('cmdbitop')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await total()).toBe(4)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Decommission…')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Decommission', exact: true }).click()
    await page.getByRole('heading', { name: 'All resources', level: 1 }).waitFor()
    await expect.poll(total).toBe(1)
    await page.getByRole('link', { name: 'lone-1' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'db-1' }).count()).toBe(0)
  })

  it('should carry out nothing if the plan has changed', async () => {
    await putRelations(web.server, [['a', 'b']])
    const page = await web.open('/resources?environment=Production&resource=b')
    await page.getByRole('tab', { name: 'Used in' }).click()
    await page.getByRole('button', { name: 'Decommission…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This removes 1 relation').waitFor()
    await putRelations(web.server, [['c', 'b']])
    await dialog.getByRole('button', { name: 'Decommission', exact: true }).click()
    await dialog.getByText('Nothing was changed').waitFor()
    await dialog.getByText(/make a dry run again/).waitFor()
    await expectAccessible(page)
    expect(await total()).toBe(4)
  })

  async function total(): Promise<number> {
    return (await web.server.ask<{ total: number }>('/api/resources')).total
  }
})
