import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { choose, payload, SHOP_CSV, showPlan } from './harness/import-files.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

const CMDB_IMPORT = /\/api\/resources\/import\?/
const TOPOLOGY_IMPORT = /\/api\/service_topology\/import\?/

/** A speed in bytes per second at which no upload ends during a test. */
const STANDSTILL = 1_000

describeInBrowser('a long import', () => {
  const web = useConsole()

  it('should show how much is sent, and stop sending if it is canceled', async () => {
    const page = await web.open('/import')
    await slowDown(page, 100_000)
    const rows = Array.from({ length: 60_000 }, (_, index) => `resource-${index},parent-of-it`)
    await choose(page, { name: 'large.csv', text: `resource,parent\n${rows.join('\n')}` })
    await page.getByRole('button', { name: 'Show the plan' }).click()
    await page.getByText('Sending: large.csv').waitFor()
    const bar = page.getByRole('progressbar')
    const sent = () => bar.evaluate((element) => (element as HTMLProgressElement).value)
    await expect.poll(sent, { timeout: 20_000 }).toBeGreaterThan(0)
    await slowDown(page, STANDSTILL)
    expect(await sent()).toBeLessThan(1)
    await expectAccessible(page)
    const [request] = await Promise.all([
      page.waitForEvent('requestfailed'),
      page.getByRole('button', { name: 'Cancel' }).click(),
    ])
    expect(request.url()).toMatch(CMDB_IMPORT)
    await bar.waitFor({ state: 'detached' })
    expect(await page.getByRole('region', { name: 'Plan' }).count()).toBe(0)
  })

  it('should show that the server is planning, cancel, and plan again', async () => {
    const page = await web.open('/import')
    await page.route(CMDB_IMPORT, () => undefined)
    await choose(page, { name: 'shop.csv', text: SHOP_CSV })
    await page.getByRole('button', { name: 'Show the plan' }).click()
    await page.getByRole('progressbar').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    await page.unroute(CMDB_IMPORT)
    await showPlan(page)
  })

  it('should keep the plan if applying it is canceled before the file is sent', async () => {
    const page = await web.open('/import')
    const text = `resource,parent\n${'\n'.repeat(100_000)}late,later\n`
    await choose(page, { name: 'stopped.csv', text })
    await showPlan(page)
    await slowDown(page, STANDSTILL)
    await page.getByRole('button', { name: 'Apply the plan' }).click()
    await page.getByText('Sending: stopped.csv').waitFor()
    const dialog = page.getByRole('dialog', { name: 'Leave while the import is running?' })
    for (const away of [
      page.getByRole('link', { name: 'Policies' }),
      page.getByRole('button', { name: 'Topology files' }),
    ]) {
      await away.click()
      await dialog.getByRole('button', { name: 'Stay' }).click()
      await page.getByText('Sending: stopped.csv').waitFor()
    }
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Apply the plan' }).isEnabled()).toBe(true)
    const { total } = await web.server.ask<{ total: number }>('/api/resources/relations')
    expect(total).toBe(0)
  })

  it('should say which files were applied before it was canceled', async () => {
    const page = await web.open('/import?kind=topologies')
    const trees = [
      { service: 'done', padding: 0 },
      { service: 'rest', padding: 100_000 },
    ].map(({ service, padding }) => ({
      name: `${service}.json`,
      text: JSON.stringify({ service, tree: { type: 'service', name: service, children: [] } }) + ' '.repeat(padding),
    }))
    await page.locator('input[type=file]').setInputFiles(trees.map(payload))
    await showPlan(page)
    await slowDown(page, STANDSTILL)
    await page.getByRole('button', { name: 'Apply the plan' }).click()
    await page.getByText('Sending: rest.json').waitFor()
    await page.getByRole('link', { name: 'Policies' }).click()
    await page.getByText('would not be written').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('1 of 2 files were applied.').waitFor()
    await page.getByRole('region', { name: 'rest.json' }).getByText('Not sent').waitFor()
    const { total } = await web.server.ask<{ total: number }>('/api/service_topology')
    expect(total).toBe(1)
  })

  it('should say that the result of an import is unknown if its answer got lost', async () => {
    const page = await web.open('/import')
    await choose(page, { name: 'shop.csv', text: SHOP_CSV })
    await showPlan(page)
    await page.route(CMDB_IMPORT, (route) => route.abort())
    await page.getByRole('button', { name: 'Apply the plan' }).click()
    await page.getByText('It is unknown whether shop.csv was imported').waitFor()
    await expectAccessible(page)
  })

  it('should send no further file after a refused one', async () => {
    const page = await web.open('/import?kind=topologies')
    const trees = ['first', 'second'].map((service) => ({
      name: `${service}.json`,
      text: JSON.stringify({ service, tree: { type: 'service', name: service, children: [] } }),
    }))
    await page.locator('input[type=file]').setInputFiles(trees.map(payload))
    await showPlan(page)
    const body = JSON.stringify({ status: 'error', message: 'the license has no free slot', requestId: 'id-of-it' })
    await page.route(TOPOLOGY_IMPORT, (route) => route.fulfill({ status: 403, contentType: 'application/json', body }))
    await page.getByRole('button', { name: 'Apply the plan' }).click()
    await page.getByText('Not applied.').waitFor()
    const first = page.getByRole('region', { name: 'first.json' })
    expect(await first.getByRole('alert').textContent()).toMatch(/no free slot.*Request id-of-it/i)
    await page.getByRole('region', { name: 'second.json' }).getByText('Not sent').waitFor()
    await expectAccessible(page)
  })
})

/**
 * Limits the upload speed of the page.
 *
 * @param uploadThroughput bytes per second
 */
async function slowDown(page: Page, uploadThroughput: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
  await devtools.send('Network.emulateNetworkConditions', conditions)
}
