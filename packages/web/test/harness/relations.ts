import type { ConsoleServer } from './console-server.js'

/** The walk of the resource that `fillGraph` has most around. */
export const ORDERS = '/resources?environment=Production&resource=db-orders'

const MANUAL = { environment: 'Production', resource: 'web-01', parent: 'webshop', sourceRef: 'OPS-12' }

/** Relations of three sources in two environments, a loop among them. */
export async function fillGraph(server: ConsoleServer): Promise<void> {
  await server.ask('/api/resources/relations', { json: MANUAL })
  await putRelations(server, [
    ['web-01', 'db-orders'],
    ['billing', 'db-orders'],
    ['db-orders', 'host-7'],
    ['host-7', 'disk-sda'],
  ])
  const loop = [
    ['switch-3', 'host-7'],
    ['host-7', 'switch-3'],
  ]
  await putRelations(server, loop, { source: 'event' })
  await putRelations(server, [['db-orders', 'host-9']], { environment: 'Staging' })
}

interface Origin {
  readonly source?: string
  readonly environment?: string
}

/** Puts pairs of parent and resource; of a CMDB and into Production, unless told otherwise. */
export async function putRelations(
  server: ConsoleServer,
  pairs: readonly (readonly string[])[],
  { source = 'cmdb', environment = 'Production' }: Origin = {},
): Promise<void> {
  const relations = pairs.map(([parent, resource]) => ({ parent, resource }))
  const sourceRef = source === 'cmdb' ? 'itop' : null
  await server.ask('/api/resources/relations/bulk', { json: { environment, source, sourceRef, relations } })
}
