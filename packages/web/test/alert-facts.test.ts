import { expect, it } from 'vitest'
import { buildHurtingAlertsPath } from '../src/ui/page-links.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { SHOP } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

const ALERT = {
  environment: 'Production',
  resource: 'disk-7',
  event: 'DiskFailing',
  severity: 'major',
  service: ['shop', 'billing'],
  text: 'first line\nrunbook: https://wiki.example/disk?x=1. See also javascript:alert(1)',
  value: '42 bad sectors',
  tags: ['storage', 'rack 7'],
  group: 'Hardware',
  origin: 'smartd/disk-7',
  customer: 'ACME',
  attributes: { runbook: 'http://wiki.example/b', bad: 'javascript:alert(2)', labels: { team: 'storage' } },
}

const FILES = { environment: 'Production', resource: 'files-3', event: 'Full', severity: 'major' }

describeInBrowser('the page of an alert', () => {
  const web = useConsole()
  const post = async (alert: object) => (await web.server.ask<{ id: string }>('/api/alert', { json: alert })).id

  it('should show what is known about the alert', async () => {
    await post({ ...ALERT, severity: 'minor' })
    await post(ALERT)
    const id = await post(ALERT)
    const page = await web.open(`/alerts/${id}`)
    const fact = (name: string) =>
      page.locator('dl > div').filter({ has: page.getByRole('term').getByText(name, { exact: true }) })
    await fact('Value').getByText('42 bad sectors').waitFor()
    const definition = async (name: string) => await fact(name).getByRole('definition').textContent()
    expect(await definition('Services')).toBe('shop, billing')
    expect(await definition('Group')).toBe('Hardware')
    expect(await definition('Origin')).toBe('smartd/disk-7')
    expect(await definition('Customer')).toBe('ACME')
    expect(await definition('Received')).toBe('2 times with this severity (1 duplicate)')
    expect(await definition('Previous severity')).toBe('minor')
    expect(await definition('labels')).toContain('"team": "storage"')
    const year = String(new Date().getFullYear())
    for (const name of ['Began', 'Last received', 'Last changed']) {
      expect(await definition(name)).toMatch(new RegExp(`${year}.*:.*\\(just now\\)`))
    }
    expect(await definition('Expires')).toContain(':')
    await expectAccessible(page)
    await fact('Tags').getByRole('link', { name: 'rack 7' }).click()
    await page.getByRole('link', { name: 'DiskFailing on disk-7' }).waitFor()
    expect(page.url()).toContain('tag=rack')
  })

  it('should say why the alert does not hurt a service, and why it reaches none', async () => {
    const id = await post({ environment: 'Production', resource: 'stray', event: 'Down', severity: 'major' })
    await post({ ...FILES, resource: 'stray-2', service: ['stray service'] })
    const asked = `/api/alert/${id}/impact?service=${encodeURIComponent('stray service')}`
    const { why } = await web.server.ask<{ why: { message: string } }>(asked)
    const page = await web.open(`/alerts/${id}`)
    await page.getByLabel('A service that the alert does not hurt').fill(' stray service ')
    await page.getByRole('button', { name: 'Ask' }).click()
    await page.getByText(why.message).waitFor()
    await expectAccessible(page)
    const impact = await web.server.ask<{ unreached: { reasons: { alertId: string; message: string }[] } }>(
      '/api/impact',
    )
    const reason = impact.unreached.reasons.find(({ alertId }) => alertId === id)
    const list = await web.open('/alerts/unreached')
    await list
      .getByRole('listitem')
      .filter({ hasText: 'stray' })
      .getByText(reason?.message ?? 'none')
      .waitFor()
  })

  it('should say whether its status or the catalog keeps it from counting', async () => {
    const alert = { environment: 'Production', resource: 'desk', event: 'Down', severity: 'major', service: ['desks'] }
    const [shelved, left] = [await post(alert), await post({ ...alert, event: 'Slow', severity: 'minor' })]
    await web.server.ask(`/api/alert/${shelved}/status`, { method: 'PUT', json: { status: 'shelved' } })
    const json = { alertImpact: { severities: ['major'] } }
    await web.server.ask('/api/service_catalog/desks', { method: 'PUT', json })
    const page = await web.open(`/alerts/${shelved}`)
    await page.getByText('does not count: its status is shelved').waitFor()
    await page.goto(`${web.server.url}/#/alerts/${left}`)
    await page.getByText('does not count: the catalog leaves it out').waitFor()
  })

  it('should leave out what is not known', async () => {
    const id = await post({ environment: 'Production', resource: 'bare', event: 'Down', severity: 'major', timeout: 0 })
    const page = await web.open(`/alerts/${id}`)
    await page.getByText('once with this severity').waitFor()
    const names = await page.getByRole('term').allTextContents()
    expect(names).toEqual(['Group', 'Received', 'Began', 'Last received', 'Last changed'])
  })

  it('should keep the line breaks of the text, and link only to http and https', async () => {
    const id = await post(ALERT)
    const page = await web.open(`/alerts/${id}`)
    const text = page.getByText('first line').first()
    await text.waitFor()
    expect(await text.textContent()).toMatch(/^first line\nrunbook: /)
    expect(await text.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('pre-wrap')
    const links = page.locator('main a[target]')
    const found = await links.evaluateAll((all) =>
      all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]),
    )
    expect(new Set(found.map(([href]) => href))).toEqual(
      new Set(['https://wiki.example/disk?x=1', 'http://wiki.example/b']),
    )
    expect(new Set(found.map(([, rel]) => rel))).toEqual(new Set(['noopener noreferrer']))
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)
  })

  it('should show what still fires, the worst first, with the line breaks of the texts', async () => {
    const volumes = [
      { fingerprint: '', severity: 'minor', text: 'a volume without a name' },
      { fingerprint: 'volume /var', severity: 'major', text: '/var is 91 % full\nsee https://wiki.example/var' },
      { fingerprint: 'volume /srv', severity: 'critical', text: '/srv is full', eventTime: '2026-01-02T03:04:05Z' },
    ]
    const ids: string[] = []
    for (const volume of volumes) ids.push(await post({ ...FILES, ...volume }))
    const page = await web.open(`/alerts/${ids[0]}`)
    await page.getByRole('heading', { name: 'Open (3)' }).waitFor()
    const rows = page.getByRole('region', { name: 'Open fingerprints' }).locator('tbody tr')
    const cells = await rows.evaluateAll((all) =>
      all.map((row) => Array.from(row.querySelectorAll('td'), (cell) => cell.textContent)),
    )
    expect(cells.map(([severity, , fingerprint, text]) => [severity, fingerprint, text])).toEqual([
      ['critical', 'volume /srv', '/srv is full'],
      ['major', 'volume /var', '/var is 91 % full\nsee https://wiki.example/var'],
      ['minor', 'no fingerprint', 'a volume without a name'],
    ])
    expect(cells[0]?.[1]).toContain('2026')
    const text = rows.nth(1).locator('td').nth(3).locator('span').first()
    expect(await text.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('pre-wrap')
    expect(await rows.nth(1).getByRole('link').getAttribute('href')).toBe('https://wiki.example/var')
    await expectAccessible(page)
    await post({ ...FILES, severity: 'ok' })
    await page.getByRole('heading', { name: 'Open (3)' }).waitFor({ state: 'detached' })
  })

  it('should show many fingerprints when it is asked for them, and none if the sender names none', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `node ${index}`)
    let id = ''
    for (const fingerprint of many) id = await post({ ...FILES, resource: 'cluster', fingerprint })
    const page = await web.open(`/alerts/${id}`)
    const rows = page.getByRole('region', { name: 'Open fingerprints' }).locator('tbody tr')
    await rows.first().waitFor()
    expect(await rows.count()).toBe(50)
    await page.getByRole('button', { name: 'Show all 60' }).click()
    expect(await rows.count()).toBe(60)
    const plain = await web.open(`/alerts/${await post({ ...FILES, resource: 'plain' })}`)
    await plain.getByRole('heading', { name: 'History' }).waitFor()
    expect(await plain.getByRole('region', { name: 'Open fingerprints' }).count()).toBe(0)
  })

  it('should be found by the service that counts the alert, also if the alert does not name the service', async () => {
    await web.server.ask('/api/service_topology', { json: SHOP })
    const unnamed = { environment: 'Production', resource: 'database', event: 'Slow', service: [] }
    await post({ ...unnamed, severity: 'critical' })
    const { services } = await web.server.ask<Impact>('/api/impact?service=shop')
    const { critical = 0, major = 0 } = services[0]?.counts ?? {}
    expect([critical, major]).toEqual([1, 1])
    const page = await web.open(buildHurtingAlertsPath('shop', 'unacknowledged', 'critical'))
    const listed = () => page.getByRole('table', { name: 'Alerts' }).getByRole('link').allTextContents()
    await expect.poll(listed).toEqual(['Slow on database'])
    expect(await page.getByLabel('Hurts service').inputValue()).toBe('shop')
    await expectAccessible(page)
    await page.goto(`${web.server.url}/#${buildHurtingAlertsPath('shop', 'unsilenced')}`)
    await expect.poll(listed).toEqual(['Slow on database', 'DiskFailing on disk-7'])
    await page.getByRole('button', { name: 'Change all 2 that match' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the status of 2 alerts' })
    await dialog.getByRole('button', { name: 'Change' }).click()
    await page.getByText('The status of 2 alerts was changed to ack.').waitFor()
    await page.goto(`${web.server.url}/#${buildHurtingAlertsPath('shop', 'acknowledged')}`)
    await expect.poll(() => page.getByLabel('Status', { exact: true }).inputValue()).toBe('acknowledged')
    await expect.poll(listed).toEqual(['Slow on database', 'DiskFailing on disk-7'])
    await page.goto(`${web.server.url}/#${buildHurtingAlertsPath('shop', 'unacknowledged')}`)
    await page.getByRole('heading', { name: 'No matching alert' }).waitFor()
  })

  it('should be readable on a narrow screen', async () => {
    const id = await post({ ...ALERT, attributes: { ['x'.repeat(80)]: 'y'.repeat(300) } })
    const page = await web.open(`/alerts/${id}`, { viewport: { width: 390, height: 740 } })
    await page.getByText('42 bad sectors').waitFor()
    expect(await page.evaluate(() => document.getElementById('content')?.scrollWidth ?? 0)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
  })
})

// Helpers

interface Impact {
  readonly services: readonly { readonly counts: Readonly<Record<string, number>> }[]
}
