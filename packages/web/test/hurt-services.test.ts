import type { Locator } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { findGreenTexts } from './harness/find-green-texts.js'
import { buildWorld, type Impact, readImpact, SERVICES, TORN } from './harness/hurt-world.js'
import { describeInBrowser, rereadData, useConsole } from './harness/use-console.js'

describeInBrowser('60 services and 2,000 alerts', () => {
  const web = useConsole()
  let impacts: ReadonlyMap<string, Impact>

  beforeAll(async () => {
    await buildWorld(web.server)
    impacts = await readImpact(web.server)
  })

  function known(service: string): Impact {
    const impact = impacts.get(service)
    if (impact === undefined) throw new Error(`there is no service ${service}`)
    return impact
  }

  it('should have services in every state', () => {
    expect(impacts.size).toBe(SERVICES)
    const having = (test: (impact: Impact) => boolean) => [...impacts.values()].filter(test).length
    expect(having(isCalm)).toBeGreaterThan(0)
    expect(having(({ severity, silencedCount }) => severity === null && silencedCount > 0)).toBeGreaterThan(0)
    expect(having(({ acknowledged }) => acknowledged)).toBeGreaterThan(0)
    expect(having(({ topologyId, severity }) => topologyId === null && severity !== null)).toBeGreaterThan(0)
    expect(having(({ causesTotal }) => causesTotal > 10)).toBeGreaterThan(0)
    expect(having(({ windows }) => windows.length > 0)).toBeGreaterThan(0)
  })

  it('should show the same numbers on the list of topologies, green only where nothing hurts and nothing is silenced', async () => {
    const page = await web.open('/topologies')
    const seen = new Map<string, string>()
    const green: string[] = []
    for (let number = 1; number <= 2; number++) {
      await page.getByText(`Page ${number} of 2`).waitFor()
      const rows = page.getByRole('row').filter({ has: page.locator('td') })
      await expect.poll(async () => (await textsOf(rows, 1)).includes('')).toBe(false)
      const names = await textsOf(rows, 0)
      for (const [at, text] of (await textsOf(rows, 1)).entries()) seen.set(serviceOf(names[at]), text)
      green.push(...(await findGreenTexts(page, 'tr')).map(serviceOf))
      if (number === 1) await page.getByRole('button', { name: 'Next' }).click()
    }
    const drawn = [...impacts.values()].filter(({ topologyId }) => topologyId !== null)
    expect(new Map([...seen].toSorted())).toEqual(
      new Map(drawn.map((impact): [string, string] => [impact.service, formatNumbers(impact)]).toSorted()),
    )
    expect(green.toSorted()).toEqual(
      drawn
        .filter(isCalm)
        .map(({ service }) => service)
        .toSorted(),
    )
    expect([...seen.keys()].map((service) => rankOf(impacts.get(service)))).toEqual(
      [...seen.keys()].map((service) => rankOf(impacts.get(service))).toSorted((one, other) => one - other),
    )
  })

  it('should show the same numbers on the start page, which is not green', async () => {
    const page = await web.open('/services')
    const items = page.getByRole('list', { name: 'Services that alerts hurt' }).locator('> li')
    await items.first().waitFor()
    const texts = await items.allTextContents()
    const hurt = [...impacts.values()].filter(({ severity }) => severity !== null)
    expect(texts.length).toBe(hurt.length)
    for (const impact of hurt) {
      const text = texts.find((each) => each.includes(`Name of ${impact.service}.`))
      expect(text, impact.service).toContain(formatNumbers(impact))
    }
    expect(await findGreenTexts(page, 'li')).toEqual([])
    const { silencedCount } = await web.server.ask<{ silencedCount: number }>('/api/impact')
    expect(silencedCount).toBeGreaterThan(0)
    await page.getByText(`${silencedCount} active alerts are silenced`).waitFor()
    await page.getByRole('status').getByText('Update of the kernel holds').waitFor()
    await expectAccessible(page)
  })

  it('should show the same numbers on the pages of topologies', async () => {
    const page = await web.open('/topologies')
    const drawn = [...impacts.values()].filter(({ topologyId }) => topologyId !== null)
    const chosen = [
      drawn.find(isCalm),
      drawn.find(({ severity, silencedCount }) => severity === null && silencedCount > 0),
      drawn.find(({ acknowledged }) => acknowledged),
      drawn.find(({ causesTotal }) => causesTotal > 10),
      drawn.find(({ severity, windows }) => severity !== null && windows.length > 0),
    ]
    for (const impact of chosen) {
      if (impact === undefined) throw new Error('a state is missing')
      await page.goto(`${web.server.url}/#/topologies/${impact.topologyId}`)
      const head = page
        .locator('header')
        .filter({ has: page.getByRole('heading', { level: 1, name: `Name of ${impact.service}.` }) })
      await expect.poll(() => head.textContent()).toContain(formatNumbers(impact))
      const open = Object.values(impact.counts).reduce((sum, count) => sum + count, 0)
      const attended = impact.acknowledgedCount + impact.silencedCount
      await page.getByRole('tab', { name: attended > 0 ? `Alerts ${open} ✓${attended}` : `Alerts ${open}` }).waitFor()
      const green = await findGreenTexts(page, 'header, aside')
      expect(green.length > 0, impact.service).toBe(isCalm(impact))
    }
  })

  it('should link each number to exactly these alerts', async () => {
    const page = await web.open(`/services?q=${TORN}`)
    const { counts, acknowledgedCount, silencedCount } = known(TORN)
    expect(Math.min(acknowledgedCount, silencedCount)).toBeGreaterThan(0)
    const links = page.getByRole('list', { name: 'Services that alerts hurt' }).getByRole('link')
    await links.first().waitFor()
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(addresses).toEqual(
      expect.arrayContaining([
        ...Object.keys(counts).map((severity) => `#/alerts?hurts=${TORN}&status=unacknowledged&severity=${severity}`),
        `#/alerts?hurts=${TORN}&status=acknowledged`,
        `#/alerts?hurts=${TORN}&status=silenced`,
      ]),
    )
    await links.filter({ hasText: `${silencedCount} silenced` }).click()
    await page.getByRole('main').getByText(`Change all ${silencedCount} that match`).waitFor()
  })

  it('should link the number of alerts that a window holds to exactly these alerts', async () => {
    const held = [...impacts.values()].find(({ windows, severity }) => windows.length > 0 && severity !== null)
    const [{ count = 0 } = {}] = held?.windows ?? []
    const page = await web.open(`/services?q=${held?.service}`)
    const item = page.getByRole('list', { name: 'Services that alerts hurt' }).locator('> li').first()
    await item.getByRole('link', { name: String(count), exact: true }).click()
    await page.getByRole('main').getByText(`Change all ${count} that match`).waitFor()
    expect(page.url()).toMatch(/hurts=s-[0-9]+&window=[^&]+&status=blackout$/)
  })

  it('should show the same numbers of held alerts on the page of the maintenance windows', async () => {
    const { windows } = await web.server.ask<Pick<Impact, 'windows'>>('/api/impact?page-size=1')
    const [window] = windows
    if (window === undefined) throw new Error('no window holds alerts')
    const page = await web.open('/maintenance')
    const row = page.getByRole('row').filter({ hasText: window.name })
    await row.getByText(`holds ${window.count} alerts`).waitFor()
    await row.getByRole('link', { name: `${window.count} alerts` }).click()
    await page.getByRole('main').getByText(`Change all ${window.count} that match`).waitFor()
  })

  it('should list the worst and newest alerts that reach no service, with a link to all of them', async () => {
    const lost = { environment: 'Nowhere', severity: 'critical', service: [] }
    for (let at = 0; at < 50; at++) {
      await web.server.ask('/api/alert', { json: { ...lost, resource: `lost-${at}`, event: 'Down' } })
    }
    await web.server.ask('/api/alert', { json: { ...lost, resource: 'late', event: 'Down' } })
    await web.server.ask('/api/alert', { json: { ...lost, resource: 'weak', event: 'Down', severity: 'minor' } })
    const { unreached } = await web.server.ask<{ unreached: { total: number } }>('/api/impact?page-size=1')
    const page = await web.open('/alerts/unreached')
    const names = page.getByRole('main').getByRole('listitem').getByRole('link')
    await expect.poll(() => names.first().textContent()).toBe('late · Down')
    expect(await page.getByRole('main').getByRole('listitem').filter({ hasText: 'weak' }).count()).toBe(0)
    await page.getByRole('link', { name: `All ${unreached.total} of them` }).click()
    await page.getByRole('main').getByText(`Change all ${unreached.total} that match`).waitFor()
  })

  it('should lead to every root cause', async () => {
    const page = await web.open(`/services?q=${TORN}`)
    const { causesTotal } = known(TORN)
    expect(causesTotal).toBeGreaterThan(100)
    await page.getByRole('link', { name: `All ${causesTotal} root causes` }).click()
    await page.getByRole('heading', { name: `Root causes of ${TORN}` }).waitFor()
    const causes = page.getByRole('list', { name: 'Root causes' }).locator('> li')
    const alerts = causes.locator('a[href^="#/alerts/"]')
    const found = new Set<string>()
    const pages = Math.ceil(causesTotal / 50)
    for (let number = 1; number <= pages; number++) {
      await page.getByText(`Page ${number} of ${pages}`).waitFor()
      await expect.poll(() => causes.count()).toBe(Math.min(50, causesTotal - 50 * (number - 1)))
      for (const address of await alerts.evaluateAll((all) => all.map(String))) found.add(address)
      if (number === 1) await expectAccessible(page)
      if (number < pages) await page.getByRole('button', { name: 'Next' }).click()
    }
    expect(found.size).toBe(causesTotal)
  })

  it('should name a new critical alert at the top of the page of a topology within one poll', async () => {
    const page = await web.open(`/topologies/${known(TORN).topologyId}`, { clock: true })
    const first = page.getByRole('tabpanel').getByRole('listitem').first()
    await first.waitFor()
    const alert = { environment: 'Production', event: 'JustNow', severity: 'critical', resource: 'late-host' }
    await web.server.ask('/api/alert', { json: { ...alert, service: [TORN] } })
    await rereadData(page)
    await first.getByRole('link', { name: 'JustNow on late-host' }).click()
    await page.getByRole('heading', { name: 'late-host · JustNow', level: 1 }).waitFor()
  })

  it('should name a new critical alert on the start page within one poll, also if another alert explains it', async () => {
    const page = await web.open('/services', { clock: true })
    await page.getByRole('list', { name: 'Services that alerts hurt' }).waitFor()
    const json = { environment: 'Production', event: 'BrandNew', severity: 'critical' }
    // No other alert explains the first one, which is one of many root causes of the same rank.
    await web.server.ask('/api/alert', { json: { ...json, resource: 'new-host', service: [TORN] } })
    await rereadData(page)
    await page.getByRole('link', { name: 'new-host · BrandNew' }).waitFor()
    // An alert of a host below explains the second one.
    await web.server.ask('/api/alert', { json: { ...json, resource: 'rack', service: [] } })
    await rereadData(page)
    await expect.poll(() => page.getByRole('link', { name: 'rack · BrandNew' }).count()).toBeGreaterThan(0)
  })
})

// Helpers

function isCalm({ severity, silencedCount }: Impact): boolean {
  return severity === null && silencedCount === 0
}

/** Returns the numbers that every page must show about a service, as one text. */
function formatNumbers({ severity, acknowledged, counts, acknowledgedCount, silencedCount, windows }: Impact): string {
  const parts = [
    ...Object.entries(counts).map(([name, count]) => `${name}${count}`),
    ...(acknowledged ? [severity] : []),
    ...(acknowledgedCount > 0 ? [`✓ ${acknowledgedCount} acknowledged`] : []),
    ...(silencedCount > 0 ? [`${silencedCount} silenced`] : []),
    ...windows.map(({ name, count, until }) => `${name} holds ${count} until ${untilText(until)}`),
  ]
  return parts.join('') || 'no active alerts'
}

function untilText(until: string): string {
  return new Date(until).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
}

const RANKS = ['security', 'critical', 'major', 'minor', 'warning']

function rankOf(impact: Impact | undefined): number {
  return impact?.severity == null ? RANKS.length : RANKS.indexOf(impact.severity)
}

/** Returns the service in a text such as `Name of s-07.`. */
function serviceOf(text = ''): string {
  return /Name of (s-\d+)[.]/.exec(text)?.[1] ?? text
}

async function textsOf(rows: Locator, cell: number): Promise<readonly string[]> {
  return await rows.evaluateAll((all, at) => all.map((row) => row.querySelectorAll('td')[at]?.textContent ?? ''), cell)
}
