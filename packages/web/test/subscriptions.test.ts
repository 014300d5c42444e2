import type { Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { expectAccessible } from './harness/expect-accessible.js'
import { postAlert } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

const SLACK = 'https://hooks.slack.com/services/T0/B0/not-shown'

interface Stored {
  readonly id: string
  readonly name: string
  readonly [field: string]: unknown
}

describeInBrowser('subscriptions', () => {
  const web = useConsole()

  afterEach(() => {
    web.server.receiver.answer = { delivered: true, status: 204, error: null, retryAfter: null, took: 12 }
  })

  it('should say what to do first if there are none', async () => {
    const page = await web.open('/subscriptions')
    await page.getByRole('heading', { name: 'No subscriptions yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Create the first subscription' }).click()
    await page.getByRole('heading', { name: 'New subscription' }).waitFor()
  })

  it('should be created by the keyboard, with services, owners and times', async () => {
    await postAlert(web.server, { resource: 'web', event: 'Slow', severity: 'minor' })
    const page = await web.open('/subscriptions/new')
    await page.getByLabel('Name', { exact: true }).fill('On call')
    await page.getByLabel('Format', { exact: true }).selectOption('slack')
    await page.getByLabel('Webhook URL', { exact: true }).fill(SLACK)
    await page.getByLabel('Name of a service', { exact: true }).fill('shop')
    await page.locator('datalist option[value=shop]').first().waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove service shop' }).waitFor()
    await page.getByLabel('Name of a service', { exact: true }).fill('bank')
    await page.getByRole('button', { name: 'Add the service' }).click()
    await page.getByRole('button', { name: 'Remove service bank' }).click()
    await page.getByLabel('Name of an owner', { exact: true }).fill('Team Checkout')
    await page.keyboard.press('Enter')
    await page.getByLabel('Least severity', { exact: true }).selectOption('critical')
    await page.getByLabel('Only if unacknowledged for (seconds)', { exact: true }).fill('900')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create' }).click()
    const row = page.getByRole('row').filter({ hasText: 'On call' })
    await row.getByText('only after 15 min unacknowledged').waitFor()
    await row.getByText('only shop').waitFor()
    await row.getByText('only services of Team Checkout').waitFor()
    expect(await row.textContent()).not.toContain('not-shown')
    await expectAccessible(page)
    expect(await stored('On call')).toMatchObject({
      ...{ format: 'slack', services: ['shop'], owners: ['Team Checkout'], minSeverity: 'critical', kinds: ['impact'] },
      ...{ waitSeconds: 30, repeatSeconds: null, unacknowledgedSeconds: 900, enabled: true },
    })
  })

  it('should show faults at their fields, and keep the address that is shown in part', async () => {
    const page = await web.open('/subscriptions')
    await page.getByRole('link', { name: 'On call' }).click()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel('Wait (seconds)', { exact: true }).fill('-5')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => page.getByLabel('Wait (seconds)').getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page)
    await page.getByLabel('Wait (seconds)', { exact: true }).fill('60')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row').filter({ hasText: 'On call' }).getByText('after 1 min', { exact: true }).waitFor()
    const { id } = await stored('On call')
    await web.server.ask(`/api/subscription/${id}/test`, { method: 'POST' })
    expect(web.server.receiver.sent.at(-1)?.url).toBe(SLACK)
  })

  it('should be disabled and enabled at once', async () => {
    const page = await web.open('/subscriptions')
    const toggle = page.getByRole('switch', { name: 'On call enabled' })
    await toggle.click()
    await page.getByText('disabled').waitFor()
    await expect.poll(async () => (await stored('On call')).enabled).toBe(false)
    await toggle.click()
    await expect.poll(async () => (await stored('On call')).enabled).toBe(true)
  })

  it('should show the signing secret once, and make a new one', async () => {
    const page = await web.open('/subscriptions/new')
    await page.getByLabel('Name', { exact: true }).fill('Robot')
    await page.getByLabel('URL', { exact: true }).fill('https://robot.example.com/hook')
    await page.getByRole('button', { name: 'Create' }).click()
    const secret = page.getByRole('region', { name: 'the signing secret' })
    const first = await secret.textContent()
    expect(first).toMatch(/^whsec_/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Robot' }).click()
    await page.getByRole('button', { name: 'New secret…' }).click()
    await page.getByRole('button', { name: 'Make it' }).click()
    await secret.waitFor()
    expect(await secret.textContent()).not.toBe(first)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('whsec_').waitFor({ state: 'detached' })
  })

  it('should ask for what the format needs', async () => {
    const page = await web.open('/subscriptions/new')
    await page.getByLabel('Name', { exact: true }).fill('Pager')
    await page.getByLabel('Format', { exact: true }).selectOption('pagerduty')
    await page.getByRole('button', { name: 'Create' }).click()
    await expect.poll(() => page.getByLabel('Routing key').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Format', { exact: true }).selectOption('email')
    await page.getByLabel('Addresses', { exact: true }).fill('a@example.com, b@example.com')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('row').filter({ hasText: 'Pager' }).getByText('E-mail').waitFor()
    const { id } = await stored('Pager')
    await web.server.ask(`/api/subscription/${id}/test`, { method: 'POST' })
    expect(web.server.receiver.sent.at(-1)?.url).toBe('mailto:a@example.com,b@example.com')
  })

  it('should send a test, and show the answer of the receiver', async () => {
    const page = await web.open(await pathOf('Robot'))
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('The receiver has accepted the test, status 204').waitFor()
    const deliveries = page.getByRole('table', { name: 'Last deliveries' })
    await deliveries.getByText('delivered, status 204').waitFor()
    web.server.receiver.answer = { delivered: false, status: 410, error: 'gone', retryAfter: null, took: 3 }
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('The receiver has not accepted the test, status 410').waitFor()
    await deliveries.getByText('not delivered, status 410').waitFor()
    await expectAccessible(page)
  })

  it('should show what is not delivered yet, and why', async () => {
    web.server.receiver.answer = {
      delivered: false,
      status: 500,
      error: 'the receiver is away',
      retryAfter: null,
      took: 3,
    }
    await postAlert(web.server, { resource: 'db', event: 'Down', severity: 'critical' })
    await web.server.noticeImpact()
    await web.server.deliver(2)
    const page = await web.open(await pathOf('Robot'))
    const owed = page.getByRole('table', { name: 'Messages that are not delivered yet' })
    await expect
      .poll(async () => {
        await page.reload()
        await page.getByRole('region', { name: 'Not delivered yet', exact: true }).waitFor()
        return await owed.getByText('the receiver is away').count()
      })
      .toBe(1)
    await owed.getByRole('link', { name: 'shop' }).waitFor()
    await owed.getByText('critical').waitFor()
    await expectAccessible(page)
  })

  it('should preview what it would have told, and send nothing', async () => {
    const before = web.server.receiver.sent.length
    const page = await web.open('/subscriptions/new')
    const preview = page.getByRole('region', { name: 'Preview' })
    await page.getByLabel('Wait (seconds)', { exact: true }).fill('0')
    await page.getByLabel('Single alerts', { exact: true }).check()
    await preview.getByRole('button', { name: 'Preview' }).click()
    await preview.getByText(/^It would have sent \d+ messages?[.] Left out: single alerts/).waitFor()
    await preview.getByRole('table', { name: 'Messages' }).getByText('db · Down').first().waitFor()
    await expectAccessible(page)
    await page.getByLabel('Least severity', { exact: true }).selectOption('security')
    await preview.getByText('The form has changed since this preview.').waitFor()
    await preview.getByRole('button', { name: 'Preview' }).click()
    await preview.getByText('It would have sent nothing.').waitFor()
    expect(web.server.receiver.sent.length).toBe(before)
  })

  it('should warn of names that no service has, before it is saved and afterwards', async () => {
    const page = await web.open('/subscriptions/new')
    const preview = page.getByRole('region', { name: 'Preview' })
    await page.getByLabel('Name', { exact: true }).fill('Misspelt')
    await page.getByLabel('Format', { exact: true }).selectOption('slack')
    await page.getByLabel('Webhook URL', { exact: true }).fill(SLACK)
    await page.getByLabel('Name of a service', { exact: true }).fill('Shop')
    await page.keyboard.press('Enter')
    await preview.getByRole('button', { name: 'Preview' }).click()
    await preview.getByText('Unknown now: the service Shop.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('link', { name: 'Misspelt' }).click()
    await page.getByText('Unknown now: the service Shop.').waitFor()
    await expectAccessible(page)
  })

  it('should warn of a service whose owner it does not name, and say when it does not list all that is owed', async () => {
    const { id } = await stored('Misspelt')
    const json = { services: ['shop'], owners: ['Team Bank'] }
    await web.server.ask(`/api/subscription/${id}`, { method: 'PUT', json })
    const page = await web.open(`/subscriptions/${id}`)
    await page.getByText(/^No messages about shop, because the owner is another one[.]/).waitFor()
    const listed = await web.server.ask<object>(`/api/subscription/${id}`)
    const message = { kind: 'impact', id: 'shop', sequence: 1, from: null, to: 'critical', tries: 1, error: null }
    const owed = [{ ...message, trying: true, nextTry: '2026-01-01T00:00:00.000Z' }]
    const body = JSON.stringify({ ...listed, owed, owedTotal: 1_200 })
    await page.route(`**/api/subscription/${id}`, (route) => route.fulfill({ contentType: 'application/json', body }))
    await page.reload()
    await page.getByText('The 1 most severe of 1,200 are listed.').waitFor()
    await page.getByRole('cell', { name: 'is tried now' }).waitFor()
    await expectAccessible(page)
  })

  it('should be named on the pages of the services that they tell of', async () => {
    const page = await web.open('/services/shop')
    const telling = page.getByRole('region', { name: 'Subscriptions' })
    await telling.getByRole('link', { name: 'Robot' }).waitFor()
    expect(await telling.getByRole('link', { name: 'On call' }).count()).toBe(0)
    await expectAccessible(page)
    const made = await web.server.ask<{ key: string }>('/api/key', {
      json: { scopes: ['read:alerts', 'read:service_topologies', 'read:service_catalog'] },
    })
    const other = await web.open('/services/shop', { key: made.key })
    await other.getByRole('region', { name: 'State now' }).waitFor()
    // The region is there until the server has refused the request for its content.
    await other.getByRole('region', { name: 'Subscriptions' }).waitFor({ state: 'detached' })
  })

  it.each(['/subscriptions', '/subscriptions/new', 'Robot'])('should fit into a narrow window: %s', async (path) => {
    const at = path.startsWith('/') ? path : await pathOf(path)
    const page = await web.open(at, { viewport: { width: 400, height: 740 } })
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await waitUntilShown(page)
    expect(await page.evaluate(() => document.getElementById('content')?.scrollWidth)).toBeLessThanOrEqual(400)
    await expectAccessible(page)
  })

  it('should be deleted after a confirmation', async () => {
    const page = await web.open('/subscriptions')
    await page.getByRole('button', { name: 'Delete Pager' }).click()
    await page.getByText('not even that something is over').waitFor()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await page.getByRole('row').filter({ hasText: 'Pager' }).waitFor({ state: 'detached' })
    await expect.poll(async () => (await all()).map(({ name }) => name)).not.toContain('Pager')
  })

  async function all(): Promise<readonly Stored[]> {
    return (await web.server.ask<{ subscriptions: readonly Stored[] }>('/api/subscription')).subscriptions
  }

  async function stored(name: string): Promise<Stored> {
    const found = (await all()).find((each) => each.name === name)
    if (found === undefined) throw new Error(`there is no subscription ${name}`)
    return found
  }

  async function pathOf(name: string): Promise<string> {
    return `/subscriptions/${(await stored(name)).id}`
  }
})

// Helpers

/** Waits until a page has loaded what it shows. */
async function waitUntilShown(page: Page): Promise<void> {
  await expect.poll(() => page.getByText(/^Waiting for/).count()).toBe(0)
}
