import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { postAlert, SHOP } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

describeInBrowser('the service catalog', () => {
  const web = useConsole()

  it('should say what to do first if the catalog is empty', async () => {
    const page = await web.open('/catalog')
    await page.getByRole('heading', { name: 'No services in the catalog yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Describe the first service' }).click()
    await page.getByRole('heading', { name: 'Describe a service' }).waitFor()
  })

  it('should explain what excluding means, and exclude alerts that do not count from the topology', async () => {
    const { id } = await web.server.ask<{ id: string }>('/api/service_topology', { json: SHOP })
    await postAlert(web.server, { resource: 'web', event: 'Down', severity: 'critical' })
    await postAlert(web.server, { resource: 'web', event: 'Slow', severity: 'minor' })
    await postAlert(web.server, { resource: 'database', event: 'Test', severity: 'critical' })
    const page = await web.open('/catalog/new')
    await page.getByText('An alert that does not count is not deleted').waitFor()
    await page.getByLabel('Service', { exact: true }).fill('shop')
    const count = page.getByRole('region', { name: 'Current alerts' }).getByRole('status')
    await count.getByText('3 of 3 of the service shop count').waitFor()
    await page.getByLabel('critical', { exact: true }).check()
    await count.getByText('2 of 3').waitFor()
    const never = page.getByRole('region', { name: 'Never alerts that match' })
    await never.getByRole('button', { name: 'Add a clause' }).click()
    await never.getByLabel('Field', { exact: true }).fill('event')
    await never.getByLabel('Operator', { exact: true }).selectOption('~')
    await never.getByLabel('Value', { exact: true }).fill('(')
    await expect.poll(() => never.getByLabel('Value', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await never.getByLabel('Value', { exact: true }).fill('^Test')
    await count.getByText('1 of 3').waitFor()
    await page.getByText('Down on web').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'shop' }) })
    await row.getByText('severity critical').waitFor()
    await row.getByText('never: event ~ ^Test').waitFor()
    const read = await web.server.ask<{ byNode: Record<string, unknown> }>(`/api/service_topology/${id}/assignments`)
    expect(JSON.stringify(read)).toContain('"Down"')
    expect(JSON.stringify(read)).not.toMatch(/"Slow"|"Test"/)
    await expectAccessible(page)
  })

  it('should count the alerts with a status, and those that match', async () => {
    const page = await web.open('/catalog/new')
    await page.getByLabel('Service', { exact: true }).fill('shop')
    const count = page.getByRole('region', { name: 'Current alerts' }).getByRole('status')
    await count.getByText('3 of 3').waitFor()
    await page.getByLabel('ack', { exact: true }).check()
    await count.getByText('0 of 3').waitFor()
    await page.getByLabel('open', { exact: true }).check()
    await count.getByText('3 of 3').waitFor()
    const only = page.getByRole('region', { name: 'Only alerts that match' })
    await only.getByRole('button', { name: 'Add a clause' }).click()
    await only.getByLabel('Field', { exact: true }).fill('resource')
    await only.getByLabel('Value', { exact: true }).fill('web')
    await count.getByText('2 of 3').waitFor()
  })

  it('should change a service, and show a refusal with the id of the request', async () => {
    const page = await web.open('/catalog/shop')
    await page.getByLabel('Description', { exact: true }).fill('What we sell with')
    await page.getByLabel('Icon', { exact: true }).fill('i'.repeat(300))
    await page.getByRole('button', { name: 'Save' }).click()
    const failure = page.getByRole('alert')
    await failure.waitFor()
    expect(await failure.textContent()).toMatch(/icon.*Request [0-9a-f-]{36}/i)
    expect(await page.getByLabel('Icon', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Icon', { exact: true }).fill('cart')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('What we sell with').waitFor()
    const { service } = await web.server.ask<{ service: unknown }>('/api/service_catalog/shop')
    expect(service).toMatchObject({ icon: 'cart', alertImpact: { severities: ['critical'] } })
  })

  it('should save the owner, the runbook and the links, show faults at their fields, and link only to safe addresses', async () => {
    const page = await web.open('/catalog/shop')
    await page.getByLabel('Owner', { exact: true }).fill('Team Checkout')
    await page.getByLabel('Runbook', { exact: true }).fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Add a link' }).click()
    await page.getByRole('button', { name: 'Add a link' }).click()
    const [first, second] = [1, 2].map((number) => page.getByRole('group', { name: `Link ${number}` }))
    await first?.getByLabel('Title', { exact: true }).fill('Dashboard')
    await first?.getByLabel('URL', { exact: true }).fill('grafana.example.com/d/shop')
    await second?.getByLabel('URL', { exact: true }).fill('mailto:shop@example.com')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('must begin with http://, https:// or mailto:').first().waitFor()
    const isFaulty = (field: Locator | undefined) => field?.getAttribute('aria-invalid')
    expect(await isFaulty(page.getByLabel('Runbook', { exact: true }))).toBe('true')
    expect(await isFaulty(first?.getByLabel('URL', { exact: true }))).toBe('true')
    expect(await isFaulty(second?.getByLabel('Title', { exact: true }))).toBe('true')
    expect(await isFaulty(second?.getByLabel('URL', { exact: true }))).toBe('false')
    await expectAccessible(page)
    await page.getByLabel('Runbook', { exact: true }).fill('https://wiki.example.com/shop')
    await first?.getByLabel('URL', { exact: true }).fill('https://grafana.example.com/d/shop')
    await page.getByRole('button', { name: 'Remove link 2' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'shop' }) })
    await row.getByText('owner Team Checkout').waitFor()
    for (const [name, address] of [
      ['Runbook', 'https://wiki.example.com/shop'],
      ['Dashboard', 'https://grafana.example.com/d/shop'],
    ] as const) {
      const link = row.getByRole('link', { name })
      const attributes = ['href', 'rel', 'target'].map((attribute) => link.getAttribute(attribute))
      expect(await Promise.all(attributes)).toEqual([address, 'noopener noreferrer', '_blank'])
    }
    await expectAccessible(page)
    const { service } = await web.server.ask<{ service: unknown }>('/api/service_catalog/shop')
    expect(service).toMatchObject({
      owner: 'Team Checkout',
      runbook: 'https://wiki.example.com/shop',
      links: [{ title: 'Dashboard', url: 'https://grafana.example.com/d/shop' }],
    })
  })

  it('should show the owner, the runbook and the links where alerts hurt the service', async () => {
    const page = await web.open('/')
    const hurt = page.getByRole('list', { name: 'Services that alerts hurt, the worst first' })
    await hurt.getByText('owner Team Checkout').waitFor()
    expect(await hurt.getByRole('link', { name: 'Runbook' }).getAttribute('href')).toBe('https://wiki.example.com/shop')
    await expectAccessible(page)
    await hurt.getByRole('link', { name: 'shop', exact: true }).click()
    await page.getByText('owner Team Checkout').waitFor()
    await page.getByRole('link', { name: 'Dashboard' }).waitFor()
    await expectAccessible(page)
    const causes = await web.open('/services/shop/causes')
    await causes.getByRole('link', { name: 'Runbook' }).waitFor()
    await causes.getByRole('link', { name: 'Dashboard' }).waitFor()
    await expectAccessible(causes)
  })

  it('should be readable on a narrow screen', async () => {
    const page = await web.open('/catalog/shop', { viewport: { width: 360, height: 740 } })
    await page.getByRole('region', { name: 'Current alerts' }).getByRole('status').waitFor()
    expect(await page.evaluate(() => document.getElementById('content')?.scrollWidth)).toBeLessThanOrEqual(360)
    await expectAccessible(page)
  })

  it('should remove a service after a confirmation', async () => {
    const page = await web.open('/catalog')
    await page.getByRole('button', { name: 'Delete shop' }).click()
    await page.getByText('All active alerts of the service count again').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('heading', { name: 'No services in the catalog yet' }).waitFor()
  })

  it('should report that a service does not exist, with the id of the request', async () => {
    const page = await web.open('/catalog/nowhere')
    expect(await page.getByRole('alert').textContent()).toMatch(/Request [0-9a-f-]{36}/)
  })
})
