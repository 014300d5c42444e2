import { readFileSync } from 'node:fs'

/** @typedef {import('../../../examples/otel-demo/load.mjs').Server} Server */

const OTHERS = [
  { service: 'billing', name: 'Billing', resource: 'ledger', severity: 'major' },
  { service: 'warehouse', name: 'Warehouse', resource: 'picking', severity: 'warning' },
  { service: 'intranet', name: 'Intranet', resource: 'wiki', severity: undefined },
]
const EXAMPLES = new URL('../../../examples/webhooks/', import.meta.url)

/**
 * Adds what the demo does not contain, so that every page of the console has data: further topologies, and objects of
 * other kinds, such as webhooks.
 *
 * @param {Server} server
 */
export async function fillForPictures(server) {
  // Create the maintenance windows first, so that one of them holds an alert as soon as it arrives.
  await addMaintenance(server)
  for (const other of OTHERS) await drawOther(server, other)
  await ask(server, 'PUT', '/api/service_catalog/billing', {
    description: 'Invoices and reminders',
    owner: 'Team Finance',
    runbook: 'https://wiki.example.com/runbooks/billing',
    links: [
      { title: 'Dashboard', url: 'https://grafana.example.com/d/billing' },
      { title: 'Write to the team', url: 'mailto:finance@example.com' },
    ],
    alertImpact: { severities: ['critical', 'major'] },
  })
  await ask(server, 'PUT', '/api/service_catalog/intranet', {
    description: 'For ourselves',
    alertImpact: { blacklist: { operator: 'AND', clauses: [{ key: 'event', op: '~', value: '^Test' }] } },
  })
  await ask(server, 'POST', '/api/key', { text: 'Grafana in Frankfurt', scopes: ['write:alerts'] })
  await ask(server, 'POST', '/api/key', {
    text: 'Nightly CMDB import',
    scopes: ['write:service_topologies'],
    expireTime: new Date(Date.now() + 90 * 86_400_000).toISOString(),
  })
  await ask(server, 'POST', '/api/key', { text: 'Audit, to the SIEM', scopes: ['admin:audit'] })
  await addWebhooks(server)
  await addAlertPolicies(server)
}

/** Adds a window that is running, one that recurs and one that is over. @param {Server} server */
async function addMaintenance(server) {
  const window = { timezone: 'Europe/Berlin', text: '' }
  const hold = (/** @type {string} */ resource) => ({ clauses: [{ key: 'resource', op: '=', value: resource }] })
  await ask(server, 'POST', '/api/maintenance', {
    ...{ ...window, name: 'New shelves in the warehouse', text: 'Ann, until the shift ends', filters: hold('picking') },
    ...{ startTime: hoursFromNow(-1), endTime: hoursFromNow(3) },
  })
  await ask(server, 'POST', '/api/maintenance', {
    ...{ ...window, name: 'Backup of the ledger', filters: hold('ledger'), rrule: 'FREQ=DAILY' },
    ...{ startTime: hoursFromNow(6), endTime: hoursFromNow(7) },
  })
  await ask(server, 'POST', '/api/maintenance', {
    ...{ ...window, name: 'Move of the wiki', text: 'Ticket OPS-311', filters: hold('wiki') },
    ...{ startTime: hoursFromNow(-30), endTime: hoursFromNow(-28) },
  })
}

/** Returns a time in whole hours. @param {number} hours */
function hoursFromNow(hours) {
  const hour = 3_600_000
  return new Date((Math.floor(Date.now() / hour) + hours) * hour).toISOString()
}

/** @param {Server} server */
async function addAlertPolicies(server) {
  await ask(server, 'POST', '/api/alert_policy', {
    ...{ name: 'Words of Zabbix', description: 'High and Disaster are its own words', order: 10, webhookId: 'zabbix' },
    actions: [{ translate: 'severity', values: { High: 'major', Disaster: 'critical' }, otherwise: 'warning' }],
  })
  await ask(server, 'POST', '/api/alert_policy', {
    ...{ name: 'No tests', description: 'What senders send to try the way', order: 20 },
    filters: { clauses: [{ key: 'event', op: '~', value: '^Test' }] },
    actions: [{ drop: true }],
  })
}

/** @param {Server} server @param {typeof OTHERS[number]} other */
async function drawOther(server, { service, name, resource, severity }) {
  const id = (/** @type {string} */ part) => `${service}:${part}`
  const nodes = [
    { id: id('service'), kind: 'service', label: service },
    { id: id('production'), kind: 'environment', label: 'Production' },
    { id: id('resource'), kind: 'resource', label: resource },
  ]
  const edges = [
    { source: id('service'), target: id('production') },
    { source: id('production'), target: id('resource') },
  ]
  await ask(server, 'POST', '/api/service_topology', { name, description: '', service, nodes, edges })
  if (severity === undefined) return
  const alert = { environment: 'Production', resource, event: 'Slow', severity, service: [service] }
  await ask(server, 'POST', '/api/alert', alert)
}

/**
 * Adds two webhooks. The webhook for Grafana has two deliveries, the second of which has a wrong secret. The webhook
 * for Zabbix has no deliveries.
 *
 * @param {Server} server
 */
async function addWebhooks(server) {
  const token = 'secret-of-the-pictures'
  const auth = { authMode: 'header', authHeaderScheme: 'static', authHeaderName: 'X-Token', authSecret: token }
  for (const tool of ['grafana', 'zabbix']) {
    await ask(server, 'POST', '/api/webhook_config', { ...example(tool, 'config'), ...auth })
  }
  const body = JSON.stringify(example('grafana', 'payload'))
  for (const sent of [token, 'an old secret']) {
    const headers = { 'Content-Type': 'application/json', 'X-Token': sent }
    await fetch(`${server.url}/api/webhooks/custom/grafana`, { method: 'POST', headers, body })
  }
}

/** @param {string} tool @param {'config' | 'payload'} part */
function example(tool, part) {
  return JSON.parse(readFileSync(new URL(`${tool}/${part}.json`, EXAMPLES), 'utf8'))
}

/** @param {Server} server @param {string} method @param {string} path @param {unknown} [body] */
async function ask({ url, key }, method, path, body) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Key ${key}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}
