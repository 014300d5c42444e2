export const PATH = '/api/service_topology'

/** The text of a file; a value that is not a text is written as JSON. */
export function fileText(file: unknown): string {
  return typeof file === 'string' ? file : JSON.stringify(file)
}

/**
 * An export document of the service `shop`. Its environment Production has the resources `web` and `cache`, and `db` is
 * a child of `web`.
 */
export function shopDocument() {
  return {
    ...{ kind: 'platform-service-topology', schemaVersion: 2 },
    topology: { name: 'Shop', description: 'What sells', service: 'shop', serviceKpi: 'kpi', orientation: 'LR' },
    nodes: [
      fullNode('s', 'service', 'Shop'),
      fullNode('e', 'environment', 'Production'),
      fullNode('web', 'resource'),
      fullNode('db', 'resource'),
      fullNode('cache', 'resource'),
    ],
    edges: [joined('s', 'e'), joined('e', 'web'), joined('web', 'db'), joined('e', 'cache')],
    weightPolicies: [
      {
        ...{ name: 'hot', description: 'hot alerts', weight: 7, status: 'inactive' },
        filters: { operator: 'OR', clauses: [{ key: 'event', op: '=', value: 'Hot' }] },
      },
    ],
    catalogService: { description: 'sells', icon: 'cart', alertImpact: { severities: ['critical'] } },
  }
}

/** The same graph as `shopDocument`, with other ids, for the service `bank`. */
export function bankDocument(prefix = 'bank-') {
  const document = shopDocument()
  return {
    ...{ ...document, topology: { service: 'bank' }, weightPolicies: [] },
    nodes: document.nodes.map((node) => ({ ...node, id: prefix + node.id })),
    edges: document.edges.map(({ source, target }) => joined(prefix + source, prefix + target)),
  }
}

export function bundleOf(...topologies: readonly unknown[]) {
  return { kind: 'platform-service-topology-bundle', schemaVersion: 2, topologies }
}

/** A node with every field that a file can contain. */
export function fullNode(id: string, kind: string, label = id) {
  return { id, kind, label, icon: '', params: {}, hierarchyConfig: {}, position: { x: 1, y: 2 } }
}

export function joined(source: string, target: string) {
  return { id: `${source}-${target}`, source, target }
}
