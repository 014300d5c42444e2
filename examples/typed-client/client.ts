import createClient from 'openapi-fetch'
import type { components, paths } from './opsgraph.js'

type Schemas = components['schemas']

export interface Landing {
  /** The label of the node. */
  readonly node: string
  /** The ancestor by which the alert came up to it; `undefined` = it is the node's own. */
  readonly via: string | undefined
}

/** A client that knows every path, parameter and body of the API. */
export function connect(url: string, key: string) {
  return createClient<paths>({ baseUrl: url, headers: { Authorization: `Key ${key}` } })
}

export type Client = ReturnType<typeof connect>

/** The topology of a service: a database that is drawn, on a disk that is not. */
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

/** Sends an alert, and tells on which node of the topology it lands. */
export async function landingOf(
  client: Client,
  topology: Schemas['Topology'],
  alert: Schemas['NewAlert'],
): Promise<Landing | undefined> {
  const { id } = succeeded(await client.POST('/api/alert', { body: alert }))
  const answer = await client.GET('/api/service_topology/{id}/assignments', { params: { path: { id: topology.id } } })
  const { assignments, rollups } = succeeded(answer)
  const node = topology.nodes.find((candidate) => assignments[candidate.id]?.includes(id))
  return node && { node: node.label, via: rollups[id]?.via }
}

/** A webhook that understands what a probe posts, and the URL to post to. */
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

/** Posts as a probe does; says how many alerts there are, or why there are none. */
export async function postAsProbe(client: Client, payload: Record<string, unknown>): Promise<number | string> {
  const { data, error } = await client.POST('/api/webhooks/custom/{id}', {
    params: { path: { id: 'probe' } },
    body: payload,
  })
  return data === undefined ? error.message : data.alerts_created
}

/** What an import of these records would do: nothing is written. */
export async function previewImport(client: Client, records: Schemas['CmdbRecord'][]): Promise<Schemas['Counters']> {
  const { relations } = succeeded(
    await client.POST('/api/resources/import', { params: { query: { dryRun: '1' } }, body: records }),
  )
  return relations
}

/**
 * The body of a success.
 *
 * @throws Error with the message of the server, and what it finds fault with
 */
function succeeded<Data>({ data, error }: { data?: Data; error?: Schemas['Error'] | undefined }): Data {
  if (data !== undefined) return data
  const faults = error?.errors?.map(({ code, path }) => `${path}: ${code}`) ?? []
  throw new Error([error?.message ?? 'no answer', ...faults].join('\n'))
}
