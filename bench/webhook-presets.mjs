import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { SCHEMES, signDelivery, signingKey, WEBHOOK_PRESETS } from '@opsgraph/core/pure'
import pg from 'pg'
import { compareVariants } from './lib/alternate.mjs'
import { startApp } from './lib/app-process.mjs'
import { emit } from './lib/emit.mjs'
import { onServer } from './lib/stage.mjs'

/** @import { AppProcess } from './lib/app-process.mjs' */

/**
 * A signed delivery of a tool.
 *
 * @typedef {object} Delivery
 * @property {string} webhook the id of the webhook, which is the id of the preset
 * @property {Record<string, string>} headers
 * @property {Buffer} body
 *
 * @typedef {{ kind: string, payload?: unknown, body?: string }} Sample
 */

const SAMPLES = new URL('../packages/core/src/webhook/preset/tool/', import.meta.url)
const SECRET = 'the-secret-of-the-webhook'
const CONNECTIONS = 16
/** The number of times that one measured run sends each delivery. */
const REPEATS = 20
const BOUND = 1.15

emit('\n## Webhooks: the deliveries of many tools, with and without the policies of their presets')
await onServer(async (server) => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const withPolicies = await openSide(await server.createDatabase('with_policies'), agent, createHooks)
  const withoutPolicies = await openSide(await server.createDatabase('without_policies'), agent, createBareHooks)
  const all = readDeliveries()
  const compared = await selectSameWork(all, withPolicies, withoutPolicies)
  const tools = new Set(compared.map(({ webhook }) => webhook)).size
  const policies = WEBHOOK_PRESETS.reduce((sum, preset) => sum + preset.policies.length, 0)
  emit(`\n${WEBHOOK_PRESETS.length} webhooks with ${policies} policies; both servers create equally many alerts`)
  emit(`of ${compared.length} of the ${all.length} deliveries, from ${tools} tools. Only these are measured.`)
  await compareVariants(
    `${compared.length * REPEATS} signed deliveries over ${CONNECTIONS} connections`,
    [
      { name: 'without policies', before: withoutPolicies.empty, run: () => sendAll(compared, withoutPolicies) },
      {
        name: 'with the policies of the presets',
        ...{ before: withPolicies.empty, run: () => sendAll(compared, withPolicies), bound: BOUND },
      },
    ],
    { runs: 11, warmups: 2 },
  )
  agent.destroy()
  await withPolicies.close()
  await withoutPolicies.close()
})

/**
 * @typedef {Awaited<ReturnType<typeof openSide>>} Side
 */

/**
 * Starts a server on a database, and creates its webhooks.
 *
 * @param {string} databaseUrl
 * @param {Agent} agent
 * @param {(app: AppProcess) => Promise<ReadonlyMap<string, string>>} createAll
 */
async function openSide(databaseUrl, agent, createAll) {
  const app = await startApp(databaseUrl)
  const urls = await createAll(app)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return {
    agent,
    urls,
    /** Deletes the alerts of the previous run, so that their histories do not grow from run to run. */
    empty: async () => {
      await client.query('truncate alert')
    },
    close: async () => {
      await client.end()
      await app.stop()
    },
  }
}

/** @param {AppProcess} app */
async function createHooks(app) {
  /** @type {Map<string, string>} */
  const urls = new Map()
  for (const { id } of WEBHOOK_PRESETS) {
    const created = await app.send('POST', `/api/webhook_config?preset=${id}`, JSON.stringify({ authSecret: SECRET }))
    urls.set(id, JSON.parse(created.text()).webhook_url)
  }
  return urls
}

/**
 * Creates the same webhooks without policies. Without policies, nothing translates the severities and statuses of the
 * tools, and the server would refuse them. So these webhooks give every alert the severity `major`.
 *
 * @param {AppProcess} app
 */
async function createBareHooks(app) {
  /** @type {Map<string, string>} */
  const urls = new Map()
  for (const { id, config } of WEBHOOK_PRESETS) {
    const { severity: _severity, status: _status, ...fieldMappings } = config.fieldMappings
    const defaultValues = { ...config.defaultValues, severity: 'major' }
    const body = { id, ...config, fieldMappings, defaultValues, authSecret: SECRET }
    const created = await app.send('POST', '/api/webhook_config', JSON.stringify(body))
    urls.set(id, JSON.parse(created.text()).webhook_url)
  }
  return urls
}

/**
 * Returns the sample deliveries of all presets that report a problem. Deliveries that close alerts are left out:
 * without policies, no delivery closes an alert, so such deliveries would be more work for the server with policies.
 *
 * @returns {readonly Delivery[]}
 */
function readDeliveries() {
  return WEBHOOK_PRESETS.flatMap(({ id, config }) => {
    const { deliveries } = JSON.parse(readFileSync(new URL(`${id}.sample.json`, SAMPLES), 'utf8'))
    const problems = deliveries.filter((/** @type {Sample} */ { kind }) => kind === 'problem')
    return problems.map((/** @type {Sample} */ sample, /** @type {number} */ number) => {
      const body = Buffer.from(sample.body ?? JSON.stringify(sample.payload))
      return { webhook: id, body, headers: sign(config, body, `${id}-${number}`) }
    })
  })
}

/**
 * @param {(typeof WEBHOOK_PRESETS)[number]['config']} config
 * @param {Buffer} body
 * @param {string} id
 * @returns {Record<string, string>}
 */
function sign({ authHeaderScheme: scheme, authHeaderName }, body, id) {
  const headerName = SCHEMES[scheme].header ?? authHeaderName ?? ''
  if (scheme === 'static') return { [headerName]: SECRET }
  const key = signingKey(scheme, SECRET)
  if (key === undefined) throw new Error(`the scheme ${scheme} refuses the secret`)
  const seconds = Math.floor(Date.now() / 1_000)
  return Object.fromEntries(signDelivery({ scheme, headerName }, { body, seconds, id }, key))
}

/**
 * Returns the deliveries from which both sides create the same number of alerts, at least one.
 *
 * @param {readonly Delivery[]} deliveries
 * @param {Side} one
 * @param {Side} other
 */
async function selectSameWork(deliveries, one, other) {
  const same = []
  for (const delivery of deliveries) {
    const count = await send(delivery, one)
    if (count > 0 && count === (await send(delivery, other))) same.push(delivery)
  }
  return same
}

/**
 * Sends all deliveries `REPEATS` times, and returns how many alerts the server has created from them.
 *
 * @param {readonly Delivery[]} deliveries
 * @param {Side} side
 */
async function sendAll(deliveries, side) {
  const left = Array.from({ length: REPEATS }, () => deliveries).flat()
  let alerts = 0
  const sender = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const created = await send(next, side)
      alerts += created
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sender))
  return `${alerts} alerts`
}

/**
 * Sends one delivery. The result is the number of alerts, or 0 if the server refuses the delivery.
 *
 * @param {Delivery} delivery
 * @param {Side} side
 * @returns {Promise<number>}
 */
function send({ webhook, headers, body }, { urls, agent }) {
  return new Promise((resolve, reject) => {
    const sent = request(urls.get(webhook) ?? '', { method: 'POST', headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (/** @type {string} */ chunk) => {
        text += chunk
      })
      response.once('end', () => resolve(response.statusCode === 200 ? (JSON.parse(text).alerts_created ?? 0) : 0))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
