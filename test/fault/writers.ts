/** One request of a sender, and the value that it stores under a key when it succeeds. */
export interface Step {
  readonly method: string
  readonly path: string
  readonly json?: unknown
  /** The stored key and value; `undefined` if other senders write the same data, so that the result is unknown. */
  readonly leaves?: { readonly key: string; readonly value: string | undefined }
  /** Statuses that are accepted in addition to success. */
  readonly alsoFine?: readonly number[]
}

/**
 * Creates the next step of a sender.
 *
 * @param turn the number of the step
 * @param answered the answer to the step before it
 */
export type Writer = (turn: number, answered: unknown) => Step

/** The number of machines in a topology, and the number of relations in one bulk request. */
const SIZE = 20

/** Sends deliveries, each of which creates one new alert. */
export function sendDeliveries(hook: string, sender: number): Writer {
  return (turn) => {
    const host = `${hook}-${sender}-${turn}`
    const leaves = { key: `alert ${host}`, value: 'major' }
    return { method: 'POST', path: `/api/webhooks/custom/${hook}`, json: { host }, leaves }
  }
}

/** Alternates between creating a relation and removing the same relation. */
export function toggleRelations(sender: number): Writer {
  return (turn) => {
    const resource = `resource-${sender}-${Math.floor(turn / 2)}`
    const key = `relation ${resource}`
    if (turn % 2 === 0) {
      const json = { environment: 'Ledger', resource, parent: 'above' }
      return { method: 'POST', path: '/api/resources/relations', json, leaves: { key, value: 'above' } }
    }
    const path = `/api/resources/relations?environment=Ledger&resource=${resource}`
    return { method: 'DELETE', path, leaves: { key, value: undefined } }
  }
}

/** Sends bulk requests. Each creates many relations with a new parent. */
export function sendBulkRelations(sender: number): Writer {
  return (turn) => {
    const parent = `parent-${sender}-${turn}`
    const items = Array.from({ length: SIZE }, (_, at) => ({ resource: `child-${sender}-${turn}-${at}`, parent }))
    const leaves = { key: `bulk ${parent}`, value: String(SIZE) }
    return {
      method: 'POST',
      path: '/api/resources/relations/bulk',
      json: { environment: 'Bulk', relations: items },
      leaves,
    }
  }
}

/** Saves a topology, each time with a completely new graph. */
export function saveNewGraphs(service: string, id: string): Writer {
  return (turn) => {
    const leaves = { key: `topology ${service}`, value: `${turn} ${SIZE} ${service}-${turn}` }
    const json = { description: String(turn), ...generateGraph(service, turn) }
    return { method: 'PUT', path: `/api/service_topology/${id}`, json, leaves }
  }
}

/** Imports files. Each file changes the parent of all resources. */
export function importFiles(sender: number): Writer {
  return (turn) => {
    const environment = `Import-${sender}`
    const parent = `parent-${turn}`
    const services = [`imported-${sender}`]
    const json = Array.from({ length: SIZE }, (_, at) => ({
      resource: `imported-${at}`,
      environment,
      parent,
      services,
    }))
    const leaves = { key: `import ${environment}`, value: `${parent} ${SIZE}` }
    return { method: 'POST', path: `/api/resources/import?source=import-${sender}`, json, leaves }
  }
}

/** Changes the config of a webhook while it receives deliveries. */
export function renameWebhook(hook: string): Writer {
  return (turn) => {
    const name = `name ${turn}`
    return {
      method: 'PUT',
      path: `/api/webhook_config/${hook}`,
      json: { name },
      leaves: { key: `webhook ${hook}`, value: name },
    }
  }
}

/** Creates, imports and deletes a topology, while other senders do the same with the same relations. */
export function contendForTopology(service: string): Writer {
  const drawn = { name: service, description: '', service, ...generateGraph('contended', 0) }
  const path = '/api/service_topology'
  return (turn, answered) => {
    if (turn % 4 === 0) return { method: 'POST', path, json: drawn, alsoFine: [409] }
    if (turn % 4 === 1) {
      const json = { topology: { name: service, service }, ...generateGraph('contended', turn % 3) }
      return { method: 'POST', path: `${path}/import?mode=merge`, json }
    }
    if (turn % 4 === 2) return { method: 'GET', path: `${path}/${service}?column=service_name`, alsoFine: [404] }
    const { topology } = (answered ?? {}) as { topology?: { id: string } }
    return { method: 'DELETE', path: `${path}/${topology?.id ?? 'none'}`, alsoFine: [404] }
  }
}

/**
 * Opens a fingerprint of one alert, and closes it under the name of another alert, as if the title of the alert had
 * changed meanwhile. Sends every delivery twice.
 */
export function moveFingerprints(sender: number): Writer {
  return (turn) => {
    const host = `moved-${sender}`
    const isFiring = turn % 4 < 2
    const json = {
      ...{ host, fingerprint: host, severity: isFiring ? 'critical' : 'ok' },
      check: isFiring ? 'Full' : `Full by ${turn} %`,
    }
    const leaves = { key: `firing ${host}`, value: isFiring ? 'Full 1' : undefined }
    return { method: 'POST', path: '/api/webhooks/custom/mover', json, leaves }
  }
}

const EVENTS = ['NodeSlow', 'NodeDown', 'NodeUp']

/** Sends different events that become one alert, because they are correlated. */
export function sendCorrelatedEvents(sender: number): Writer {
  return (turn) => {
    const resource = `correlated-${sender}`
    const event = EVENTS[turn % 3] ?? ''
    const severity = event === 'NodeUp' ? 'ok' : 'major'
    const json = { environment: 'Ledger', resource, event, severity, correlate: EVENTS, fingerprint: event }
    const leaves = { key: `correlated ${resource}`, value: `${event} ${event === 'NodeUp' ? 0 : 1}` }
    return { method: 'POST', path: '/api/alert', json, leaves }
  }
}

/** Opens and closes the same fingerprints of the same alerts as the other senders of this kind; some are correlated. */
export function entangleFingerprints(): Writer {
  return (turn) => {
    const json = {
      ...{ environment: 'Shared', resource: `tangle-${turn % 3}`, event: EVENTS[turn % 2], origin: 'tangle' },
      ...{ fingerprint: `thread-${turn % 5}`, severity: turn % 7 < 3 ? 'ok' : 'major' },
      correlate: turn % 4 === 0 ? EVENTS : [],
    }
    return { method: 'POST', path: '/api/alert', json }
  }
}

/** Writes the same relations and alerts as the other senders. */
export function writeSharedData(): Writer {
  return (turn) => {
    const at = turn % 7
    if (turn % 3 === 0) {
      const items = Array.from({ length: SIZE }, (_, child) => ({ resource: `child-${child}`, parent: `parent-${at}` }))
      return {
        method: 'POST',
        path: '/api/resources/relations/bulk',
        json: { environment: 'Shared', relations: items },
      }
    }
    if (turn % 3 === 1)
      return { method: 'DELETE', path: `/api/resources/relations?environment=Shared&resource=child-${at}` }
    const severity = ['major', 'normal', 'critical'][at % 3]
    const json = {
      environment: 'Shared',
      resource: `child-${at}`,
      event: 'Down',
      severity,
      resourceParent: `parent-${at}`,
    }
    return { method: 'POST', path: '/api/alert', json }
  }
}

const READS = [
  '/api/resources/graph?environment=Shared&resource=child-1',
  '/api/service_topology?page-size=5',
  '/api/alerts?page-size=20&sort-by=-createTime',
  '/api/webhook_configs',
  '/api/audit?page-size=10',
]

export function readAnswers(): Writer {
  return (turn) => ({ method: 'GET', path: READS[turn % READS.length] ?? '' })
}

/** Generates a graph of a service, an environment and a chain of machines. Every name contains the version. */
export function generateGraph(service: string, version: number) {
  const name = `${service}-${version}`
  const machines = Array.from({ length: SIZE }, (_, at) => `${name}.${at}`)
  const plain = { icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } }
  return {
    nodes: [
      { ...plain, id: `${name} service`, kind: 'service', label: service },
      { ...plain, id: `${name} environment`, kind: 'environment', label: 'Drawn' },
      ...machines.map((label) => ({ ...plain, id: label, kind: 'resource', label })),
    ],
    edges: [
      { source: `${name} service`, target: `${name} environment` },
      ...machines.map((target, at) => ({ source: machines[at - 1] ?? `${name} environment`, target })),
    ],
  }
}
