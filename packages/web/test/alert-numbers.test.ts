import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { findPoint, makeShop, waitForDrawing } from './harness/editor.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { findGreenTexts } from './harness/find-green-texts.js'
import { describeInBrowser, rereadData, useConsole } from './harness/use-console.js'

describeInBrowser('alert counts', () => {
  const web = useConsole()

  it('should count alerts per severity, and count acknowledged ones separately at once', async () => {
    const { id, service } = await makeShop(web.server)
    const critical = await post({ service, resource: 'database', event: 'DiskFailing', severity: 'critical' })
    for (const event of ['Slow', 'Hot', 'Full'])
      await post({ service, resource: 'database', event, severity: 'warning' })
    const page = await web.open(`/topologies/${id}`, { clock: true })
    await waitForDrawing(page)
    const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
    const panel = page.getByRole('complementary')
    await panel.getByRole('tab', { name: 'Alerts 4' }).waitFor()
    await expect.poll(() => header.textContent()).toContain('critical1warning3')
    await findPoint(page, 'database, resource in Production: 4 open alerts, 1 critical')
    await panel.getByRole('tab', { name: 'Nodes' }).click()
    const database = panel.getByRole('listitem').filter({ hasText: /^database/ })
    await expect.poll(() => database.textContent()).toContain('1 +3')

    await web.server.ask(`/api/alert/${critical}/status`, { method: 'PUT', json: { status: 'ack' } })
    await rereadData(page)
    await panel.getByRole('tab', { name: 'Alerts 3 ✓1' }).waitFor()
    await expect.poll(() => header.textContent()).toContain('warning3✓ 1 acknowledged')
    await expect.poll(() => header.textContent()).not.toContain('critical')
    await expect.poll(() => database.textContent()).toContain('3 ✓1')
    await findPoint(page, 'database, resource in Production: 3 open alerts, 3 warning, 1 acknowledged')
    await expectAccessible(page)

    await web.server.ask(`/api/alert/${critical}/status`, { method: 'PUT', json: { status: 'closed' } })
    await rereadData(page)
    await panel.getByRole('tab', { name: 'Alerts 3', exact: true }).waitFor()
    await expect.poll(() => header.textContent()).not.toContain('acknowledged')
  })

  it('should show what nodes inherit from alerts of other services below them', async () => {
    const { id } = await makeShop(web.server)
    const critical = await post({ service: 'bank', resource: 'database', event: 'DiskFailing', severity: 'critical' })
    await post({ service: 'bank', resource: 'web', event: 'Slow', severity: 'minor' })
    const page = await web.open(`/topologies/${id}`, { clock: true })
    await waitForDrawing(page)
    await findPoint(page, 'database, resource in Production: 1 open alert, 1 critical')
    await findPoint(page, 'web, resource in Production: 1 open alert, 1 minor, inherits critical from database')
    await findPoint(page, 'Production, environment: no active alerts, inherits critical from database')
    await findPoint(page, 'shop, service: no active alerts, inherits critical from database')
    await web.server.ask(`/api/alert/${critical}/status`, { method: 'PUT', json: { status: 'ack' } })
    await rereadData(page)
    await page.getByText('acknowledged').first().waitFor()
    await findPoint(page, 'shop, service: no active alerts, inherits critical (acknowledged) from database')
    await expectAccessible(page)
  })

  it('should list the worst severity first, on a node or not, then the alert that began last', async () => {
    const { id, service } = await makeShop(web.server)
    const began = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    await post({ service, resource: 'lamp', event: 'Broken', severity: 'minor', environment: 'Cellar' })
    await post({ service, resource: 'web', event: 'Young', severity: 'major', createTime: began(1) })
    await post({ service, resource: 'web', event: 'Old', severity: 'major', createTime: began(5) })
    await post({ service, resource: 'web', event: 'Meek', severity: 'warning' })
    await post({ service, resource: 'bulb', event: 'Cracked', severity: 'critical', environment: 'Cellar' })
    const page = await web.open(`/topologies/${id}`)
    const items = page.getByRole('complementary').getByRole('listitem')
    await items.first().waitFor()
    const texts = await items.allTextContents()
    expect(texts.map((text) => /Broken|Young|Old|Meek|Cracked/.exec(text)?.[0])).toEqual([
      'Cracked',
      'Young',
      'Old',
      'Broken',
      'Meek',
    ])
    expect(texts.map((text) => text.includes('on no node'))).toEqual([true, false, false, true, false])
  })

  it('should show since when an alert is active, and when it was last seen', async () => {
    const { id, service } = await makeShop(web.server)
    const createTime = new Date(Date.now() - 3 * 3_600_000).toISOString()
    const lasting = { service, resource: 'web', event: 'Lasting', severity: 'major', createTime }
    await post(lasting)
    await post(lasting)
    const reopened = { ...lasting, event: 'Reopened' }
    const closed = await post(reopened)
    await web.server.ask(`/api/alert/${closed}/status`, { method: 'PUT', json: { status: 'closed' } })
    await post(reopened)
    await post({ ...lasting, event: 'Once' })
    const page = await web.open(`/topologies/${id}`)
    const itemOf = (event: string) => page.getByRole('listitem').filter({ hasText: event }).textContent()
    await page.getByText('Lasting').waitFor()
    await expect.poll(() => itemOf('Lasting')).toMatch(/began 3 h ago.* last seen just now/)
    await expect.poll(() => itemOf('Reopened')).toMatch(/began just now.* last seen just now/)
    await expect.poll(() => itemOf('Once')).toContain('began 3 h ago')
    expect(await itemOf('Once')).not.toContain('last seen')
  })

  it('should show neither counts nor "no active alerts" if the alerts cannot be read', async () => {
    const { id } = await makeShop(web.server)
    const page = await web.open('/topologies', { clock: true })
    const cells = findRow(page, id).getByRole('cell')
    await cells.nth(1).getByText('no active alerts').waitFor()
    await page.route('**/api/impact*', refuse)
    await rereadData(page)
    await page.getByRole('alert').getByText('the store is away').waitFor()
    expect(await cells.nth(1).textContent()).toBe('unknown')
    await expectAccessible(page)
  })

  it('should not show "no active alerts" if the alerts were never read, or cannot be read any more', async () => {
    const { id, service } = await makeShop(web.server)
    const page = await web.open('/topologies/nowhere', { clock: true })
    await refuseAlerts(page)
    await page.goto(`${web.server.url}/#/topologies/${id}`)
    await page.getByText('The alerts are unknown').waitFor()
    await waitForDrawing(page)
    await expectUnknownAlerts(page)
    await page.getByRole('complementary').getByText('Unknown: the store is away').waitFor()
    await findPoint(page, 'database, resource in Production: alerts unknown')
    await page.unroute('**/assignments*')
    await rereadData(page)
    await page.getByText(`No active alerts for ${service}.`).waitFor()
    await refuseAlerts(page)
    await rereadData(page)
    await page.getByText('This page may be outdated:').waitFor()
    await expectUnknownAlerts(page)
    await page.getByText('There were none when the alerts were last read').waitFor()
    await expectAccessible(page)
  })

  it('should not show the numbers of the service if they cannot be read any more, but keep the alerts', async () => {
    const { id, service } = await makeShop(web.server)
    await post({ service, resource: 'web', event: 'Slow', severity: 'major' })
    const page = await web.open(`/topologies/${id}`, { clock: true })
    const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
    await expect.poll(() => header.textContent()).toContain('major1')
    await page.route('**/api/impact*', refuse)
    await rereadData(page)
    await page.getByText('The numbers of alerts are unknown').waitFor()
    await expect.poll(() => header.textContent()).toContain('alerts unknown')
    expect(await header.textContent()).not.toContain('major')
    await page.getByRole('complementary').getByText('Slow').waitFor()
  })

  it('should not be green while only silenced alerts reach the service, or while a node inherits', async () => {
    const { id, service } = await makeShop(web.server)
    const page = await web.open(`/topologies/${id}`, { clock: true })
    await page.getByText(`No active alerts for ${service}.`).waitFor()
    await expect.poll(() => findGreenTexts(page, 'header, aside')).toHaveLength(2)
    const shelved = await post({ service: 'bank', resource: 'database', event: 'Slow', severity: 'major' })
    await web.server.ask(`/api/alert/${shelved}/status`, { method: 'PUT', json: { status: 'shelved' } })
    await rereadData(page)
    await page.getByText('1 silenced').waitFor()
    await expect.poll(() => findGreenTexts(page, 'header, aside')).toEqual([])
    await post({ service: 'bank', resource: 'database', event: 'Down', severity: 'critical' })
    await rereadData(page)
    await page.getByRole('tab', { name: 'Alerts 1 ✓1' }).waitFor()
    await page.getByRole('tab', { name: 'Nodes' }).click()
    await page.getByRole('button', { name: /^web/ }).first().click()
    await page.getByText('This node inherits critical from database.').waitFor()
    expect(await findGreenTexts(page, 'header, aside')).toEqual([])
    await expectAccessible(page)
  })

  /**
   * Posts an alert.
   *
   * @returns the id of the alert
   */
  async function post({ service, ...alert }: { readonly service: string; readonly [field: string]: string }) {
    const json = { environment: 'Production', service: [service], ...alert }
    return (await web.server.ask<{ id: string }>('/api/alert', { json })).id
  }
})

// Helpers

async function refuseAlerts(page: Page): Promise<void> {
  await page.route('**/assignments*', refuse)
}

async function refuse(route: Route): Promise<void> {
  await route.fulfill({ status: 500, json: { status: 'error', code: 500, message: 'the store is away' } })
}

async function expectUnknownAlerts(page: Page): Promise<void> {
  await page.getByText('alerts unknown').first().waitFor()
  await expect.poll(() => page.getByText(/no active alerts/i).count()).toBe(0)
  await page.getByRole('tab', { name: 'Alerts', exact: true }).waitFor()
}

function findRow(page: Page, id: string) {
  return page.getByRole('row').filter({ has: page.locator(`a[href$="${id}"]`) })
}
