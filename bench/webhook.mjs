import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printVerdict } from './lib/alternate.mjs'
import { startApp } from './lib/app-process.mjs'
import { emit } from './lib/emit.mjs'
import { compact, median } from './lib/figures.mjs'
import { startPlain } from './lib/plain-process.mjs'
import { recordStatements } from './lib/recorder.mjs'
import { onServer, openStage } from './lib/stage.mjs'

/** @import { Load, Measured } from './lib/webhook-load.mjs' */

const SECRET = 'the-secret-of-the-webhook'
const CONNECTIONS = 64
const ROUNDS = Number(process.env.WEBHOOK_ROUNDS ?? 5)
const SECONDS = Number(process.env.WEBHOOK_SECONDS ?? 6)
/**
 * The bounds of the figures:
 *
 * - `rate`: the minimum for the requests per second of opsgraph, divided by the requests per second of the minimal
 *   server
 * - `spread`: the maximum for the 99th percentile of the latency, divided by the median latency
 * - `manySeconds`: the maximum number of seconds for one payload with 5,000 alerts
 */
const BOUND = { rate: 0.7, spread: 4, manySeconds: 1 }

const MAPPING = {
  fieldMappings: {
    resource: 'host.name',
    event: 'check.name',
    severity: 'severity',
    text: 'message',
    attributes: { labels: 'labels' },
  },
  defaultValues: { environment: 'Production', type: 'webhook' },
}

emit('\n## Webhooks: deliveries over HTTP into PostgreSQL')
await onServer(async (server) => {
  const plain = await startPlain('plain-webhook.mjs', await server.createDatabase('plain'), SECRET)
  const app = await startApp(await server.createDatabase('webhook'))
  const folder = await mkdtemp(join(tmpdir(), 'opsgraph-bench-'))
  const logging = await startApp(await server.createDatabase('logging'), join(folder, 'log'))
  const sides = [
    { name: 'Express 5, HMAC, JSON.parse, one INSERT', url: plain.url, runs: /** @type {Measured[]} */ ([]) },
    { name: 'opsgraph', url: await createHook(app), runs: /** @type {Measured[]} */ ([]) },
    { name: 'opsgraph, logging at `info`', url: await createHook(logging), runs: /** @type {Measured[]} */ ([]) },
  ]
  for (let round = -1; round < ROUNDS; round++) {
    for (const side of sides) {
      const load = { secret: SECRET, connections: CONNECTIONS, seconds: round < 0 ? 2 : SECONDS, run: `r${round}` }
      const measured = await measure({ ...load, url: side.url })
      if (round >= 0) side.runs.push(measured)
    }
  }
  await plain.stop()
  await app.stop()
  await logging.stop()
  await rm(folder, { recursive: true })
  printSides(sides)
  await measureMany(server)
})

/** @param {readonly { name: string, runs: readonly Measured[] }[]} sides */
function printSides(sides) {
  emit(`\n2 KB, HMAC, one new alert each, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s in turn\n`)
  emit(
    '| server | requests/s | min-max | / first | p50 ms | p99 ms | p99 / p50 | failed |\n|---|---|---|---|---|---|---|---|',
  )
  const rates = sides.map(({ runs }) => median(runs.map(({ rate }) => rate)))
  for (const [index, { name, runs }] of sides.entries()) {
    const own = runs.map(({ rate }) => rate)
    const [p50, p99] = [median(runs.map((run) => run.p50)), median(runs.map((run) => run.p99))]
    const ratio = ((rates[index] ?? 0) / (rates[0] ?? 1)).toFixed(2)
    const span = `${compact(Math.min(...own))}-${compact(Math.max(...own))}`
    const failed = runs.reduce((sum, run) => sum + run.failed, 0)
    emit(
      `| ${name} | ${compact(rates[index] ?? 0)} | ${span} | ${ratio}x | ${compact(p50)} | ${compact(p99)} | ${(p99 / p50).toFixed(1)} | ${failed} |`,
    )
  }
  emit('')
  const spreads = (sides[1]?.runs ?? []).map(({ p50, p99 }) => p99 / p50)
  printVerdict('the plain server to opsgraph', (rates[0] ?? 0) / (rates[1] ?? 1), Number((1 / BOUND.rate).toFixed(2)))
  printVerdict('p99 to p50 of opsgraph', median(spreads), BOUND.spread)
}

/**
 * Measures single deliveries that contain up to 5,000 alerts.
 *
 * @param {import('./lib/server.mjs').Server} server
 */
async function measureMany(server) {
  emit('\n### One payload, many alerts\n')
  const stage = await openStage(await server.createDatabase('many'))
  const config = {
    id: 'many',
    enabled: true,
    fieldMappings: {
      resource: { path: 'hosts[]', expand: true },
      event: 'check',
      severity: 'severity',
      text: 'message',
    },
    defaultValues: { environment: 'Production', type: 'webhook' },
  }
  const caller = { user: 'bench', scopes: /** @type {const} */ (['admin']), requestId: null }
  await stage.opsgraph.createWebhook(caller, config)
  for (const count of [1, 1_000, 5_000]) {
    /** @type {number[]} */
    const times = []
    let statements = 0
    for (let run = 0; run < 7; run++) {
      const hosts = Array.from({ length: count }, (_, index) => `host-${count}-${run}-${index}`)
      const body = Buffer.from(JSON.stringify({ hosts, check: 'down', severity: 'major', message: 'it is down' }))
      const delivery = { webhookId: 'many', rawHeaders: [], body, sizeBytes: body.length }
      const start = performance.now()
      statements = (await recordStatements(() => stage.opsgraph.receiveDelivery(delivery))).length
      times.push(performance.now() - start)
    }
    emit(
      `- ${count} alerts: ${statements} statements, ${compact(median(times))} ms (${compact(Math.min(...times))}-${compact(Math.max(...times))})`,
    )
    if (count === 5_000) printVerdict('5,000 alerts of one payload', median(times) / 1_000, BOUND.manySeconds, ' s')
  }
  await stage.close()
}

/** @param {import('./lib/app-process.mjs').AppProcess} app */
async function createHook(app) {
  const auth = { authMode: 'header', authHeaderScheme: 'generic', authHeaderName: 'X-Hub-Signature-256' }
  const config = { id: 'hook', enabled: true, ...MAPPING, ...auth, authSecret: SECRET }
  const created = await app.send('POST', '/api/webhook_config', JSON.stringify(config))
  return /** @type {string} */ (JSON.parse(created.text()).webhook_url)
}

/**
 * @param {Load} load
 * @returns {Promise<Measured>}
 */
async function measure(load) {
  const child = fork(fileURLToPath(new URL('lib/webhook-load.mjs', import.meta.url)))
  child.send(load)
  const [measured] = await once(child, 'message')
  return measured
}
