import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { postAlert, SHOP } from './harness/shop.js'
import { describeInBrowser, readClock, runUntil, useConsole } from './harness/use-console.js'

describeInBrowser('the age of the data of a page', () => {
  const web = useConsole()

  beforeAll(() => postAlert(web.server, { resource: 'database', event: 'Slow', severity: 'major' }))

  it.each(['/', '/alerts', '/topologies', '/maintenance'])('should be shown on %s', async (path) => {
    const page = await web.open(path)
    await page.getByText(/^updated \d+ s ago$/).waitFor()
  })

  it('should be shown on the pages of an alert, of a topology and of a webhook', async () => {
    const { topology } = await web.server.ask<{ topology: { id: string } }>('/api/service_topology', { json: SHOP })
    const { alerts } = await web.server.ask<{ alerts: readonly { id: string }[] }>('/api/alerts')
    for (const path of [`/alerts/${alerts[0]?.id}`, `/topologies/${topology.id}`]) {
      const page = await web.open(path)
      await page.getByText(/^updated \d+ s ago$/).waitFor()
    }
  })

  it('should not be shown on a page without live data', async () => {
    const page = await web.open('/audit')
    await page.getByRole('table').waitFor()
    expect(await page.getByText(/^updated \d/).count()).toBe(0)
  })

  it('should warn if the last request failed, and end when an answer comes', async () => {
    const page = await web.open('/alerts', { clock: true })
    await page.getByRole('link', { name: 'Slow on database' }).waitFor()
    await page.route('**/api/alerts?*', (route) => route.abort())
    await postAlert(web.server, { resource: 'web', event: 'Slow', severity: 'minor' })
    // The page tries three times, with pauses that become longer.
    await runUntil(page, async () => (await page.getByText(/^not updated for \d+ s/).count()) > 0, 15)
    await page.getByRole('status').getByText('The data of this page may be outdated.').waitFor({ state: 'attached' })
    expect(await page.getByRole('link', { name: 'Slow on database' }).count()).toBe(1)
    await expectAccessible(page)
    await page.unroute('**/api/alerts?*')
    await page.clock.fastForward(11_000)
    await page.getByText(/^updated \d+ s ago$/).waitFor()
  })
})

describeInBrowser('a request that is not answered', () => {
  const web = useConsole()

  it('should be given up after ten seconds, with a message that says so', async () => {
    const page = await web.open('/', { clock: true })
    await leaveUnanswered(page, '**/api/alerts?*')
    const sent = page.waitForRequest('**/api/alerts?*')
    const began = await readClock(page)
    await page.goto(`${web.server.url}/#/alerts`)
    await sent
    const failure = page.getByRole('alert')
    await runUntil(page, async () => (await failure.count()) > 0, 10)
    expect((await readClock(page)) - began).toBeGreaterThanOrEqual(10_000)
    await failure.getByText('the server has not answered within 10 s, so the request was given up').waitFor()
    await page.unroute('**/api/alerts?*')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'No active alerts' }).waitFor()
  })

  it('should be given up when signing in, too', async () => {
    const page = await web.open('/', { clock: true, key: null })
    await page.getByLabel('API key').fill('some key')
    await leaveUnanswered(page, '**/api/service_topology*')
    const sent = page.waitForRequest('**/api/service_topology*')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await sent
    await page.clock.fastForward(10_500)
    await page.getByText('the server has not answered within 10 s').waitFor()
  })

  it('should say that a change may nevertheless be carried out', async () => {
    const page = await web.open('/keys', { clock: true })
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Alerts', { exact: true }).selectOption('write')
    await leaveUnanswered(page, '**/api/key')
    const sent = page.waitForRequest('**/api/key')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await sent
    await page.clock.fastForward(10_500)
    await page.getByText('the server may still carry it out').waitFor()
  })
})

// Helpers

/** Never answers the requests to some addresses. */
async function leaveUnanswered(page: Page, address: string): Promise<void> {
  await page.route(address, () => new Promise(() => {}))
}
