import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { greenIn } from './harness/green-in.js'
import { putRelations } from './harness/relations.js'
import { describeInBrowser, lookAgain, useConsole } from './harness/use-console.js'

const node = (id: string, kind: string) => ({ id, kind, label: id })

/** A service with two resources that do not need each other. */
const SHOP = {
  name: 'Shop',
  description: '',
  service: 'shop',
  nodes: [
    node('shop', 'service'),
    node('Production', 'environment'),
    node('web', 'resource'),
    node('database', 'resource'),
  ],
  edges: [
    { source: 'shop', target: 'Production' },
    { source: 'Production', target: 'web' },
    { source: 'Production', target: 'database' },
  ],
}

describeInBrowser('a service with redundant parts', () => {
  const web = useConsole()

  beforeAll(async () => {
    await web.server.ask('/api/service_topology', { json: SHOP })
    await putRelations(web.server, [
      ['database', 'db-1'],
      ['database', 'db-2'],
      ['database', 'db-3'],
      ['web', 'web-1'],
      ['web', 'web-2'],
    ])
    await putRule('database', { minHealthy: 2 })
    await putRule('web', { minHealthy: 1, degraded: null })
  })

  it('should not be green while parts have failed that the others replace', async () => {
    await fail('web-1')
    const page = await web.open('/services', { clock: true })
    await page.getByText('No alert hurts a service.').waitFor()
    expect(await greenIn(page, 'p')).toEqual([])
    await page.getByText('Nothing hurts 1 service').click()
    const rules = page.getByRole('list', { name: 'Redundancy' })
    expect(await rules.getByRole('listitem').allTextContents()).toEqual([
      'web: 1 of 2 left',
      '1 alert held by redundancy',
    ])
    await expectAccessible(page)
  })

  it('should show what is left and how alerts arrive, red if too little is left', async () => {
    const id = await fail('db-1')
    const page = await web.open('/services', { clock: true })
    const shop = page.getByRole('list', { name: 'Services that alerts hurt' }).locator('> li')
    await shop.getByText('critical, arrives as warning').waitFor()
    await shop.getByText('1 alert held by redundancy').waitFor()
    const left = shop.getByRole('list', { name: 'Redundancy' }).getByRole('listitem').filter({ hasText: 'database' })
    expect(await left.textContent()).toBe('database: 2 of 3 left')
    const calm = await left.evaluate((item) => getComputedStyle(item).color)
    expect(await shop.getByRole('link', { name: 'warning 1' }).getAttribute('href')).not.toContain('severity')
    await expectAccessible(page)
    await fail('db-2')
    await lookAgain(page)
    await expect.poll(() => left.textContent()).toBe('database: 1 of 3 left, 2 needed')
    expect(await left.evaluate((item) => getComputedStyle(item).color)).not.toBe(calm)
    expect(await shop.getByText('arrives as').count()).toBe(0)
    await expectAccessible(page)
    await web.server.ask(`/api/alert/${id}/status`, { method: 'PUT', json: { status: 'closed' } })
    await lookAgain(page)
    await expect.poll(() => left.textContent()).toBe('database: 2 of 3 left')
    await left.getByRole('link', { name: 'database' }).click()
    await page.getByRole('heading', { name: 'database', level: 1 }).waitFor()
  })

  it('should show on the page of an alert which rules hold it', async () => {
    const page = await web.open(`/alerts/${await fail('web-1')}`)
    await page.getByText('critical, nothing arrives').waitFor()
    expect(await page.getByRole('list', { name: 'Held by' }).textContent()).toBe('held by web: 1 of 2 healthy')
    expect(await page.getByText('does not count').count()).toBe(0)
    await page.goto(`${web.server.url}/#/alerts/${await fail('db-2')}`)
    await page.getByText('critical, arrives as warning').waitFor()
    expect(await page.getByRole('list', { name: 'Held by' }).textContent()).toBe('held by database: 2 of 3 healthy')
    await expectAccessible(page)
  })

  it('should set, change and delete the rule of a resource, and show the state of its children', async () => {
    const page = await web.open('/resources?environment=Production&resource=database')
    await page.getByRole('tab', { name: 'Redundancy' }).click()
    const rule = page.getByRole('region', { name: 'Rule' })
    await rule.getByText('While 2 of the children are healthy, at most warning arrives from below.').waitFor()
    const children = page.getByRole('region', { name: 'Children' }).getByRole('listitem')
    await expect.poll(() => children.count()).toBe(3)
    expect(await children.filter({ hasText: 'db-2' }).textContent()).toMatch(/^db-2criticaldb-2 · Down/)
    expect(await children.filter({ hasText: 'db-3' }).textContent()).toBe('db-3no alert of its own')
    await expectAccessible(page)
    await rule.getByRole('button', { name: 'Change the rule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Healthy children needed').fill('half')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/^must be a whole number from 0/).waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Healthy children needed').fill('50%')
    await dialog.getByLabel('While the rule holds').selectOption('nothing')
    await dialog.getByLabel('Text').fill('OPS-7')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await rule.getByText('While 50% of the children are healthy, nothing arrives from below.').waitFor()
    await rule.getByText('OPS-7').waitFor()
    await rule.getByRole('button', { name: 'Delete the rule' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await rule.getByText('None: one failed child is enough').waitFor()
    await rule.getByRole('button', { name: 'Set a rule' }).click()
    await dialog.getByLabel('Healthy children needed').fill('2')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await rule.getByText('While 2 of the children are healthy').waitFor()
  })

  it('should ask for the alerts of the children that are shown, and not of all', async () => {
    const count = 1_000
    await putRelations(
      web.server,
      Array.from({ length: count }, (_, at) => ['farm', `node-${at}`]),
    )
    await fail('node-7')
    const page = await web.open('/resources?environment=Production&resource=farm')
    const asked: string[] = []
    page.on('request', (request) => {
      asked.push(...new URL(request.url()).searchParams.getAll('resource').filter((name) => name.startsWith('node-')))
    })
    await page.getByRole('tab', { name: 'Redundancy' }).click()
    const region = page.getByRole('region', { name: 'Children' })
    const children = region.getByRole('listitem')
    await expect.poll(() => children.count()).toBe(100)
    expect(new Set(asked).size).toBe(100)
    await region.getByRole('button', { name: `Show 100 more of ${count} children` }).click()
    await expect.poll(() => children.count()).toBe(200)
    expect(new Set(asked).size).toBe(200)
  })

  it('should say what would be hurt if a resource failed, and what is unknown', async () => {
    const page = await web.open('/resources?environment=Production&resource=db-1')
    await page.getByRole('tab', { name: 'What if' }).click()
    const answer = page.getByRole('region', { name: 'What if this fails' })
    await answer
      .getByRole('listitem')
      .filter({ hasText: /^shop.*database: 2 of 3 left.*warning$/ })
      .waitFor()
    await expectAccessible(page)
    await page.goto(`${web.server.url}/#/resources?environment=Production&resource=DB-1`)
    await page.getByRole('tab', { name: 'What if' }).click()
    await answer.getByText('No relation, node or alert names DB-1.').waitFor()
    await answer.getByRole('link', { name: 'db-1', exact: true }).waitFor()
    await expectAccessible(page)
  })

  async function putRule(resource: string, json: Readonly<Record<string, unknown>>): Promise<void> {
    await web.server.ask(`/api/resources/rule?environment=Production&resource=${resource}`, { method: 'PUT', json })
  }

  /** Posts a critical alert. Returns its id. */
  async function fail(resource: string): Promise<string> {
    const json = { environment: 'Production', resource, event: 'Down', severity: 'critical', service: [] }
    return (await web.server.ask<{ id: string }>('/api/alert', { json })).id
  }
})
