import { expect, it } from 'vitest'
import { findPoint, readScale, waitForDrawing } from './harness/editor.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { measureWidth } from './harness/measure-width.js'
import { postAlert, SHOP } from './harness/shop.js'
import { describeInBrowser, rereadData, runUntil, useConsole } from './harness/use-console.js'

describeInBrowser('topologies', () => {
  const web = useConsole()
  let id = ''

  it('should say what to do first if there are none', async () => {
    const page = await web.open('/topologies')
    await page.getByRole('heading', { name: 'No topologies yet' }).waitFor()
    await expectAccessible(page)
  })

  it('should list topologies with their alerts, the worst severity first', async () => {
    id = (await web.server.ask<{ id: string }>('/api/service_topology', { json: SHOP })).id
    await web.server.ask('/api/resources/relations', {
      json: { environment: 'Production', resource: 'disk-sdb', parent: 'database' },
    })
    for (const alert of SHOP_ALERTS) await postAlert(web.server, alert)
    await web.server.ask('/api/service_topology', { json: { name: 'Archive', description: '', service: 'archive' } })
    const page = await web.open('/topologies')
    const row = page.getByRole('row').filter({ hasText: 'Shop' })
    await row.getByText('critical').waitFor()
    expect(await row.getByRole('cell').nth(1).textContent()).toBe('critical1minor1warning1')
    await page.getByRole('row').filter({ hasText: 'Archive' }).getByText('no active alerts').waitFor()
    expect(await page.locator('td:first-child a').allTextContents()).toEqual(['Shop', 'Archive'])
    await expectAccessible(page)
    await row.getByRole('link', { name: 'Shop' }).click()
    await page.getByRole('heading', { name: 'Shop' }).waitFor()
  })

  it('should show the node of each alert, roll-ups, and alerts on no node', async () => {
    const page = await web.open(`/topologies/${id}`)
    await waitForDrawing(page)
    const panel = page.getByRole('complementary')
    await panel.getByText('rolled up via database').waitFor()
    const missing = panel.getByRole('listitem').filter({ hasText: '· on no node' })
    expect(await missing.getByText('lamp').count()).toBe(1)
    await panel.getByText('A badge with “↓” shows the worst severity of the nodes below.').waitFor()
    await panel.getByRole('button', { name: 'Show database' }).click()
    await panel.getByRole('heading', { name: 'database' }).waitFor()
    await panel.getByRole('heading', { name: 'Ancestors 3' }).waitFor()
    await panel.getByText('PostgreSQL of the shop').waitFor()
    await panel.getByText('{"keep":7}').waitFor()
    expect(page.url()).toContain('node=database')
    await expectAccessible(page)
    await panel.getByRole('button', { name: /^Production/ }).click()
    const below = panel.locator('section').filter({ has: page.getByRole('heading', { name: 'Descendants 2' }) })
    await panel.getByRole('heading', { name: 'Ancestors 1' }).waitFor()
    expect(await below.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^web/),
      expect.stringMatching(/^database/),
    ])
  })

  it('should select by pointer and by keyboard, and clear by Escape', async () => {
    const page = await web.open(`/topologies/${id}`)
    await waitForDrawing(page)
    const canvas = page.getByRole('application')
    await canvas.focus()
    await page.keyboard.press('ArrowDown')
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'shop', exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await panel.getByRole('heading', { name: 'Production' }).waitFor()
    await page.keyboard.press('Escape')
    await panel.getByRole('tab', { name: 'Alerts 3' }).waitFor()
    const { x, y } = await findPoint(page, 'database, resource in Production: 1 open alert, 1 critical')
    await canvas.evaluate((element) => element.removeAttribute('title'))
    await page.mouse.move(x, y)
    expect(await canvas.getAttribute('title')).toContain('database')
    await page.mouse.click(x, y)
    await panel.getByRole('heading', { name: 'database' }).waitFor()
    const { left, top } = await canvas.evaluate((element) => element.getBoundingClientRect())
    await page.mouse.click(left + 5, top + 5)
    await panel.getByRole('tab', { name: 'Alerts 3' }).waitFor()
  })

  it('should refresh automatically, and keep zoom and selection', async () => {
    const page = await web.open(`/topologies/${id}?node=web`, { clock: true })
    await waitForDrawing(page)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(() => readScale(page)).toBeCloseTo(1.69)
    await postAlert(web.server, { resource: 'web', event: 'Down', severity: 'major' })
    const panel = page.getByRole('complementary')
    await rereadData(page)
    await panel.getByText('Down on web').waitFor()
    await web.server.ask(`/api/service_topology/${id}`, { method: 'PUT', json: { name: 'Shop, renamed' } })
    await rereadData(page)
    await page.getByRole('heading', { name: 'Shop, renamed' }).waitFor()
    await web.server.ask(`/api/service_topology/${id}`, { method: 'PUT', json: { name: 'Shop' } })
    await rereadData(page)
    await page.getByRole('heading', { name: 'Shop', exact: true }).waitFor()
    await waitForDrawing(page)
    expect(await readScale(page)).toBeCloseTo(1.69)
    expect(page.url()).toContain('node=web')
    await panel.getByRole('heading', { name: 'web', exact: true }).waitFor()
  })

  it('should draw in every orientation, and show the current one', async () => {
    const page = await web.open(`/topologies/${id}`)
    await waitForDrawing(page)
    const direction = async () => {
      const [parent, child] = [await findPoint(page, 'Production, '), await findPoint(page, 'database, ')]
      return `${Math.sign(child.x - parent.x)} ${Math.sign(child.y - parent.y)}`
    }
    for (const name of ['LR', 'CI', 'TB']) {
      const before = await direction()
      const button = page.getByRole('button', { name, exact: true })
      await button.click()
      expect(await button.getAttribute('aria-pressed')).toBe('true')
      await expect.poll(direction, { timeout: 10_000 }).not.toBe(before)
    }
  })

  it('should find a node by its name', async () => {
    const page = await web.open(`/topologies/${id}`)
    await page.getByRole('tab', { name: /Nodes/ }).click()
    await page.getByLabel('Find a node', { exact: true }).fill('DATA')
    const panel = page.getByRole('complementary')
    await expect.poll(() => panel.getByRole('listitem').count()).toBe(1)
    await panel.getByRole('button', { name: /database/ }).click()
    await panel.getByRole('heading', { name: 'database' }).waitFor()
  })

  it('should keep showing the last answer while the server is down, and recover', async () => {
    const page = await web.open(`/topologies/${id}`, { clock: true })
    await waitForDrawing(page)
    await page.getByRole('tab', { name: /^Alerts \d/ }).waitFor()
    const failure = page.getByText('the last request to the server failed')
    const resume = await web.server.pause()
    await rereadData(page)
    // The page tries three times, with pauses that become longer.
    await runUntil(page, async () => (await failure.count()) > 0, 15)
    await page.getByRole('application').waitFor()
    await resume()
    await rereadData(page)
    await failure.waitFor({ state: 'detached' })
  })

  it('should be readable on a narrow screen, like other pages without their own suite', async () => {
    const json = { description: 'What we sell with '.repeat(20), alertImpact: { severities: ['critical', 'major'] } }
    await web.server.ask('/api/service_catalog/shop-of-the-whole-world', { method: 'PUT', json })
    const page = await web.open(`/topologies/${id}`, { viewport: { width: 360, height: 740 } })
    await waitForDrawing(page)
    expect(await measureWidth(page)).toBeLessThanOrEqual(360)
    await expectAccessible(page)
    for (const { path, shows } of [
      { path: '/topologies', shows: page.getByRole('row').getByText('critical') },
      { path: '/topologies/new', shows: page.getByRole('button', { name: 'Create and edit' }) },
      { path: '/catalog', shows: page.getByRole('link', { name: 'shop-of-the-whole-world' }) },
      { path: '/webhooks/new', shows: page.getByLabel('Start with', { exact: true }) },
      { path: '/policies/relation/new', shows: page.getByLabel('Parent', { exact: true }) },
      { path: '/sign-out', shows: page.getByRole('heading', { name: 'Sign in to opsgraph' }) },
    ]) {
      await page.goto(`${web.server.url}/#${path}`)
      await shows.waitFor()
      expect(await measureWidth(page), path).toBeLessThanOrEqual(360)
    }
  })

  it('should report that a topology does not exist, with the id of the request', async () => {
    const page = await web.open('/topologies/nowhere')
    expect(await page.getByRole('alert').textContent()).toMatch(/Request [0-9a-f-]{36}/)
  })

  it('should list the worst first over all pages of a long list, and refresh each row automatically', async () => {
    const names = Array.from({ length: 25 }, (_, index) => `Many ${String(index).padStart(2, '0')}`)
    for (const name of names)
      await web.server.ask('/api/service_topology', { json: { name, description: '', service: name } })
    const page = await web.open('/topologies', { clock: true })
    const shown = () => page.locator('td:first-child a').allTextContents()
    await page.getByText('Page 1 of 2, 27 in all').waitFor()
    expect(await shown()).toEqual(['Shop', 'Archive', ...names.slice(0, 23)])
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(shown).toEqual(['Many 23', 'Many 24'])
    expect(page.url()).toContain('page=2')
    await web.server.ask(`/api/service_topology/${id}`, { method: 'PUT', json: { name: 'Shop, renamed' } })
    await web.server.ask('/api/alert', {
      json: {
        environment: 'Production',
        service: ['Many 24'],
        resource: 'many',
        event: 'Breached',
        severity: 'security',
      },
    })
    await rereadData(page)
    await expect.poll(shown).toEqual(['Many 22', 'Many 23'])
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect.poll(shown).toEqual(['Many 24', 'Shop, renamed', 'Archive', ...names.slice(0, 22)])
    await page.clock.fastForward(COUNTS_PACE)
    await page.getByRole('row', { name: 'Many 24' }).getByText('security').waitFor()
  })

  it('should name the CMDB sources of a node', async () => {
    const records = [{ resource: 'tape-2', environment: 'Production', services: ['backup'] }]
    for (const source of ['scan', 'books'])
      await web.server.ask(`/api/resources/import?source=${source}`, { json: records })
    const { topology } = await web.server.ask<{ topology: { id: string; nodes: { id: string; label: string }[] } }>(
      '/api/service_topology/backup?column=service_name',
    )
    const node = topology.nodes.find(({ label }) => label === 'tape-2')?.id ?? ''
    const page = await web.open(`/topologies/${topology.id}?node=${node}`)
    await waitForDrawing(page)
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'CMDB sources 2' }).waitFor()
    await panel.getByText('scan, books').waitFor()
    await expectAccessible(page)
  })
})

/** The milliseconds within which the list of topologies requests the alerts again. */
const COUNTS_PACE = 16_000

const SHOP_ALERTS = [
  { resource: 'disk-sdb', event: 'DiskFailing', severity: 'critical' },
  { resource: 'web', event: 'Slow', severity: 'warning' },
  { resource: 'lamp', event: 'Broken', severity: 'minor', environment: 'Cellar' },
]
