import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { waitForDrawing } from './harness/editor.js'
import { postAlert } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'

const TOPOLOGIES = 20
const NODES = 5_000
const ENVIRONMENTS = 10
const ALERTS = 100
/** The minute for which the tab is watched, as steps of five seconds. */
const STEPS = Array.from({ length: 12 }, () => 5)
/**
 * The maximum that an idle page may receive in a minute, in KiB. Such a page only sends requests that it repeats at
 * intervals, and receives only the headers of answers without a body.
 */
const KIBIBYTES = 64

describeInBrowser('an idle tab of large topologies', () => {
  const web = useConsole()
  let id = ''

  beforeAll(async () => {
    for (let at = 0; at < TOPOLOGIES; at++)
      id = (await web.server.ask<{ id: string }>('/api/service_topology', { json: largeTopology(at) })).id
    for (let at = 0; at < ALERTS; at++)
      await postAlert(web.server, { ...{ resource: `app-${at}`, event: 'Down', severity: 'minor' }, service: ['s-0'] })
  })

  it.each([
    ['the list of topologies', '/topologies'],
    ['the page of a topology', '/topologies/ID'],
    ['the alerts', '/alerts'],
    ['the services', '/services'],
    ['a service', '/services/s-0'],
    ['the relations', '/resources'],
    ['the webhooks', '/webhooks', 4],
    ['the maintenance windows', '/maintenance'],
  ] as const)(
    'should ask nothing while nothing changes, except for what no event tells: %s',
    async (_what, path, polls?: number) => {
      const page = await web.open('/keys', { clock: true })
      const traffic = await watchTraffic(page)
      await page.goto(`${web.server.url}/#${path.replace('ID', id)}`)
      if (path.endsWith('ID')) await waitForDrawing(page)
      await page.getByText('live', { exact: true }).waitFor()
      // The page reads again what may have changed before its stream was open, at most once a second, and once more
      // what it was reading at that time.
      await traffic.settled()
      for (let known = -1; traffic.asked.length > known; ) {
        known = traffic.asked.length
        await page.clock.runFor(2_000)
        await traffic.settled()
      }
      const painted = await watchPainting(page)
      const before = { asked: traffic.asked.length, received: traffic.received() }
      for (const seconds of STEPS) {
        web.server.events.comment()
        await page.clock.runFor(seconds * 1_000)
        await traffic.settled()
      }
      const asked = traffic.asked.slice(before.asked)
      const received = traffic.received() - before.received
      // The clock of the page also runs by itself, so there may be more requests than the test expects.
      expect(asked.length).toBeGreaterThanOrEqual(polls ?? 0)
      expect(asked.length, asked.join()).toBeLessThanOrEqual((polls ?? 0) * 2)
      // Each answer has headers. If less were received, the bytes would not be counted correctly.
      expect(received).toBeGreaterThanOrEqual(asked.length * 500)
      expect(received).toBeLessThan(KIBIBYTES * 1024)
      expect(await painted()).toBe(0)
    },
  )
})

// Helpers

function largeTopology(at: number) {
  const own = (name: string) => `${name}-${at}`
  const environments = Array.from({ length: ENVIRONMENTS }, (_, of) => own(`environment-${of}`))
  const resources = Array.from({ length: NODES - ENVIRONMENTS - 1 }, (_, of) => own(`app-${of}`))
  return {
    ...{ name: `Large ${at}`, service: `s-${at}`, description: '' },
    nodes: [
      { id: own('service'), kind: 'service', label: `s-${at}` },
      ...environments.map((id) => ({ id, kind: 'environment', label: id })),
      ...resources.map((id) => ({ id, kind: 'resource', label: id })),
    ],
    edges: [
      ...environments.map((target) => ({ source: own('service'), target })),
      ...resources.map((target, of) => ({ source: environments[of % ENVIRONMENTS], target })),
    ],
  }
}

/** Counts the bytes that a page receives, as they are on the network. */
async function watchTraffic(page: Page) {
  const network = await page.context().newCDPSession(page)
  const asked: string[] = []
  const pending = new Set<string>()
  let received = 0
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.includes('/api/') || request.url.endsWith('/api/events')) return
    asked.push(request.url)
    pending.add(requestId)
  })
  network.on('Network.loadingFailed', ({ requestId }) => pending.delete(requestId))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    pending.delete(requestId)
    received += encodedDataLength
  })
  await network.send('Network.enable')
  return {
    /** The addresses of all requests to the API. */
    asked,
    received: () => received,
    /** Waits until every request is answered. */
    settled: async () => {
      let before = -1
      await expect
        .poll(
          () => {
            const isQuiet = pending.size === 0 && asked.length === before
            before = asked.length
            return isQuiet
          },
          { interval: 50, timeout: 30_000 },
        )
        .toBe(true)
    },
  }
}

/**
 * Counts how often a page changes, except for the ages that it shows. Painting counts: it sets attributes of a canvas.
 */
async function watchPainting(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { painted: number }
    counted.painted = 0
    const isAge = ({ target }: MutationRecord) => /ago$|^just now$/.test(target.parentElement?.textContent ?? '')
    const observer = new MutationObserver((changes) => {
      counted.painted += changes.filter((change) => !isAge(change)).length
    })
    const main = document.querySelector('main')
    if (main !== null) observer.observe(main, { subtree: true, childList: true, characterData: true, attributes: true })
  })
  return async () => await page.evaluate(() => (window as unknown as { painted: number }).painted)
}
