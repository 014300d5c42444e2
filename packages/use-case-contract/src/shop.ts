import type { TopologyInput } from '@opsgraph/core'

/**
 * A request body that creates the topology of the service `shop`. Its environment Production has the resources `web`
 * and `cache`, and `db` is a child of `web`.
 */
export function shopBody(prefix = '', fields: Partial<TopologyInput> = {}): TopologyInput {
  return { name: 'Shop', description: 'The shop', service: 'shop', ...shopGraph(prefix), ...fields }
}

/** The graph of a topology, as a client could send it. */
export type SentGraph = { readonly [Part in 'nodes' | 'edges']: NonNullable<TopologyInput[Part]> }

export function shopGraph(prefix = ''): SentGraph {
  const id = (name: string) => `${prefix}${name}`
  return {
    nodes: [
      { id: id('s'), kind: 'service', label: 'Shop', params: { text: 'ä' }, position: { x: 1, y: 2 } },
      { id: id('e'), kind: 'environment', label: 'Production' },
      { id: id('web'), kind: 'resource', label: 'web' },
      { id: id('db'), kind: 'resource', label: 'db', icon: 'database' },
      { id: id('cache'), kind: 'resource', label: 'cache', hierarchyConfig: { hereditary: true } },
    ],
    edges: [
      { id: id('1'), source: id('s'), target: id('e') },
      { id: id('2'), source: id('e'), target: id('web') },
      { id: id('3'), source: id('web'), target: id('db') },
      { id: id('4'), source: id('e'), target: id('cache') },
    ],
  }
}
