import type { Issue, TopologyImportReport } from '@opsgraph/core'

/** The body of an answer to an import, or to the plan of one. */
export interface ImportAnswer extends Partial<TopologyImportReport> {
  readonly status: 'ok' | 'error'
  readonly message?: string
  readonly errors?: readonly Issue[]
}

/** The query of an import; as the flags of the command line are called. */
export interface ImportQuery {
  readonly mode: 'merge' | 'replace'
  readonly positions?: 'keep' | 'file'
  readonly service?: string
}

/** A way by which files of topologies get into opsgraph and out of it: its HTTP API, or its command line. */
export interface TopologyDoor {
  readonly plan: (file: unknown, query: ImportQuery) => Promise<ImportAnswer>
  readonly import: (file: unknown, query: ImportQuery) => Promise<ImportAnswer>
  /** The text of an export: one id gives a document, several or none a bundle. */
  readonly export: (...ids: readonly string[]) => Promise<string>
  /** The body of an answer of the API, to see what is there, and to put something there beforehand. */
  readonly call: <Body>(method: string, path: string, json?: unknown) => Promise<Body>
}

export const PATH = '/api/service_topology'

/** A file as it is sent. */
export function fileText(file: unknown): string {
  return typeof file === 'string' ? file : JSON.stringify(file)
}

export function queryText(query: object): string {
  return new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, `${value}`]),
  ).toString()
}

/** An export document of the service `shop`: Production with web over db, and cache. */
export function shopDocument() {
  return {
    ...{ kind: 'platform-service-topology', schemaVersion: 2 },
    topology: { name: 'Shop', description: 'What sells', service: 'shop', serviceKpi: 'kpi', orientation: 'LR' },
    nodes: [
      drawn('s', 'service', 'Shop'),
      drawn('e', 'environment', 'Production'),
      drawn('web', 'resource'),
      drawn('db', 'resource'),
      drawn('cache', 'resource'),
    ],
    edges: [joined('s', 'e'), joined('e', 'web'), joined('web', 'db'), joined('e', 'cache')],
    weightPolicies: [
      {
        ...{ name: 'hot', description: 'what is hot', weight: 7, status: 'inactive' },
        filters: { operator: 'OR', clauses: [{ key: 'event', op: '=', value: 'Hot' }] },
      },
    ],
    catalogService: { description: 'sells', icon: 'cart', alertImpact: { severities: ['critical'] } },
  }
}

/** The same graph with other ids, of another service. */
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

/** A node of which a file says everything. */
export function drawn(id: string, kind: string, label = id) {
  return { id, kind, label, icon: '', params: {}, hierarchyConfig: {}, position: { x: 1, y: 2 } }
}

export function joined(source: string, target: string) {
  return { id: `${source}-${target}`, source, target }
}
