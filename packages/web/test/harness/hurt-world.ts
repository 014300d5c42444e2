import type { ConsoleServer } from './console-server.js'

/** The fields of an answer of `GET /api/impact` that the tests use. */
export interface Impact {
  readonly service: string
  readonly topologyId: string | null
  readonly severity: string | null
  readonly acknowledged: boolean
  readonly counts: Readonly<Record<string, number>>
  readonly acknowledgedCount: number
  readonly silencedCount: number
  readonly causesTotal: number
  readonly windows: readonly { readonly name: string; readonly count: number; readonly until: string }[]
}

export const SERVICES = 60
/** The number of services that have a topology; the others have only a catalog entry. */
const SERVICES_WITH_TOPOLOGY = 45
const ALERTS = 2_000
const SEVERITIES = ['critical', 'major', 'minor', 'warning'] as const
/** The service with the most root causes. */
export const TORN = 's-04'
const HOUR = 3_600_000

export async function readImpact(server: ConsoleServer): Promise<ReadonlyMap<string, Impact>> {
  const { services } = await server.ask<{ services: readonly Impact[] }>('/api/impact?page-size=1000')
  return new Map(services.map((impact) => [impact.service, impact]))
}

/**
 * Fills a server with 60 services and 2,000 alerts. Some alerts are open, acknowledged, shelved or in a maintenance
 * window; some name no service; some are on resources with nodes, others on hosts below such resources.
 */
export async function buildWorld(server: ConsoleServer): Promise<void> {
  for (let at = 0; at < SERVICES; at++) {
    const name = `Name of ${serviceAt(at)}.`
    await server.ask(`/api/service_catalog/${serviceAt(at)}`, { method: 'PUT', json: { name } })
    if (at < SERVICES_WITH_TOPOLOGY) await server.ask('/api/service_topology', { json: topologyAt(at, name) })
  }
  const relations = Array.from({ length: SERVICES }, (_, at) => ({ resource: `host-${at}`, parent: `app-${at}` }))
  const rack = { resource: 'disk', parent: 'rack' }
  const racked = { resource: 'rack', parent: 'app-0' }
  await server.ask('/api/resources/relations/bulk', {
    json: { environment: 'Production', relations: [...relations, rack, racked] },
  })
  const filters = { clauses: [{ key: 'event', op: '=', value: 'Reboot' }] }
  const [startTime, endTime] = [-HOUR, HOUR].map((offset) => new Date(Date.now() + offset).toISOString())
  await server.ask('/api/maintenance', { json: { name: 'Update of the kernel', filters, startTime, endTime } })
  await postAlerts(
    server,
    Array.from({ length: ALERTS - 1 }, (_, at) => drawAlert(at)),
  )
  await postAlerts(server, [{ resource: 'disk', event: 'Failing', severity: 'warning', service: [] }])
  for (const [event, status] of [
    ['Known', 'ack'],
    ['Later', 'shelved'],
  ])
    await server.ask('/api/alerts/status', { method: 'PUT', json: { filters: { event }, status } })
}

function serviceAt(at: number): string {
  return `s-${String(at).padStart(2, '0')}`
}

function topologyAt(at: number, name: string) {
  const own = (id: string) => `${id}-${at}`
  return {
    ...{ name, service: serviceAt(at), description: '' },
    nodes: [
      { id: own('service'), kind: 'service', label: serviceAt(at) },
      { id: own('environment'), kind: 'environment', label: 'Production' },
      { id: own('app'), kind: 'resource', label: own('app') },
    ],
    edges: [
      { source: own('service'), target: own('environment') },
      { source: own('environment'), target: own('app') },
    ],
  }
}

/**
 * Generates an alert. Of every six services, one is calm, one has only silenced alerts, one has only acknowledged
 * alerts, and one is hurt only by alerts of a host below it that name no service. The others have alerts of all kinds,
 * and one of these has many root causes.
 */
function drawAlert(at: number) {
  const hurt = at % SERVICES
  const state = hurt % 6
  const round = Math.floor(at / SERVICES)
  const severity = SEVERITIES[at % SEVERITIES.length]
  if (state === 0 && hurt !== 0)
    return { resource: `lost-${at}`, event: 'Down', severity, service: at % 4 === 0 ? [] : [TORN] }
  const event =
    { 1: round % 2 === 0 ? 'Reboot' : 'Later', 2: 'Known' }[state] ?? ['Down', 'Known', 'Later', 'Reboot'][round % 4]
  if (state === 3) return { resource: `host-${hurt}`, event: `Down ${round}`, severity, service: [] }
  return { resource: `r-${at}`, event, severity, service: [serviceAt(hurt)] }
}

async function postAlerts(server: ConsoleServer, alerts: readonly object[]): Promise<void> {
  const fieldMappings = { resource: 'resource', event: 'event', severity: 'severity', service: 'service' }
  const defaultValues = { environment: 'Production', type: 'probe', text: 'none' }
  const id = `world-${alerts.length}`
  const json = { id, enabled: true, arrayPath: 'alerts', fieldMappings, defaultValues, authMode: 'none' }
  await server.ask('/api/webhook_config', { json })
  for (let from = 0; from < alerts.length; from += 500)
    await server.ask(`/api/webhooks/custom/${id}`, { json: { alerts: alerts.slice(from, from + 500) } })
}
