import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { postAlert } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

interface Stored {
  readonly id: string
  readonly name: string
}

const HOUR = 3_600_000

describeInBrowser('maintenance windows', () => {
  const web = useConsole()
  const stored = async () => (await web.server.ask<{ windows: readonly Stored[] }>('/api/maintenance')).windows
  const create = async (name: string, { from = 0, to = HOUR, ...window }: Record<string, unknown> & Bounds = {}) =>
    await web.server.ask('/api/maintenance', {
      json: { name, startTime: inMs(from), endTime: inMs(to), ...window },
    })

  it('should say what to do first if there are none', async () => {
    const page = await web.open('/maintenance')
    await page.getByRole('heading', { name: 'No maintenance windows yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Create the first window' }).click()
    await page.getByLabel('Name', { exact: true }).waitFor()
  })

  it('should create a weekly window, and show a refusal at its field', async () => {
    await postAlert(web.server, { resource: 'db-1', event: 'Slow', severity: 'major' })
    await postAlert(web.server, { resource: 'web-1', event: 'Slow', severity: 'major' })
    const page = await web.open('/maintenance/new')
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect(await page.getByLabel('Time zone').inputValue()).toBe(zone)
    await page.getByLabel('Name', { exact: true }).fill('Updates of the databases')
    await page.getByLabel('Time zone').fill('Europe/Berlin')
    await page.getByLabel('Start').fill('2031-01-05T02:00')
    await page.getByLabel('End').fill('2031-01-05T01:00')
    await everyAlert(page).check()
    await page.getByRole('button', { name: 'Create' }).click()
    await expect.poll(() => page.getByLabel('End').getAttribute('aria-invalid')).toBe('true')
    await page.getByText('must be later than startTime').first().waitFor()
    await page.getByLabel('End').fill('2031-01-05T04:00')
    await page.getByLabel('Repeats').selectOption('weekly')
    expect(await page.getByLabel('Sun', { exact: true }).isChecked()).toBe(true)
    await page.getByLabel('Wed', { exact: true }).check()
    await page.getByRole('button', { name: 'Add a clause' }).click()
    await page.getByLabel('Field', { exact: true }).fill('resource')
    await page.getByLabel('Value', { exact: true }).fill('db-1')
    await page.getByRole('region', { name: 'Current alerts' }).getByText('1 of 2 match').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Updates of the databases' })
    await row.getByText('every week on Wed, Sun').waitFor()
    await row.getByText('coming', { exact: true }).waitFor()
    await row.getByText('resource = db-1').waitFor()
    expect(await stored()).toMatchObject([
      {
        ...{ startTime: '2031-01-05T01:00:00.000Z', endTime: '2031-01-05T03:00:00.000Z', timezone: 'Europe/Berlin' },
        rrule: 'FREQ=WEEKLY;BYDAY=WE,SU',
      },
    ])
  })

  it('should show what a window holds that looks at the resource graph, and save its depth', async () => {
    const relation = { environment: 'Production', resource: 'disk-1', parent: 'db-1' }
    await web.server.ask('/api/resources/relations', { json: relation })
    const page = await web.open('/maintenance/new')
    await page.getByLabel('Name', { exact: true }).fill('A new disk')
    await page.getByRole('button', { name: 'Add a clause' }).click()
    await page.getByLabel('Field', { exact: true }).fill('resource')
    await page.getByLabel('Value', { exact: true }).fill('disk-1')
    const alerts = page.getByRole('region', { name: 'Current alerts' })
    await alerts.getByText('0 of 2 match').waitFor()
    await page.getByLabel('Also hold alerts of ancestors').selectOption('1')
    await alerts.getByText('1 of 2 would be held').waitFor()
    await alerts.getByText('Slow on db-1 in Production, above disk-1').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create' }).click()
    const row = page.getByRole('row').filter({ hasText: 'A new disk' })
    await row.getByRole('link', { name: 'A new disk' }).click()
    await expect.poll(() => page.getByLabel('Also hold alerts of ancestors').inputValue()).toBe('1')
    const window = (await stored()).find(({ name }) => name === 'A new disk')
    expect(window).toMatchObject({ hurtDepth: 1 })
    await web.server.ask(`/api/maintenance/${window?.id}`, { method: 'DELETE' })
  })

  it('should ask for a tick before a window holds every alert, and say how many these are', async () => {
    const page = await web.open('/maintenance/new')
    await page.getByLabel('Name', { exact: true }).fill('Everything')
    await everyAlert(page).waitFor()
    await page.getByLabel('Hold every alert of this installation (2 active now)').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create' }).click()
    expect(await everyAlert(page).evaluate((box) => box.matches(':focus, :invalid'))).toBe(true)
    expect((await stored()).map(({ name }) => name)).not.toContain('Everything')
    await page.getByRole('button', { name: 'Add a clause' }).click()
    await everyAlert(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Remove clause 1' }).click()
    expect(await everyAlert(page).isChecked()).toBe(false)
    await everyAlert(page).check()
    await page.getByRole('button', { name: 'Create' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Everything' })
    await row.getByRole('button', { name: 'Delete Everything' }).click()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await row.waitFor({ state: 'detached' })
  })

  it('should show a fault of a rule and of a time zone at its field', async () => {
    const page = await web.open('/maintenance/new')
    await page.getByLabel('Name', { exact: true }).fill('By a rule')
    await page.getByLabel('Repeats').selectOption('rule')
    const rule = page.getByLabel('Recurrence rule')
    await rule.fill('FREQ=SOMETIMES')
    await everyAlert(page).check()
    await page.getByRole('button', { name: 'Create' }).click()
    await expect.poll(() => rule.getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Time zone').fill('Moon/Crater')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect.poll(() => page.getByLabel('Time zone').getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page)
  })

  it('should list windows by state, with what they hold and who made them', async () => {
    await create('Over', { from: -3 * HOUR, to: -2 * HOUR })
    await create('Tonight', { from: 5 * HOUR, to: 6 * HOUR })
    await create('Now', { from: -HOUR, to: HOUR, filters: { clauses: [{ key: 'resource', op: '=', value: 'db-9' }] } })
    await postAlert(web.server, { resource: 'db-9', event: 'Down', severity: 'critical' })
    const page = await web.open('/maintenance')
    const row = page.getByRole('row').filter({ hasText: 'Now' })
    await row.getByText('holds 1 alert').waitFor()
    await row.getByText('running', { exact: true }).waitFor()
    await row.getByRole('cell', { name: 'admin', exact: true }).waitFor()
    const names = await page.getByRole('row').locator('td:first-child a').allTextContents()
    expect(names).toEqual(['Now', 'Tonight', 'Updates of the databases', 'Over'])
    await expectAccessible(page)
  })

  it('should say that it is unknown how many alerts the windows hold, if the server does not say it', async () => {
    const page = await web.open('/keys')
    const json = { status: 'error', code: 403, message: 'no scope' }
    await page.route('**/api/alerts?*', (route) => route.fulfill({ status: 403, json }))
    await page.goto(`${web.server.url}/#/maintenance`)
    await page.getByRole('alert').getByText('It is unknown how many alerts the windows hold').waitFor()
  })

  it('should count an alert that a window holds by the status that it would have without the window', async () => {
    const page = await web.open('/maintenance/new')
    const count = page.getByRole('region', { name: 'Current alerts' }).getByRole('status')
    await count.getByText('3 of 3 match').waitFor()
    await page.getByRole('button', { name: 'Add a clause' }).click()
    await page.getByLabel('Field', { exact: true }).fill('status')
    await page.getByLabel('Value', { exact: true }).fill('blackout')
    await count.getByText('0 of 3 match').waitFor()
    await page.getByLabel('Value', { exact: true }).fill('open')
    await count.getByText('3 of 3 match').waitFor()
  })

  it('should change a window, and send only what was changed', async () => {
    await create('Precise', {
      startTime: '2031-01-05T01:00:30Z',
      endTime: '2031-01-05T03:00:00Z',
      timezone: 'Europe/Berlin',
    })
    const page = await web.open('/maintenance')
    await page.getByRole('link', { name: 'Precise' }).click()
    await page.getByLabel('Start').waitFor()
    expect(await page.getByLabel('Start').inputValue()).toBe('2031-01-05T02:00')
    await page.getByLabel('End').fill('2031-01-05T05:00')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Continue editing' }).click()
    await everyAlert(page).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Precise' }).waitFor()
    expect((await stored()).find(({ name }) => name === 'Precise')).toMatchObject({
      startTime: '2031-01-05T01:00:30.000Z',
      endTime: '2031-01-05T04:00:00.000Z',
    })
  })

  it('should let a window repeat whose start has milliseconds', async () => {
    const times = { startTime: '2031-01-05T01:00:30.250Z', endTime: '2031-01-05T03:00:00Z', timezone: 'UTC' }
    await create('Odd', times)
    const page = await web.open('/maintenance')
    await page.getByRole('link', { name: 'Odd' }).click()
    await page.getByLabel('Repeats').selectOption('daily')
    await everyAlert(page).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Odd' }).waitFor()
    expect((await stored()).find(({ name }) => name === 'Odd')).toMatchObject({
      startTime: '2031-01-05T01:00:00.000Z',
      rrule: 'FREQ=DAILY',
    })
  })

  it('should delete a window after a confirmation', async () => {
    await create('Wrong')
    const page = await web.open('/maintenance')
    await page.getByRole('button', { name: 'Delete Wrong' }).click()
    await page.getByText('get back the status that they had, within 30 seconds').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Delete it' }).click()
    await page.getByRole('link', { name: 'Wrong' }).waitFor({ state: 'detached' })
    expect((await stored()).map(({ name }) => name)).not.toContain('Wrong')
  })

  it('should refuse a key that may only read, and keep what was written', async () => {
    const { key } = await web.server.ask<{ key: string }>('/api/key', { json: { text: 'reader', scopes: ['read'] } })
    const page = await web.open('/maintenance/new', { key })
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    await everyAlert(page).check()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').getByText('write:alerts').waitFor()
    await page.getByRole('button', { name: 'Use another key' }).waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Mine')
  })

  it.each(['/maintenance', '/maintenance/new'])('should be readable on a narrow screen: %s', async (path) => {
    const page = await web.open(path, { viewport: { width: 390, height: 740 } })
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (path.endsWith('new')) await page.getByLabel('Repeats').selectOption('weekly')
    else await page.getByRole('table').waitFor()
    expect(await page.evaluate(() => document.getElementById('content')?.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessible(page)
  })
})

// Helpers

function everyAlert(page: Page) {
  return page.getByRole('checkbox', { name: 'Hold every alert of this installation' })
}

interface Bounds {
  /** The beginning and the end of the window, in milliseconds from now. */
  readonly from?: number
  readonly to?: number
}

function inMs(offset: number): string {
  return new Date(Date.now() + offset).toISOString()
}
