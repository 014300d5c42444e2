import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { findGreenTexts } from './harness/find-green-texts.js'
import { putRelations } from './harness/relations.js'
import { describeInBrowser, rereadData, useConsole } from './harness/use-console.js'

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
  let topologyId = ''

  beforeAll(async () => {
    topologyId = (await web.server.ask<{ id: string }>('/api/service_topology', { json: SHOP })).id
    await putRelations(web.server, [
      ['database', 'db-1'],
      ['database', 'db-2'],
      ['database', 'db-3'],
      ['web', 'web-1'],
      ['web', 'web-2'],
      ['db-3', 'disk-3'],
    ])
    await putRule('database', { minHealthy: 2 })
    await putRule('web', { minHealthy: 1, degraded: null })
  })

  it('should not be green while parts have failed that the others replace', async () => {
    await fail('web-1')
    const page = await web.open('/services', { clock: true })
    await page.getByText('No alert hurts a service.').waitFor()
    expect(await findGreenTexts(page, 'p')).toEqual([])
    await page.getByText('Nothing hurts 1 service').click()
    const rules = page.getByRole('list', { name: 'Redundancy' })
    expect(await rules.getByRole('listitem').allTextContents()).toEqual([
      'web: 1 of 2 left, 1 needed',
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
    expect(await left.textContent()).toBe('database: 2 of 3 left, 2 needed')
    const calm = await left.evaluate((item) => getComputedStyle(item).color)
    expect(await shop.getByRole('link', { name: 'warning 1' }).getAttribute('href')).not.toContain('severity')
    await expectAccessible(page)
    await fail('db-2')
    await rereadData(page)
    await expect.poll(() => left.textContent()).toBe('database: 1 of 3 left, 2 needed')
    expect(await left.evaluate((item) => getComputedStyle(item).color)).not.toBe(calm)
    expect(await shop.getByText('arrives as').count()).toBe(0)
    await expectAccessible(page)
    await web.server.ask(`/api/alert/${id}/status`, { method: 'PUT', json: { status: 'closed' } })
    await rereadData(page)
    await expect.poll(() => left.textContent()).toBe('database: 2 of 3 left, 2 needed')
    await left.getByRole('link', { name: 'database' }).click()
    await page.getByRole('heading', { name: 'database', level: 1 }).waitFor()
  })

  it('should show on the page of an alert which rules hold it', async () => {
    const page = await web.open(`/alerts/${await fail('web-1')}`)
    await page.getByText('critical, nothing arrives').waitFor()
    expect(await page.getByRole('list', { name: 'Held by' }).textContent()).toBe('held by web: 1 of 2 left, 1 needed')
    expect(await page.getByText('does not count').count()).toBe(0)
    await page.goto(`${web.server.url}/#/alerts/${await fail('db-2')}`)
    await page.getByText('critical, arrives as warning').waitFor()
    expect(await page.getByRole('list', { name: 'Lowered by' }).textContent()).toBe(
      'lowered by database: 2 of 3 left, 2 needed',
    )
    await expectAccessible(page)
  })

  it('should show what arrives at each child, and whether the rule holds', async () => {
    const disk = await fail('disk-3')
    const page = await web.open('/resources?environment=Production&resource=database', { clock: true })
    await page.getByRole('tab', { name: 'Redundancy' }).click()
    const part = page.getByRole('region', { name: 'Children' })
    await part.getByText('1 of 3 healthy, 2 needed: alerts from below are not lowered.').waitFor()
    const children = part.getByRole('listitem')
    const texts = async () =>
      (await children.allTextContents()).map((text) => text.replace(/(just now|\d+ s ago)$/, ''))
    expect(await texts()).toEqual([
      'db-2criticalfailedcriticaldb-2 · Down',
      'db-3criticalfailedcriticaldisk-3 · Down',
      'db-1healthy',
    ])
    await expectAccessible(page)
    await web.server.ask(`/api/alert/${disk}/status`, { method: 'PUT', json: { status: 'closed' } })
    await rereadData(page)
    await part.getByText('2 of 3 healthy, 2 needed: the rule holds.').waitFor()
    await page.goto(`${web.server.url}/#/resources?environment=Production&resource=db-3`)
    await page.getByRole('heading', { name: 'db-3', level: 1 }).waitFor()
    await page.getByRole('tab', { name: 'Redundancy' }).click()
    await expect.poll(texts).toEqual(['disk-3no alert arrives'])
  })

  it('should say that a child has failed in maintenance', async () => {
    const time = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const filters = { clauses: [{ key: 'resource', op: '=', value: 'web-2' }] }
    const json = { name: 'New disks', startTime: time(-1), endTime: time(1), filters }
    const { window } = await web.server.ask<{ window: { id: string } }>('/api/maintenance', { json })
    const alert = await fail('web-2')
    const page = await web.open('/resources?environment=Production&resource=web')
    await page.getByRole('tab', { name: 'Redundancy' }).click()
    const child = page.getByRole('region', { name: 'Children' }).getByRole('listitem').filter({ hasText: 'web-2' })
    await child.getByText('failed in maintenance').waitFor()
    await expectAccessible(page)
    await web.server.ask(`/api/maintenance/${window.id}`, { method: 'DELETE' })
    await web.server.ask(`/api/alert/${alert}/status`, { method: 'PUT', json: { status: 'closed' } })
  })

  it('should set, change and delete the rule of a resource', async () => {
    const page = await web.open('/resources?environment=Production&resource=database')
    await page.getByRole('tab', { name: 'Redundancy' }).click()
    const rule = page.getByRole('region', { name: 'Redundancy rule' })
    await rule.getByText('While 2 of the children are healthy, at most warning arrives from below.').waitFor()
    await rule.getByRole('button', { name: 'Change the rule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('A child has failed from severity').waitFor()
    const failedAt = await dialog.getByLabel('A child has failed from severity').getByRole('option').allTextContents()
    expect(failedAt).toContain('warning')
    for (const closing of ['normal', 'ok', 'cleared']) expect(failedAt).not.toContain(closing)
    expect(
      await dialog.getByLabel('Severity while enough children are healthy').getByRole('option').allTextContents(),
    ).toEqual(['nothing', ...failedAt])
    await dialog.getByLabel('Healthy children needed').fill('half')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/^must be a whole number from 0/).waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Healthy children needed').fill('50%')
    await dialog.getByLabel('Severity while enough children are healthy').selectOption('nothing')
    await dialog.getByLabel('Text').fill('OPS-7, see https://wiki.example.org/db')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await rule.getByText('While 50% of the children are healthy, nothing arrives from below.').waitFor()
    await rule.getByText('OPS-7').waitFor()
    expect(await rule.getByRole('link').getAttribute('href')).toBe('https://wiki.example.org/db')
    await rule.getByRole('button', { name: 'Delete the rule' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await rule.getByText('None: one failed child is enough').waitFor()
    await rule.getByRole('button', { name: 'Set a rule' }).click()
    await dialog.getByLabel('Healthy children needed').fill('2')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await rule.getByText('While 2 of the children are healthy').waitFor()
  })

  it('should say what becomes of the source of a rule that a user changes or deletes', async () => {
    await putRule('db-3', { minHealthy: 1, source: 'cmdb', sourceRef: 'itop' })
    const page = await web.open('/resources?environment=Production&resource=db-3')
    await page.getByRole('tab', { name: 'Redundancy' }).click()
    const rule = page.getByRole('region', { name: 'Redundancy rule' })
    await rule.getByRole('button', { name: 'Delete the rule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Its source is cmdb: it comes back when cmdb states it again.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await rule.getByRole('button', { name: 'Change the rule' }).click()
    await dialog.getByText('Now it comes from cmdb (itop); saved here, its source becomes manual').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await rule.getByText('manual', { exact: true }).waitFor()
    await rule.getByRole('button', { name: 'Delete the rule' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await rule.getByText('None: one failed child is enough').waitFor()
  })

  it('should have the rule of a resource in the editor, and store it apart from the topology', async () => {
    const page = await web.open(`/topologies/${topologyId}/edit`)
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: /^Production, environment/ }).click()
    await page.getByRole('heading', { name: 'Production' }).waitFor()
    const rule = page.getByRole('region', { name: 'Redundancy rule' })
    expect(await rule.count()).toBe(0)
    await panel.getByRole('button', { name: 'web', exact: true }).click()
    await rule.getByText('While 1 of the children is healthy, nothing arrives from below.').waitFor()
    await rule.getByText('so a change is stored at once').waitFor()
    await expectAccessible(page)
    await rule.getByRole('button', { name: 'Change the rule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Text').fill('either of them')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await rule.getByText('either of them').waitFor()
    await page.getByText('All saved').waitFor()
    expect(await storedRule('web')).toMatchObject({ minHealthy: 1, degraded: null, text: 'either of them' })
    await panel.getByLabel('Name', { exact: true }).fill('web-of-tomorrow')
    await rule.getByText('None: one failed child is enough').waitFor()
    await panel.getByRole('button', { name: 'Disconnect Production and' }).click()
    await rule.getByText('A rule needs a node with a name, below an environment.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await rule.getByRole('button', { name: 'Set a rule' }).waitFor()
  })

  it('should only show the rule to a user who may not change it', async () => {
    const { key } = await web.server.ask<{ key: string }>('/api/key', { json: { text: 'reader', scopes: ['read'] } })
    const page = await web.open(`/topologies/${topologyId}/edit`, { key })
    await page
      .getByRole('complementary')
      .getByRole('button', { name: /^database, resource/ })
      .click()
    const rule = page.getByRole('region', { name: 'Redundancy rule' })
    await rule.getByText('While 2 of the children are healthy').waitFor()
    await rule.getByRole('button', { name: 'Change the rule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Healthy children needed').fill('3')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('The rule was not saved').waitFor()
    await dialog.getByText(/write:service_topologies/).waitFor()
    await expectAccessible(page)
    expect(await storedRule('database')).toMatchObject({ minHealthy: 2 })
  })

  it('should say what would be hurt if a resource failed, now or alone, and what is unknown', async () => {
    const page = await web.open('/resources?environment=Production&resource=db-1')
    await page.getByRole('tab', { name: 'What if' }).click()
    const answer = page.getByRole('region', { name: 'What if this fails' })
    const shop = answer.getByRole('listitem').filter({ hasText: /^shop/ })
    await shop.filter({ hasText: /^shopnow warning.*database: 1 of 3 left, 2 needed.*critical$/ }).waitFor()
    await expectAccessible(page)
    await answer.getByRole('button', { name: 'Alone' }).click()
    await answer.getByText('A critical alert of db-1, and no other alert.').waitFor()
    await shop.filter({ hasText: /^shopdatabase: 2 of 3 left, 2 needed.*warning$/ }).waitFor()
    await page.goto(`${web.server.url}/#/resources?environment=Production&resource=DB-1`)
    await page.getByRole('heading', { name: 'DB-1', exact: true, level: 1 }).waitFor()
    await page.getByRole('tab', { name: 'What if' }).click()
    await answer.getByText('No relation, node or alert names DB-1.').waitFor()
    await answer.getByRole('link', { name: 'db-1', exact: true }).waitFor()
    await answer.getByText('Hurt already, with the same severity:').waitFor()
    await expectAccessible(page)
  })

  it('should say that a failure makes nothing worse than now', async () => {
    const page = await web.open('/resources?environment=Production&resource=db-2')
    await page.getByRole('tab', { name: 'What if' }).click()
    await page.getByText('No service becomes worse than it is now.').waitFor()
  })

  it('should say which redundancy holds a failure that hurts nothing', async () => {
    const page = await web.open('/resources?environment=Production&resource=web-1')
    await page.getByRole('tab', { name: 'What if' }).click()
    const answer = page.getByRole('region', { name: 'What if this fails' })
    await answer.getByRole('button', { name: 'Alone' }).click()
    await answer.getByText('It hurts no service, because redundancy holds it.').waitFor()
    expect(await answer.getByRole('list', { name: 'Held by' }).textContent()).toBe('held by web: 1 of 2 left, 1 needed')
    await expectAccessible(page)
  })

  it('should mark the alerts of a topology that redundancy lowers or holds, those that it holds last', async () => {
    const page = await web.open(`/topologies/${topologyId}`)
    const alerts = page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'Down on' })
    await alerts.getByText('lowered to warning by redundancy').waitFor()
    expect(await alerts.allTextContents()).toEqual([
      expect.stringMatching(/^criticallowered to warning by redundancy.*Down on db-2/),
      expect.stringMatching(/^criticalheld by redundancy.*Down on web-1/),
    ])
    await expectAccessible(page)
  })

  it('should list a service that nothing hurts although too few parts are left above the healthy ones', async () => {
    const json = { ...SHOP, name: 'An idle one', service: 'an idle one', nodes: SHOP.nodes.slice(0, 1), edges: [] }
    await web.server.ask('/api/service_topology', { json })
    await web.server.ask(`/api/alert/${await fail('db-2')}/status`, { method: 'PUT', json: { status: 'closed' } })
    const time = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const filters = { clauses: [{ key: 'resource', op: 'IN', value: ['db-1', 'db-2'] }] }
    const times = { startTime: time(-1), endTime: time(1) }
    await web.server.ask('/api/maintenance', { json: { name: 'New disks', ...times, filters } })
    for (const resource of ['db-1', 'db-2']) await fail(resource)
    const page = await web.open('/services')
    await page.getByText('No alert hurts a service.').waitFor()
    expect(await findGreenTexts(page, 'p')).toEqual([])
    const shop = page.getByRole('list', { name: 'with broken redundancy' }).locator('> li')
    expect(await shop.count()).toBe(1)
    await shop.getByRole('heading', { name: 'shop' }).waitFor()
    await shop.getByText('not hurt, but 1 of 3 left, 2 needed').waitFor()
    await shop.getByText('database: 1 of 3 left, 2 needed').waitFor()
    await page.getByText('Nothing hurts 1 service').waitFor()
    await expectAccessible(page)
  })

  async function storedRule(resource: string): Promise<unknown> {
    const path = `/api/resources/rule?environment=Production&resource=${resource}`
    return (await web.server.ask<{ rule: unknown }>(path)).rule
  }

  async function putRule(resource: string, json: Readonly<Record<string, unknown>>): Promise<void> {
    await web.server.ask(`/api/resources/rule?environment=Production&resource=${resource}`, { method: 'PUT', json })
  }

  /** Posts a critical alert. Returns its id. */
  async function fail(resource: string): Promise<string> {
    const json = { environment: 'Production', resource, event: 'Down', severity: 'critical', service: [] }
    return (await web.server.ask<{ id: string }>('/api/alert', { json })).id
  }
})
