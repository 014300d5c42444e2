/**
 * Takes the pictures that docs/console.md shows. First run `pnpm build`, then
 * `node packages/web/scripts/take-pictures.mjs [FOLDER [WIDTH]]`. Look at the pictures before you commit them.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { loadDemo } from '../../../examples/otel-demo/load.mjs'
import { fillForPictures } from './fill-for-pictures.mjs'

/** @import { Page } from 'playwright-core' */
/**
 * @typedef {{ readonly name: string, readonly path: string, readonly key?: null, act?(page: Page): Promise<void> }}
 * Picture A picture to take: its file name, and its path in the console. `key: null` = without signing in. `act` is
 * done on the page before the picture is taken.
 */

const [folder = fileURLToPath(new URL('../../../docs/pictures', import.meta.url)), width = '1280'] =
  process.argv.slice(2)
const SERVER = fileURLToPath(new URL('../../cli/dist/opsgraph.js', import.meta.url))
const PAYLOAD = fileURLToPath(new URL('../../../examples/webhooks/grafana/payload.json', import.meta.url))
const INVENTORY = fileURLToPath(new URL('../../../examples/cmdb/inventory.csv', import.meta.url))
const KEY = 'key-of-the-pictures'
const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium'

/**
 * The pictures of a server that has only the demo, as after `npm start`.
 *
 * @type {readonly Picture[]}
 */
const OF_THE_DEMO = [
  { name: 'services', path: '/services' },
  { name: 'alert', path: '/services', act: openDisk },
]

const data = await mkdtemp(join(tmpdir(), 'opsgraph-pictures-'))
const { url, stop } = await startServer(data)
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
try {
  const { topologyId } = await loadDemo({ url, key: KEY })
  await takeAll(OF_THE_DEMO)
  await fillForPictures({ url, key: KEY })
  await takeAll(pictures(topologyId))
} finally {
  await browser.close()
  await stop()
  await rm(data, { recursive: true })
}

/** @param {string} topology its id @returns {readonly Picture[]} */
function pictures(topology) {
  return [
    { name: 'sign-in', path: '/', key: null },
    { name: 'alerts', path: '/alerts', act: chooseTwo },
    { name: 'topologies', path: '/topologies', act: (page) => page.getByText('no active alerts').waitFor() },
    { name: 'topology', path: `/topologies/${topology}` },
    { name: 'node', path: `/topologies/${topology}`, act: (page) => press(page, 'Show astronomy-db') },
    { name: 'editor', path: `/topologies/${topology}/edit`, act: suggest },
    { name: 'resources', path: '/resources?resource=node-2&environment=Production' },
    { name: 'relations', path: '/resources' },
    { name: 'import', path: '/import', act: planInventory },
    { name: 'changes', path: '/import', act: listChanges },
    { name: 'webhooks', path: '/webhooks' },
    { name: 'webhook', path: '/webhooks/grafana?tab=configuration', act: explain },
    { name: 'deliveries', path: '/webhooks/grafana' },
    { name: 'policies', path: '/policies' },
    { name: 'alert-policy', path: '/policies/alert/new', act: translateSeverities },
    { name: 'policy', path: '/policies/weight/new', act: matchDatabase },
    { name: 'maintenance', path: '/maintenance', act: (page) => page.getByText('holds').waitFor() },
    { name: 'window', path: '/maintenance/new', act: repeatWeekly },
    { name: 'catalog', path: '/catalog' },
    { name: 'impact', path: '/catalog/billing', act: counted },
    { name: 'audit', path: '/audit' },
    { name: 'keys', path: '/keys' },
  ]
}

/** @param {readonly Picture[]} all */
async function takeAll(all) {
  for (const picture of all) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) await take(picture, colorScheme)
  }
}

/** @param {Picture} picture @param {'light' | 'dark'} colorScheme */
async function take({ name, path, key, act }, colorScheme) {
  const viewport = { width: Number(width), height: 800 }
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
  if (key !== null) await context.addInitScript(`sessionStorage.setItem('opsgraph.key', '${KEY}')`)
  const page = await context.newPage()
  await page.goto(`${url}/#${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await act?.(page)
  await settled(page)
  await page.screenshot({ path: join(folder, `console-${name}-${colorScheme}.png`) })
  await context.close()
}

/** Waits until nothing is loading and the drawing is sharp. @param {Page} page */
async function settled(page) {
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  await page.getByText(/^Waiting for /).waitFor({ state: 'detached' })
  if ((await page.locator('canvas').count()) > 0) await page.locator('canvas[data-picture=sharp]').waitFor()
}

/** @param {Page} page @param {string} name */
async function press(page, name) {
  await page.getByRole('button', { name }).first().click()
}

/** @param {Page} page */
async function openDisk(page) {
  await page.getByRole('link', { name: 'disk-sdb · DiskFailing' }).click()
  await page.getByRole('heading', { name: 'Explains (4)' }).waitFor()
}

/** @param {Page} page */
async function suggest(page) {
  await page.getByRole('tab', { name: 'Suggestions' }).click()
  await press(page, 'Suggest nodes')
  await page.getByRole('button', { name: /^Accept all/ }).waitFor()
}

/** @param {Page} page */
async function planInventory(page) {
  await page.locator('input[type=file]').setInputFiles(INVENTORY)
  await press(page, 'Show the plan')
  await page.getByRole('region', { name: 'Plan' }).waitFor()
}

/** @param {Page} page */
async function listChanges(page) {
  await planInventory(page)
  const list = page.getByRole('region', { name: 'List of changes' })
  await list.locator('details:not([open]) > summary').first().click()
  await list.evaluate((element) => element.scrollIntoView())
}

/** @param {Page} page */
async function explain(page) {
  await page.getByLabel('Payload', { exact: true }).fill(readFileSync(PAYLOAD, 'utf8'))
  await page
    .getByText(/^\d+ alerts?/)
    .first()
    .waitFor()
}

/** @param {Page} page */
async function matchDatabase(page) {
  await page.getByLabel('Name', { exact: true }).fill('Databases first')
  await page.getByLabel('Weight', { exact: true }).fill('10')
  await press(page, 'Add a clause')
  await page.getByLabel('Field').fill('resource')
  await page.getByLabel('Operator').selectOption('~')
  await page.getByLabel('Value').fill('db|disk')
  await counted(page)
}

/** @param {Page} page */
async function translateSeverities(page) {
  await page.getByLabel('Name', { exact: true }).fill('Words of Grafana')
  await page.getByLabel('Alerts of').selectOption('grafana')
  await press(page, 'Add an action')
  await page.getByLabel('Value', { exact: true }).fill('critical')
  await page.getByLabel('becomes').first().fill('major')
  await page.getByText(/ match: /).waitFor()
  await page.getByText('critical → major').first().waitFor()
}

/** @param {Page} page */
async function repeatWeekly(page) {
  await page.getByLabel('Name', { exact: true }).fill('Updates of the databases')
  await page.getByLabel('Start').fill('2031-01-05T02:00')
  await page.getByLabel('End').fill('2031-01-05T04:00')
  await page.getByLabel('Time zone').fill('Europe/Berlin')
  await page.getByLabel('Repeats').selectOption('weekly')
  await counted(page)
}

/** @param {Page} page */
async function chooseTwo(page) {
  for (const place of [1, 2]) await page.getByRole('row').nth(place).getByRole('checkbox').check()
}

/** @param {Page} page */
async function counted(page) {
  await page.getByRole('region', { name: 'Current alerts' }).getByText(/ of /).first().waitFor()
}

/** @param {string} dataDir */
async function startServer(dataDir) {
  const args = [SERVER, 'serve', '--port', '0', '--store', 'embedded', '--data-dir', dataDir]
  const env = { ...process.env, ADMIN_KEY: KEY, SECRET_KEY: 'secret-key-of-the-pictures', LOG_LEVEL: 'warn' }
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => server.on('close', resolve))
  for await (const line of createInterface({ input: server.stdout })) {
    const listening = /^opsgraph listening on (\S+)$/.exec(line)?.[1]
    if (listening === undefined) continue
    const end = async () => {
      server.kill('SIGTERM')
      await ended
    }
    return { url: listening, stop: end }
  }
  throw new Error('the server did not start; is everything built (pnpm build)?')
}
