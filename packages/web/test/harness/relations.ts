import type { ConsoleServer } from './console-server.js'

/** The address of the resource that has the most relations in the data of `storeRelations`. */
export const ORDERS = '/resources?environment=Production&resource=db-orders'

const MANUAL = { environment: 'Production', resource: 'web-01', parent: 'webshop', sourceRef: 'OPS-12' }

/** Stores relations of three sources in two environments. Some of them form a cycle. */
export async function storeRelations(server: ConsoleServer): Promise<void> {
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

/**
 * Stores relations from pairs of parent and resource. By default, their source is `cmdb` and their environment is
 * `Production`.
 */
export async function putRelations(
  server: ConsoleServer,
  pairs: readonly (readonly string[])[],
  { source = 'cmdb', environment = 'Production' }: Origin = {},
): Promise<void> {
  const relations = pairs.map(([parent, resource]) => ({ parent, resource }))
  const sourceRef = source === 'cmdb' ? 'itop' : null
  await server.ask('/api/resources/relations/bulk', { json: { environment, source, sourceRef, relations } })
}
