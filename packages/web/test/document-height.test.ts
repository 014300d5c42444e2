import { beforeAll, expect, it } from 'vitest'
import { AREAS } from '../src/shell/areas.js'
import { CHECKS } from './harness/checks.js'
import type { Asked } from './harness/console-server.js'
import { SHOP } from './harness/shop.js'
import { describeInBrowser, useConsole } from './harness/use-console.js'
import { watchRequests } from './harness/watch-requests.js'

/** The height of the window in pixels, which is less than the height of the navigation. */
const HEIGHT = 300
/** The number of entries of each list. */
const MANY = 25

describeInBrowser('every page', () => {
  const web = useConsole()

  let paths: readonly string[] = []
  beforeAll(async () => {
    paths = await storeAndListPaths(web.server)
  })

  it.each([1280, 390])(
    'should be as high as a window that is %d pixels wide: only its content scrolls',
    async (width) => {
      expect(paths.length).toBe(AREAS.flatMap(({ pages }) => Object.keys(pages)).length)
      const page = await web.open(`/${paths.at(-1)}`, { viewport: { width, height: HEIGHT } })
      const { answered } = watchRequests(page)
      const high: unknown[] = []
      for (const path of paths) {
        // The previous page stays until the browser has loaded the next one.
        await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-previous', ''))
        await page.goto(`${web.server.url}/#/${path}`)
        await page.locator('h1:not([data-previous])').first().waitFor()
        await expect.poll(() => page.getByText(/^Waiting for/).count()).toBe(0)
        await answered()
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        if (height > HEIGHT) high.push({ path, height })
      }
      expect(high).toEqual([])
    },
  )
})

// Helpers

/** Stores so many objects that lists are longer than the window. Returns the address of every page of the console. */
async function storeAndListPaths(server: Asked): Promise<readonly string[]> {
  const ids = await storeObjects(server)
  return AREAS.flatMap(({ path, pages }) =>
    Object.keys(pages).map((page) => {
      const below = page.replace(':kind', 'weight').replace(/:\w+/, ids[path] ?? '')
      return `${path}/${below}`.replace(/\/$/, '')
    }),
  )
}

/** Stores objects of every area. Returns, for each area whose pages need one, the id of an object. */
async function storeObjects(server: Asked): Promise<Readonly<Record<string, string>>> {
  const ask = (path: string, json: object, method = 'POST') =>
    server.ask<Readonly<Record<string, { readonly id: string }>>>(path, { json, method })
  const window = { startTime: '2030-01-01', endTime: '2030-01-02', filters: { clauses: [] } }
  let ids = {}
  for (let at = 0; at < MANY; at++) {
    const name = `name-${at}`
    const { alert } = await ask('/api/alert', { resource: name, event: 'Down', environment: 'P', severity: 'major' })
    const { topology } = await ask('/api/service_topology', { ...SHOP, name, service: name })
    await ask('/api/resources/relations', { resource: name, parent: 'hub' })
    const { config } = await ask('/api/webhook_config', { ...CHECKS, id: name, name })
    const { policy } = await ask('/api/service_topology_policy', { name, description: '' })
    const { window: created } = await ask('/api/maintenance', { ...window, name })
    await ask(`/api/service_catalog/${name}`, { description: '' }, 'PUT')
    await ask('/api/key', { text: name, scopes: ['read'] })
    const entries = { alerts: alert, topologies: topology, webhooks: config, policies: policy, maintenance: created }
    ids = Object.fromEntries(Object.entries(entries).map(([area, entry]) => [area, entry?.id]))
    ids = { ...ids, catalog: name, services: name }
  }
  return ids
}
