import createClient from 'openapi-fetch'
import type { components, paths } from './opsgraph.js'

type Schemas = components['schemas']

export interface Landing {
  /** The label of the node that shows the alert. */
  readonly node: string
  /** The ancestor whose node shows the alert; `undefined` if the resource of the alert has a node of its own. */
  readonly via: string | undefined
}

/** Creates a client that has types for every path, parameter and JSON body of the API: some lists are also available as CSV. */
export function connect(url: string, key: string) {
  return createClient<paths, 'application/json'>({ baseUrl: url, headers: { Authorization: `Key ${key}` } })
}

export type Client = ReturnType<typeof connect>

/** Creates a topology with a database, and a relation from a disk to the database. The disk has no node. */
export async function drawShop(client: Client): Promise<Schemas['Topology']> {
  const relation = { environment: 'Production', resource: 'disk-sdb', parent: 'database' }
  succeeded(await client.POST('/api/resources/relations', { body: relation }))
  const { topology } = succeeded(
    await client.POST('/api/service_topology', {
      body: {
        name: 'Shop',
        description: 'What customers see',
        service: 'shop',
        nodes: [
          { id: 'shop', kind: 'service', label: 'Shop' },
          { id: 'production', kind: 'environment', label: 'Production' },
          { id: 'db', kind: 'resource', label: 'database' },
        ],
        edges: [
          { source: 'shop', target: 'production' },
          { source: 'production', target: 'db' },
        ],
      },
    }),
  )
  return topology
}

/**
 * Sends an alert, and returns the node to which the server assigns the alert; `undefined` if no node gets the alert.
 */
export async function landingOf(
  client: Client,
  topology: Schemas['Topology'],
  alert: Schemas['NewAlert'],
): Promise<Landing | undefined> {
  const received = succeeded(await client.POST('/api/alert', { body: alert }))
  const { id } = received
  // An alert policy dropped the alert.
  if (id === null) return undefined
  const answer = await client.GET('/api/service_topology/{id}/assignments', { params: { path: { id: topology.id } } })
  const { assignments, rollups } = succeeded(answer)
  const node = topology.nodes.find((candidate) => assignments[candidate.id]?.includes(id))
  return node && { node: node.label, via: rollups[id]?.via }
}

/** Creates a webhook for the payloads of a monitoring probe, and returns its URL. */
export async function addProbe(client: Client): Promise<string> {
  const { webhook_url } = succeeded(
    await client.POST('/api/webhook_config', {
      body: {
        id: 'probe',
        enabled: true,
        fieldMappings: {
          resource: 'host',
          text: { path: 'messages', join: ', ' },
          severity: { path: 'isDown', if_true: 'critical', if_false: 'normal' },
          attributes: { region: 'labels.region' },
        },
        defaultValues: { event: 'ProbeFailed', environment: 'Production', type: 'probe' },
      },
    }),
  )
  return webhook_url
}

/**
 * Sends a payload, as a monitoring probe would. Returns the number of created alerts, or the message of the refusal.
 */
export async function postAsProbe(client: Client, payload: Record<string, unknown>): Promise<number | string> {
  const { data, error } = await client.POST('/api/webhooks/custom/{id}', {
    params: { path: { id: 'probe' } },
    body: payload,
  })
  return data === undefined ? error.message : data.alerts_created
}

/** Plans an import of records without writing anything, and returns the counters of relations. */
export async function previewImport(client: Client, records: Schemas['CmdbRecord'][]): Promise<Schemas['Counters']> {
  const { relations } = succeeded(
    await client.POST('/api/resources/import', { params: { query: { dryRun: '1' } }, body: records }),
  )
  return relations
}

/**
 * Returns the body of a successful answer.
 *
 * @throws Error with the message of the server, and the path and code of each fault
 */
function succeeded<Data>({ data, error }: { data?: Data; error?: Schemas['Error'] | undefined }): Data {
  if (data !== undefined) return data
  const faults = error?.errors?.map(({ code, path }) => `${path}: ${code}`) ?? []
  throw new Error([error?.message ?? 'no answer', ...faults].join('\n'))
}
