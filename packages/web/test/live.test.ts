import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { KEY } from './harness/console-server.js'
import { expectAccessible } from './harness/expect-accessible.js'
import { postAlert } from './harness/shop.js'
import { describeInBrowser, readClock, useConsole } from './harness/use-console.js'
import { watchRequests } from './harness/watch-requests.js'

const SOON = { timeout: 15_000 }

describeInBrowser('live pages', () => {
  const web = useConsole()

  beforeAll(async () => {
    await postAlert(web.server, { resource: 'database', event: 'Slow', severity: 'minor' })
  })

  afterEach(() => {
    web.server.events.refuse = undefined
  })

  it('should show a change without being asked, and say that they are live', async () => {
    const page = await web.open('/alerts')
    await waitUntilLive(page)
    await postAlert(web.server, { resource: 'web', event: 'Down', severity: 'minor' })
    await page.getByRole('link', { name: 'Down on web' }).waitFor()
    await expectAccessible(page)
  })

  it('should not ask while nothing changes', async () => {
    const page = await web.open('/services', { clock: true })
    const { asked, settled } = watchRequests(page)
    await waitUntilLive(page)
    await settled()
    await page.clock.runFor(5_000)
    await settled()
    asked.length = 0
    for (let second = 0; second < 30; second += 5) {
      web.server.events.comment()
      await page.clock.runFor(5_000)
    }
    await settled()
    expect(asked).toEqual([])
  })

  it('should share one stream between all tabs with the same key, also after the tab with the stream is closed', async () => {
    const first = await web.open('/alerts')
    await waitUntilLive(first)
    const second = await openBeside(first, '/alerts')
    await waitUntilLive(second)
    await expect.poll(() => web.server.events.count).toBe(1)
    await postAlert(web.server, { resource: 'one', event: 'Shared', severity: 'minor' })
    for (const page of [first, second]) await page.getByRole('link', { name: 'Shared on one' }).waitFor()
    const { asked } = web.server.events
    await first.close()
    await expect.poll(() => web.server.events.asked, SOON).toBe(asked + 1)
    await waitUntilLive(second)
    await postAlert(web.server, { resource: 'two', event: 'Taken', severity: 'minor' })
    await second.getByRole('link', { name: 'Taken on two' }).waitFor()
    await expect.poll(() => web.server.events.count).toBe(1)
  })

  it('should not share a stream between tabs with different keys, and tell no other tab the key', async () => {
    const first = await web.open('/alerts')
    await waitUntilLive(first)
    await first.evaluate(listenIn)
    const made = await web.server.ask<{ key: string }>('/api/key', { json: { scopes: ['read'] } })
    const second = await openBeside(first, '/alerts', made.key)
    await waitUntilLive(second)
    await expect.poll(() => web.server.events.count).toBe(2)
    const names = await first.evaluate(async () => JSON.stringify(await navigator.locks.query()))
    expect(names).not.toContain(KEY)
    expect(names).not.toContain(made.key)
    await postAlert(web.server, { resource: 'said', event: 'Down', severity: 'minor' })
    await first.getByRole('link', { name: 'Down on said' }).waitFor()
    const said = await first.evaluate(() => (window as unknown as { said: string[] }).said.join())
    expect(said).toContain('alert')
    expect(said).not.toContain(KEY)
  })

  it('should say that live updates are interrupted, read anew at each attempt, and be live again', async () => {
    const page = await web.open('/alerts', { clock: true })
    await waitUntilLive(page)
    web.server.events.refuse = (_request, response) => response.writeHead(503).end()
    web.server.events.breakAll()
    await page.getByText('live updates are interrupted', { exact: true }).waitFor()
    await page.getByRole('status').getByText('Live updates are interrupted.').waitFor({ state: 'attached' })
    await expectAccessible(page)
    const read = page.waitForRequest('**/api/alerts?*')
    await page.clock.fastForward(5_000)
    await read
    web.server.events.refuse = undefined
    // Skip the pause before the next attempt only once: the page would give up an attempt after 40 seconds of its clock.
    await page.clock.fastForward(30_000)
    await waitUntilLive(page)
    await postAlert(web.server, { resource: 'back', event: 'Again', severity: 'minor' })
    await page.getByRole('link', { name: 'Again on back' }).waitFor()
  })

  it.each([
    ['has no stream', 404, 'application/json', '{"status":"error","code":404,"message":"not found"}'],
    ['answers a page', 200, 'text/html', '<p>Welcome</p>'],
  ])('should read anew every 30 s if a proxy or an older server %s', async (_what, status, type, body) => {
    web.server.events.refuse = (_request, response) => response.writeHead(status, { 'Content-Type': type }).end(body)
    const page = await web.open('/alerts', { clock: true })
    const requests = watchRequests(page)
    // The network does not follow the clock of the page: without a pause, the page would give up requests after ten
    // seconds of its clock, or receive the answers of several minutes at once.
    const runFor = async (milliseconds: number) => {
      await page.clock.runFor(milliseconds)
      await page.evaluate(async () => await (await fetch('/healthz')).text())
      await requests.answered()
    }
    await page.getByText('live updates are interrupted', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Slow on database' }).waitFor()
    // Now the pauses between the attempts become longer, up to 30 seconds.
    for (let at = 0; at < 8; at++) await runFor(10_000)
    const began = await readClock(page)
    const { asked } = web.server.events
    requests.asked.length = 0
    for (let at = 0; at < 12; at++) await runFor(10_000)
    const attempts = web.server.events.asked - asked
    expect(attempts).toBeGreaterThanOrEqual(3)
    // Between two attempts is a pause of at least 22.5 seconds. The clock of the page also runs by itself.
    expect(attempts).toBeLessThanOrEqual(((await readClock(page)) - began) / 22_500 + 1)
    const reads = requests.asked.filter((url) => url.includes('/api/alerts?')).length
    expect(reads).toBeGreaterThanOrEqual(3)
    // The clock of the page also runs by itself, between the lines of this test.
    expect(reads).toBeLessThanOrEqual(attempts + 2)
  })

  it('should say so if the key may not read events', async () => {
    web.server.events.refuse = (_request, response) => {
      response.writeHead(403, { 'Content-Type': 'application/json' }).end('{"message":"forbidden"}')
    }
    const page = await web.open('/alerts')
    await page.getByText('not live').waitFor()
    await expectAccessible(page)
  })

  it('should send at most one request a second, however many events there are', async () => {
    const page = await web.open('/alerts')
    const { settled } = watchRequests(page)
    await waitUntilLive(page)
    await settled()
    await page.evaluate(() => performance.clearResourceTimings())
    for (let at = 0; at < 2_000; at++) web.server.events.send({ kind: 'alert', id: `a-${at}` })
    await postAlert(web.server, { resource: 'storm', event: 'Last', severity: 'minor' })
    await page.getByRole('link', { name: 'Last on storm' }).waitFor()
    await settled()
    // The times of the browser: a busy machine may tell this process of several requests at once.
    const times = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap((each) => (each.name.includes('/api/alerts?') ? each.startTime : [])),
    )
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000
    expect(times.length).toBeGreaterThan(0)
    expect(times.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  })

  it('should have a stream of its own while it is visible, where the browser does not let tabs share one', async () => {
    const page = await web.open('/alerts', { plain: true })
    await waitUntilLive(page)
    expect(await page.evaluate(() => 'locks' in navigator)).toBe(false)
    await setVisibility(page, 'hidden')
    await expect.poll(() => web.server.events.count).toBe(0)
    await postAlert(web.server, { resource: 'hidden', event: 'Down', severity: 'minor' })
    await setVisibility(page, 'visible')
    await page.getByRole('link', { name: 'Down on hidden' }).waitFor()
    expect(web.server.events.count).toBe(1)
  })

  it('should open no stream before signing in, and none after signing out', async () => {
    const { asked } = web.server.events
    const page = await web.open('/', { key: null })
    await page.getByLabel('API key').fill(KEY)
    expect(web.server.events.asked).toBe(asked)
    await page.keyboard.press('Enter')
    await expect.poll(() => web.server.events.count).toBe(1)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API key').waitFor()
    await expect.poll(() => web.server.events.count).toBe(0)
  })
})

// Helpers

async function waitUntilLive(page: Page): Promise<void> {
  await page.getByText('live', { exact: true }).waitFor()
}

/** Opens another tab of the same browser. */
async function openBeside(page: Page, path: string, key = KEY): Promise<Page> {
  const another = await page.context().newPage()
  await another.addInitScript((stored) => window.sessionStorage.setItem('opsgraph.key', stored), key)
  await another.goto(`${new URL(page.url()).origin}/#${path}`)
  return another
}

/** Records all messages between the tabs. This function runs in the browser. */
function listenIn(): void {
  const heard: string[] = []
  const post = BroadcastChannel.prototype.postMessage
  BroadcastChannel.prototype.postMessage = function (message: unknown) {
    heard.push(this.name, JSON.stringify(message))
    post.call(this, message)
  }
  Object.assign(window, { said: heard })
}

/** Makes a page hidden or visible, as if the user went to another tab. */
async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)
}
