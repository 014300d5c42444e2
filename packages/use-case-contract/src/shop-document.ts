/**
 * An export document of the service `shop`. Its environment Production has the resources `web` and `cache`, and `db` is
 * a child of `web`.
 */
export const SHOP = {
  kind: 'platform-service-topology',
  schemaVersion: 2,
  topology: { name: 'Shop', description: 'The shop', service: 'shop', serviceKpi: 'kpi', orientation: 'LR' },
  nodes: [
    { ...node('s', 'Shop'), kind: 'service' },
    { ...node('e', 'Production'), kind: 'environment' },
    node('web', 'web'),
    { ...node('db', 'db'), params: { b: [1], a: { c: null } }, position: { x: 10, y: 20.5 } },
    node('cache', 'cache'),
  ],
  edges: [edge('s', 'e'), edge('e', 'web'), edge('web', 'db'), edge('e', 'cache')],
  weightPolicies: [
    {
      ...{ name: 'hot', description: 'what is hot', weight: 7, status: 'inactive' },
      filters: { operator: 'AND', clauses: [{ key: 'event', op: '=', value: 'Hot' }] },
    },
  ],
  catalogService: {
    ...{ description: 'sells', icon: 'cart', owner: 'Team A', runbook: 'https://wiki.example.com/shop' },
    links: [{ title: 'Dashboard', url: 'https://grafana.example.com/d/shop' }],
    alertImpact: {
      ...{ severities: ['critical'], statuses: [] },
      ...{ whitelist: { operator: 'AND', clauses: [] }, blacklist: { operator: 'AND', clauses: [] } },
    },
  },
}

export function node(id: string, label: string) {
  return { id, kind: 'resource', label, icon: '', params: {}, hierarchyConfig: {}, position: { x: 1, y: 2 } }
}

export function edge(source: string, target: string) {
  return { id: `${source}-${target}`, source, target }
}

export function bundleOf(...topologies: readonly object[]) {
  return { kind: 'platform-service-topology-bundle', schemaVersion: 2, topologies }
}

/** Returns the same document with a prefix before every id. */
export function renamed<Document extends typeof SHOP>(document: Document, prefix: string): Document {
  return {
    ...document,
    nodes: document.nodes.map((each) => ({ ...each, id: prefix + each.id })),
    edges: document.edges.map(({ id, source, target }) => ({
      ...{ id: prefix + id, source: prefix + source, target: prefix + target },
    })),
  }
}
