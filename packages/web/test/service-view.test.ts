import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { ConsoleServer } from './harness/console-server.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { findGreenTexts } from './harness/find-green-texts.js'
import { SHOP } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

const HOUR = 60

describeInBrowser('the page of a service', () => {
  const web = useConsole()

  beforeAll(() => storeShop(web.server))

  it('should be reached from the start page, and say what hurts the service, why, and whom to call', async () => {
    const page = await web.open('/')
    await page.getByRole('link', { name: 'The shop', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'The shop' }).waitFor()
    expect(page.url()).toMatch(/#\/services\/shop$/)
    const now = page.getByRole('region', { name: 'State now' })
    await now.getByText('owner Team Checkout').waitFor()
    await now.getByRole('link', { name: 'Dashboard' }).waitFor()
    await now.getByRole('link', { name: 'Runbook' }).waitFor()
    await now.getByRole('link', { name: 'disk · DiskFailing' }).waitFor()
    expect(await now.textContent()).toContain('disk→hurtsdatabase')
    expect(await now.textContent()).toContain('critical1✓ 1 acknowledged')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Topology', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Shop', exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: 'Catalog', exact: true }).click()
    await page.getByLabel('Owner', { exact: true }).waitFor()
  })

  it('should not be green if nothing is known, or something is silenced', async () => {
    const page = await web.open('/services/quiet')
    await page.getByText('No alert hurts this service.').waitFor()
    await page.getByText('The state of the service in this time is unknown').waitFor()
    expect(await page.getByRole('img').getAttribute('aria-label')).toBe('The last 24 hours: not known 1 d')
    await page.getByText('no active alerts').waitFor()
    await expectAccessible(page)
    const json = { environment: 'Production', resource: 'q', event: 'x', severity: 'major', service: ['quiet'] }
    const { id } = await web.server.ask<{ id: string }>('/api/alert', { json })
    await setStatus(web.server, id, 'shelved')
    await page.reload()
    await page.getByRole('link', { name: '1 silenced' }).waitFor()
    expect(await findGreenTexts(page, 'section')).toEqual([])
  })

  it.each(['a/b', '100% sure', 'a%2Fb', 'causes', 'unreached', 'Ä ?#&+'])(
    'should be found by any name: %s',
    async (name) => {
      await post(web.server, { resource: 'r', event: 'Down', severity: 'minor', service: [name] })
      const page = await web.open('/')
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
      await page.getByRole('region', { name: 'State now' }).getByRole('link', { name: 'r · Down' }).waitFor()
      await page.reload()
      await page.getByRole('region', { name: 'State now' }).getByRole('link', { name: 'r · Down' }).waitFor()
    },
  )

  it('should keep the history of a service that is gone, and say if there never was one', async () => {
    const id = await post(web.server, { resource: 'r', event: 'Brief', severity: 'major', service: ['gone'] })
    await web.server.noticeImpact(1)
    await setStatus(web.server, id, 'closed')
    await web.server.noticeImpact()
    const page = await web.open('/services/gone')
    await page.getByText('names this service any more').waitFor()
    await page.getByRole('table', { name: 'Changes' }).waitFor()
    await expectAccessible(page)
    await page.goto(`${web.server.url}/#/services/never`)
    await page.getByRole('heading', { name: 'There is no service with this name' }).waitFor()
    await expectAccessible(page)
  })

  it('should be reached from the catalog, also for a name with special characters', async () => {
    await web.server.ask(`/api/service_catalog/${encodeURIComponent('c%2Fd')}`, {
      method: 'PUT',
      json: { name: 'C and D' },
    })
    const page = await web.open('/catalog')
    const row = page.getByRole('row').filter({ hasText: 'C and D' })
    await row.getByRole('link', { name: 'State and history' }).click()
    await page.getByRole('heading', { level: 1, name: 'C and D' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Catalog' }).click()
    await page.getByLabel('Name', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'State and history' }).click()
    await page.getByRole('region', { name: 'State now' }).waitFor()
  })

  it('should fit into a narrow window', async () => {
    const page = await web.open('/services/shop', { viewport: { width: 400, height: 740 } })
    await page.getByRole('table', { name: 'Changes' }).waitFor()
    expect(await page.evaluate(() => document.getElementById('content')?.scrollWidth)).toBeLessThanOrEqual(400)
    await expectAccessible(page)
  })

  it('should say what the key may not read', async () => {
    const made = await web.server.ask<{ key: string }>('/api/key', { json: { scopes: ['read:keys'] } })
    const page = await web.open('/services/shop', { key: made.key })
    expect(await page.getByRole('alert').first().textContent()).toMatch(/read:alerts.*Request [0-9a-f-]{36}/)
  })
})

describeInBrowser('the history of a service', () => {
  const web = useConsole()

  it('should be drawn for the last 24 hours, with the minutes at each severity and the changes, and for 30 days', async () => {
    // Stored here and not before all tests, because the page shows how many minutes have passed since the last change.
    await storeShop(web.server)
    const page = await web.open('/services/shop')
    const history = page.getByRole('region', { name: 'History' })
    const drawing = history.getByRole('img', {
      name: /^The last 24 hours: critical 2 h, warning 3 h 30 min, not hurt 18 h (29|30) min$/,
    })
    await drawing.waitFor()
    await history.getByText(/^Better than major for 91[.]6\d % of the known time[.]$/).waitFor()
    expect(await readTable(page, 'Time at each severity')).toHaveLength(3)
    expect((await readTable(page, 'Time at each severity'))[1]).toMatch(/^warning 3 h 30 min 14[.]58 %$/)
    const changes = await readTable(page, 'Changes')
    expect(changes).toHaveLength(3)
    expect(changes[0]).toMatch(/ critical before: warning since then \(2 h\) .*disk · DiskFailing/)
    expect(changes[1]).toMatch(/ warning acknowledged 2 h .*web · Slow$/)
    expect(changes[2]).toMatch(/ warning before: not hurt 1 h 30 min .*web · Slow$/)
    const titles = await drawing.locator('title').allTextContents()
    expect(titles.map((title) => title.replace(/,.*/, ''))).toEqual(['not hurt', 'warning', 'critical'])
    await expectAccessible(page)

    // The time of which nothing is known is hatched.
    const days = page.getByRole('button', { name: '30 days' })
    await days.focus()
    await page.keyboard.press('Enter')
    const longer = page.getByRole('img', {
      name: /^The last 30 days: critical 12 h 30 min, warning 3 h 30 min, not hurt 1 d 20 h, not known/,
    })
    await longer.waitFor()
    const unknown = longer.locator('rect[fill^="url(#"]')
    expect(await unknown.count()).toBe(1)
    expect(await unknown.locator('title').textContent()).toMatch(/^not known, .*\(27 d 11 h\)$/)
    await page.getByText(/^Better than major for 79[.]3\d % of the known time[.]$/).waitFor()
    expect(await readTable(page, 'Time at each severity')).toContainEqual(
      expect.stringMatching(/^not known 27 d 11 h 91[.]\d+ %$/),
    )
    await expectAccessible(page)
  })
})

// Helpers

/** Stores a service that alerts have hurt and hurt now, and its history of the last 60 hours. */
async function storeShop(server: ConsoleServer): Promise<void> {
  await server.ask('/api/service_topology', { json: SHOP })
  const links = [{ title: 'Dashboard', url: 'https://grafana.example.com/d/shop' }]
  const entry = { name: 'The shop', owner: 'Team Checkout', runbook: 'https://wiki.example.com/shop', links }
  await server.ask('/api/service_catalog/shop', { method: 'PUT', json: entry })
  await server.ask('/api/service_catalog/quiet', { method: 'PUT', json: { name: 'Quiet one' } })
  const relation = { environment: 'Production', resource: 'disk', parent: 'database' }
  await server.ask('/api/resources/relations', { json: relation })
  const old = await post(server, { resource: 'web', event: 'Down', severity: 'critical' })
  await server.noticeImpact(60.5 * HOUR)
  await setStatus(server, old, 'closed')
  await server.noticeImpact(50 * HOUR)
  const slow = await post(server, { resource: 'web', event: 'Slow', severity: 'warning' })
  await server.noticeImpact(5.5 * HOUR)
  await setStatus(server, slow, 'ack')
  await server.noticeImpact(4 * HOUR)
  await post(server, { resource: 'disk', event: 'DiskFailing', severity: 'critical' })
  await server.noticeImpact(2 * HOUR)
}

/** Posts an alert, by default of the service `shop`. Returns its id. */
async function post(server: ConsoleServer, alert: Readonly<Record<string, unknown>>): Promise<string> {
  const json = { environment: 'Production', service: ['shop'], ...alert }
  return (await server.ask<{ id: string }>('/api/alert', { json })).id
}

async function setStatus(server: ConsoleServer, id: string, status: string): Promise<void> {
  await server.ask(`/api/alert/${id}/status`, { method: 'PUT', json: { status } })
}

/** Returns the texts of the rows of a table as they are shown, with a space between the cells. */
async function readTable(page: Page, name: string): Promise<readonly string[]> {
  const rows = await page.getByRole('table', { name }).locator('tbody tr').allInnerTexts()
  return rows.map((row) => row.replace(/\s+/g, ' ').trim())
}
