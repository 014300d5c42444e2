import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createOpsgraph } from '@opsgraph/core'
import { createApp, createLogger, listen } from '@opsgraph/http'
import { openChromium } from './chromium.mjs'
import { CALLER, onStage } from './stage.mjs'
import { drawTopology, FIRST_RESOURCE, findEnvironment, nameResource } from './topology.mjs'

const FOLDER = fileURLToPath(new URL('../../packages/web/dist', import.meta.url))
const RECORDER = fileURLToPath(new URL('../web/record.js', import.meta.url))
const KEY = 'the-key-of-the-bench'
const SEVERITIES = /** @type {const} */ (['critical', 'major', 'minor', 'warning'])

/**
 * Opens the built console in a browser and runs `work`. The server has one topology, with alerts on its nodes.
 *
 * @param {{ nodes: number, edges: number, alerts: number }} sizes
 * @param {(stage: { id: string, open(path: string): Promise<import('playwright-core').Page> }) => Promise<void>} work
 */
export async function onConsole({ nodes, edges, alerts }, work) {
  if (!existsSync(FOLDER)) throw new Error('the console is not built: run pnpm build')
  await onStage('console', async ({ store }) => {
    const opsgraph = createOpsgraph({ store, adminKey: KEY })
    const graph = drawTopology(nodes, edges)
    // The nodes are sent without positions, so that the server lays them out.
    const drawn = graph.nodes.map(({ position, ...node }) => node)
    const topology = {
      name: 'Large',
      description: 'A topology of the maximum size',
      service: 'svc',
      nodes: drawn,
      edges: graph.edges,
    }
    const { id } = await opsgraph.createTopology(CALLER, topology)
    for (let number = 0; number < alerts; number++) {
      const resource = FIRST_RESOURCE + number * 11
      await opsgraph.receiveAlert(CALLER, {
        environment: findEnvironment(resource),
        resource: nameResource(resource),
        event: 'Down',
        severity: SEVERITIES[number % SEVERITIES.length],
        service: ['svc'],
      })
    }
    const app = createApp({ opsgraph, baseUrl: '', logger: createLogger('silent'), webConsole: FOLDER })
    const listener = await listen(app, { host: '127.0.0.1', port: 0 })
    const browser = await openChromium()
    try {
      await work({ id, open: (path) => open(browser, `${listener.url}/#${path}`) })
    } finally {
      await browser.close()
      await listener.close(1_000)
    }
  })
}

/** @param {import('playwright-core').Browser} browser @param {string} url */
async function open(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addInitScript(`sessionStorage.setItem('opsgraph.key', '${KEY}')`)
  await context.addInitScript({ path: RECORDER })
  const page = await context.newPage()
  await page.goto(url)
  return page
}
