import type { ConsoleServer } from './console-server.js'

const node = (id: string, kind: string, label = id) => ({ id, kind, label })

/** A small topology: a service, two environments, and three resources in one of them. */
export const SHOP = {
  name: 'Shop',
  description: 'What we sell with',
  service: 'shop',
  nodes: [
    node('shop', 'service'),
    node('production', 'environment', 'Production'),
    node('staging', 'environment', 'Staging'),
    node('web', 'resource'),
    {
      ...node('database', 'resource'),
      icon: 'database',
      params: { description: 'PostgreSQL of the shop', backup: { keep: 7 } },
    },
    node('web-staging', 'resource', 'web'),
  ],
  edges: [
    { source: 'shop', target: 'production' },
    { source: 'shop', target: 'staging' },
    { source: 'production', target: 'web' },
    { source: 'web', target: 'database' },
    { source: 'staging', target: 'web-staging' },
  ],
}

export interface SentAlert {
  readonly resource: string
  readonly event: string
  readonly severity: string
  readonly environment?: string
  readonly service?: readonly string[]
}

/** Posts an alert of the service `shop`. By default, its environment is `Production`. */
export async function postAlert(server: ConsoleServer, alert: SentAlert): Promise<void> {
  await server.ask('/api/alert', { json: { environment: 'Production', service: ['shop'], ...alert } })
}
