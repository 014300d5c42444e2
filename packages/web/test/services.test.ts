import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { findGreenTexts } from './harness/find-green-texts.js'
import { postAlert, SHOP } from './harness/shop.js'
import { describeInBrowser, rereadData, useConsole } from './harness/use-console.js'
import { watchRequests } from './harness/watch-requests.js'

describeInBrowser('the start page without data', () => {
  const web = useConsole()

  it('should say when services appear', async () => {
    const page = await web.open('/')
    await page.getByRole('heading', { name: 'No services yet' }).waitFor()
    expect(page.url()).toMatch(/#\/services$/)
    await expectAccessible(page)
  })
})

describeInBrowser('the services', () => {
  const web = useConsole()
  let ids: Readonly<Record<'disk' | 'database' | 'web' | 'lamp' | 'mail', string>>

  beforeAll(async () => {
    await web.server.ask('/api/service_topology', { json: SHOP })
    await web.server.ask('/api/service_catalog/quiet', { method: 'PUT', json: { name: 'Quiet one' } })
    for (const [resource, parent] of [
      ['disk', 'volume'],
      ['volume', 'database'],
    ])
      await web.server.ask('/api/resources/relations', { json: { environment: 'Production', resource, parent } })
    const began = new Date(Date.now() - 3 * 3_600_000).toISOString()
    ids = {
      disk: await post({ resource: 'disk', event: 'DiskFailing', severity: 'major', service: [], createTime: began }),
      database: await post({ resource: 'database', event: 'Down', severity: 'critical', service: [] }),
      web: await post({ resource: 'web', event: 'Slow', severity: 'warning', service: [] }),
      lamp: await post({ resource: 'lamp', event: 'Broken', severity: 'minor', environment: 'Cellar', service: [] }),
      mail: await post({ resource: 'mx', event: 'QueueFull', severity: 'major', service: ['mail'] }),
    }
    await web.server.ask(`/api/alert/${ids.mail}/status`, { method: 'PUT', json: { status: 'ack' } })
  })

  it('should be shown on the start page with what hurts them and why, the worst first', async () => {
    const page = await web.open('/')
    const services = findServices(page)
    await services.first().waitFor()
    expect(await services.count()).toBe(2)
    const shop = await services.first().textContent()
    expect(shop).toMatch(
      /^criticalshopTopologybegan 3 h agocritical1major1warning12 root causesmajordisk · DiskFailing/,
    )
    const causes = services.first().getByRole('listitem')
    expect(await causes.count()).toBe(2)
    expect(await causes.nth(1).textContent()).toContain('criticaldatabase · Down')
    const cause = causes.first()
    await cause.getByRole('link', { name: 'disk · DiskFailing' }).waitFor()
    expect(await cause.textContent()).toContain('disk→hurtsvolume→hurtsdatabaseProductionexplains 2 alerts')
    const mail = await services.nth(1).textContent()
    expect(mail).toMatch(/^majormailno topologyacknowledgedbegan just nowmajor✓ 1 acknowledgedRoot cause/)
    await expectAccessible(page)
  })

  it('should lead to the topology, to the node of a cause, and to an alert with its impact', async () => {
    const page = await web.open('/')
    const shop = findServices(page).first()
    expect(await shop.getByRole('link', { name: 'Topology', exact: true }).getAttribute('href')).toMatch(
      /^#\/topologies\/[^?]+$/,
    )
    expect(await shop.getByRole('link', { name: 'Show in the topology' }).first().getAttribute('href')).toMatch(
      /\?node=database$/,
    )
    await shop.getByRole('link', { name: 'disk · DiskFailing' }).click()
    await page.getByRole('heading', { level: 1, name: 'disk · DiskFailing' }).waitFor()
    await page.getByRole('heading', { name: 'Services (1)' }).waitFor()
    expect(await page.getByText('No other alert explains this alert.').count()).toBe(1)
    await page.getByRole('heading', { name: 'Explains (2)' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'database · Down' }).click()
    await page.getByRole('heading', { level: 1, name: 'database · Down' }).waitFor()
    await page.getByRole('heading', { name: 'Explained by (1)' }).waitFor()
    await page.getByRole('link', { name: 'disk · DiskFailing' }).waitFor()
  })

  it('should be only a number if nothing hurts them', async () => {
    const page = await web.open('/')
    const summary = page.getByText('Nothing hurts 1 service')
    await summary.waitFor()
    expect(await page.getByText('Quiet one').isVisible()).toBe(false)
    await summary.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Quiet one').waitFor()
    await expectAccessible(page)
  })

  it('should be filtered by a part of the name, and show all again', async () => {
    const page = await web.open('/services')
    await page.getByLabel('Name of a service').fill('MAI')
    await expect.poll(() => findServices(page).count()).toBe(1)
    expect(page.url()).toMatch(/q=MAI$/)
    await page.getByLabel('Name of a service').fill('nowhere')
    await page.getByRole('heading', { name: 'No service has this text in its name' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Name of a service').fill('')
    await expect.poll(() => findServices(page).count()).toBe(2)
  })

  it('should say which alerts reach no service', async () => {
    const page = await web.open('/')
    await page.getByText('1 active alert reaches no service.').waitFor()
    await page.getByRole('link', { name: 'Show it' }).click()
    await page.getByRole('heading', { level: 1, name: 'Alerts that reach no service' }).waitFor()
    await page.getByRole('link', { name: 'lamp · Broken' }).click()
    await page.getByText('This alert reaches no service.').waitFor()
  })

  it('should be requested again, and be sent again only if they have changed', async () => {
    const page = await web.open('/', { clock: true })
    const { settled } = watchRequests(page)
    await findServices(page).first().waitFor()
    // The stream of events begins with `reset`, after which the page reads everything again.
    await settled()
    const again = page.waitForResponse(isImpact)
    await rereadData(page)
    expect((await again).status()).toBe(304)
    expect(await findServices(page).count()).toBe(2)
    await post({ resource: 'x', event: 'y', severity: 'minor', service: ['brand-new'] })
    await rereadData(page)
    await expect.poll(() => findServices(page).count()).toBe(3)
  })

  it('should stay, with a warning, while the server does not answer', async () => {
    const page = await web.open('/', { clock: true })
    await findServices(page).first().waitFor()
    await page.route('**/api/impact*', (route) =>
      route.fulfill({ status: 500, json: { status: 'error', code: 500, message: 'the store is away' } }),
    )
    await rereadData(page)
    const failure = page.getByRole('alert')
    await failure.getByText('This page may be outdated').waitFor()
    await failure.getByText('the store is away').waitFor()
    expect(await findServices(page).count()).toBeGreaterThan(0)
    await expectAccessible(page)
    await page.unroute('**/api/impact*')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await failure.waitFor({ state: 'detached' })
  })

  it('should fold the middle of a long path', async () => {
    const steps = ['deep-1', 'deep-2', 'deep-3', 'deep-4', 'deep-5', 'deep-6', 'web']
    for (const [index, parent] of steps.slice(1).entries())
      await web.server.ask('/api/resources/relations', {
        json: { environment: 'Production', resource: steps[index], parent },
      })
    const id = await post({ resource: 'deep-1', event: 'Hot', severity: 'critical', service: [] })
    const page = await web.open(`/alerts/${id}`)
    await page.getByRole('button', { name: 'Show the 3 resources between' }).waitFor()
    expect(await page.getByText('deep-4').count()).toBe(0)
    await page.getByRole('button', { name: 'Show the 3 resources between' }).click()
    await page.getByText('deep-4').waitFor()
    await expectAccessible(page)
  })

  it('should show three root causes first, and the others at a click', async () => {
    for (let number = 1; number <= 11; number++)
      await post({ resource: `r-${number}`, event: 'Down', severity: 'security', service: ['torn'] })
    const page = await web.open('/services?q=torn')
    const service = findServices(page).first()
    await service.getByRole('heading', { name: '11 root causes' }).waitFor()
    expect(await service.getByRole('listitem').count()).toBe(3)
    await service.getByRole('button', { name: 'Show 7 more root causes' }).click()
    expect(await service.getByRole('listitem').count()).toBe(10)
    await service.getByRole('link', { name: 'All 11 root causes' }).waitFor()
    await expectAccessible(page)
  })

  it('should fit into a narrow window', async () => {
    const page = await web.open('/', { viewport: { width: 360, height: 640 } })
    await findServices(page).first().waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })

  /** Posts an alert, by default of the environment `Production`. Returns its id. */
  async function post(alert: Readonly<Record<string, unknown>>): Promise<string> {
    const json = { environment: 'Production', ...alert }
    return (await web.server.ask<{ id: string }>('/api/alert', { json })).id
  }
})

describeInBrowser('services that nothing hurts', () => {
  const web = useConsole()

  it('should be green only if no alert is silenced, and none is without a service', async () => {
    await web.server.ask('/api/service_catalog/quiet', { method: 'PUT', json: { name: 'Quiet one' } })
    const page = await web.open('/services', { clock: true })
    await page.getByText('No alert hurts a service.').waitFor()
    expect(await findGreenTexts(page, 'p')).toHaveLength(1)
    const json = { environment: 'Production', resource: 'db', event: 'Slow', severity: 'major', service: ['quiet'] }
    const { id } = await web.server.ask<{ id: string }>('/api/alert', { json })
    const put = async (status: string) =>
      await web.server.ask(`/api/alert/${id}/status`, { method: 'PUT', json: { status } })
    await put('shelved')
    await rereadData(page)
    await page.getByText('1 active alert is silenced (shelved or in blackout) and hurts no service.').waitFor()
    await page.getByText('No alert hurts a service.').waitFor()
    expect(await findGreenTexts(page, 'p')).toEqual([])
    await expectAccessible(page)
    await put('closed')
    await web.server.ask('/api/alert', { json: { ...json, resource: 'lamp', service: [] } })
    await rereadData(page)
    await page.getByText('1 active alert reaches no service.').waitFor()
    expect(await findGreenTexts(page, 'p')).toEqual([])
    await page.getByLabel('Name of a service').fill('quiet')
    await page.getByText('No alert hurts these services.').waitFor()
    expect(await findGreenTexts(page, 'p')).toEqual([])
  })
})

describeInBrowser('more services than a page shows', () => {
  const web = useConsole()

  it('should be on several pages, without pages of services that nothing hurts', async () => {
    const names = Array.from({ length: 101 }, (_, index) => `s-${String(index).padStart(3, '0')}`)
    await postAlert(web.server, { resource: 'a', event: 'b', severity: 'minor', service: names })
    for (const name of ['fine-1', 'fine-2'])
      await web.server.ask(`/api/service_catalog/${name}`, { method: 'PUT', json: { name } })
    const page = await web.open('/services')
    await findServices(page).first().waitFor()
    expect(await findServices(page).count()).toBe(100)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => findServices(page).count()).toBe(1)
    await page.getByText('Nothing hurts 2 services').waitFor()
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
    await page.goto(`${web.server.url}/#/services?page=9999`)
    await page.getByRole('button', { name: 'Go to the last page' }).click()
    await expect.poll(() => findServices(page).count()).toBe(1)
  })
})

// Helpers

function findServices(page: Page) {
  return page.getByRole('list', { name: 'Services that alerts hurt' }).locator('> li')
}

/**
 * Whether a response answers the request of the page itself. The sign of the tab sends another request, for only one
 * service.
 */
function isImpact(response: { url(): string }): boolean {
  return response.url().includes('/api/impact?page=1&')
}
