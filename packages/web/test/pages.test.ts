import { expect, it } from 'vitest'
import { CHECKS } from './harness/checks.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('pages beyond the last one', () => {
  const web = useConsole()

  it.each([
    {
      path: '/topologies',
      shows: 'Shop',
      store: ['/api/service_topology', { name: 'Shop', service: 'shop', description: '' }],
    },
    { path: '/catalog', shows: 'billing', store: ['/api/service_catalog/billing', { description: '' }, 'PUT'] },
    { path: '/webhooks', shows: 'Checks', store: ['/api/webhook_config', CHECKS] },
    { path: '/keys', shows: 'Nightly', store: ['/api/key', { text: 'Nightly', scopes: ['read'] }] },
    { path: '/resources', shows: 'web-1', store: ['/api/resources/relations', { resource: 'web-1', parent: 'shop' }] },
    {
      path: '/resources/names',
      shows: 'web-2',
      store: ['/api/resources/relations', { resource: 'web-2', parent: 'shop' }],
    },
    { path: '/audit', shows: 'relation', store: undefined },
  ] as const)('should be reported, and link to the last page: $path', async ({ path, shows, store }) => {
    if (store !== undefined) await web.server.ask(store[0], { json: store[1], ...(store[2] && { method: store[2] }) })
    const page = await web.open(`${path}?page=9999`)
    await page.getByRole('status').getByText('There is no page 9,999: the last one is page 1.').waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Go to the last page' }).click()
    await page.getByRole('table').getByText(shows).first().waitFor()
    expect(page.url()).toContain('page=1')
    expect(await page.getByText('There is no page').count()).toBe(0)
  })

  it('should be reported if the last page is gone after a deletion', async () => {
    for (let number = 1; number <= 51; number++)
      await web.server.ask('/api/service_topology_policy', { json: { name: `No. ${number}`, description: '' } })
    const page = await web.open('/policies?kind=weight')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Choose No. 51', { exact: true }).check()
    await page.getByRole('button', { name: 'Delete 1 policy' }).click()
    await page.getByRole('button', { name: 'Delete them' }).click()
    await page.getByText('There is no page 2: the last one is page 1.').waitFor()
    await page.getByRole('button', { name: 'Go to the last page' }).click()
    await page.getByRole('link', { name: 'No. 50' }).waitFor()
  })
})
