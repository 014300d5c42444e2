import { readFileSync } from 'node:fs'
import { buildDemo, SERVICE } from './otel-demo.mjs'

/** The time limit of one request, in milliseconds. */
const TIMEOUT = 30_000

/**
 * The URL of a server, and an admin key for it. When `stopped` is aborted, requests end.
 *
 * @typedef {{ readonly url: string, readonly key: string, readonly stopped?: AbortSignal }} Server
 */

/**
 * A service that alerts hurt, and its first root causes with their paths to the service.
 *
 * @typedef {object} HurtService
 * @property {string} service
 * @property {string} severity
 * @property {number} causesTotal
 * @property {readonly { readonly event: string, readonly path: readonly string[] }[]} causes
 */

/**
 * Posts the whole demo in the order in which a user would: the topology, the relations below its nodes, policies,
 * alerts.
 *
 * @param {Server} server
 * @returns {Promise<{ topologyId: string, nodes: number, alerts: number }>}
 */
export async function loadDemo(server) {
  const demo = buildDemo(readFileSync(new URL('edges.csv', import.meta.url), 'utf8'))
  const { id } = await request(server, { path: '/api/service_topology', body: demo.topology, expected: 201 })
  await request(server, { path: '/api/resources/relations/bulk', body: demo.relations, expected: 200 })
  const weightPolicy = { ...demo.weightPolicy, topologyId: id }
  await request(server, { path: '/api/service_topology_policy', body: weightPolicy, expected: 201 })
  await request(server, { path: '/api/resource_relation_policy', body: demo.relationPolicy, expected: 201 })
  for (const alert of demo.alerts) await request(server, { path: '/api/alert', body: alert, expected: 201 })
  return { topologyId: id, nodes: demo.topology.nodes.length, alerts: demo.alerts.length }
}

/**
 * Returns whether the database has neither topologies nor relations.
 *
 * @param {Server} server
 */
export async function isEmpty(server) {
  const topologies = await request(server, { path: '/api/service_topology?page-size=1', expected: 200 })
  const relations = await request(server, { path: '/api/resources/relations?page-size=1', expected: 200 })
  return topologies.total === 0 && relations.total === 0
}

/**
 * Returns the id of the demo's topology; `undefined` if the server does not have the demo.
 *
 * @param {Server} server
 * @returns {Promise<string | undefined>}
 */
export async function findDemoTopologyId(server) {
  const { topologies } = await request(server, { path: `/api/service_topology?service=${SERVICE}`, expected: 200 })
  return topologies[0]?.id
}

/**
 * Returns the services that alerts hurt now, the most hurt first.
 *
 * @param {Server} server
 * @returns {Promise<readonly HurtService[]>}
 */
export async function readHurtServices(server) {
  return (await request(server, { path: '/api/impact?healthy=false', expected: 200 })).services
}

/**
 * @param {Server} server
 * @param {{ readonly path: string, readonly body?: unknown, readonly expected: number }} call
 */
async function request({ url, key, stopped }, { path, body, expected }) {
  const method = body === undefined ? 'GET' : 'POST'
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { Authorization: `Key ${key}`, 'Content-Type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), ...(stopped ? [stopped] : [])]),
  })
  const text = await response.text()
  if (response.status !== expected) {
    throw new Error(`${method} ${path} answered ${response.status} instead of ${expected}: ${text.slice(0, 500)}`)
  }
  return JSON.parse(text)
}
