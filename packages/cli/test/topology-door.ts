import type { Issue, TopologyImportReport } from '@opsgraph/core'

/** The body of the answer to an import or a plan. */
export interface ImportAnswer extends Partial<TopologyImportReport> {
  readonly status: 'ok' | 'error'
  readonly message?: string
  readonly errors?: readonly Issue[]
}

/** The options of an import. The query parameters and the flags have the same names. */
export interface ImportQuery {
  readonly mode: 'merge' | 'replace'
  readonly positions?: 'keep' | 'file'
  readonly service?: string
}

/** An interface to import and export topology files: the HTTP API or the command line. */
export interface TopologyDoor {
  readonly plan: (file: unknown, query: ImportQuery) => Promise<ImportAnswer>
  readonly import: (file: unknown, query: ImportQuery) => Promise<ImportAnswer>
  /** Exports topologies as text. One id gives a document; several ids, or no ids, give a bundle. */
  readonly export: (...ids: readonly string[]) => Promise<string>
  /** Calls the HTTP API, to prepare the stored state or to check it. */
  readonly call: <Body>(method: string, path: string, json?: unknown) => Promise<Body>
}

export const PATH = '/api/service_topology'

/** The text of a file; a value that is not a text is written as JSON. */
export function fileText(file: unknown): string {
  return typeof file === 'string' ? file : JSON.stringify(file)
}

export function queryText(query: object): string {
  return new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, `${value}`]),
  ).toString()
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
      drawn('s', 'service', 'Shop'),
      drawn('e', 'environment', 'Production'),
      drawn('web', 'resource'),
      drawn('db', 'resource'),
      drawn('cache', 'resource'),
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
export function drawn(id: string, kind: string, label = id) {
  return { id, kind, label, icon: '', params: {}, hierarchyConfig: {}, position: { x: 1, y: 2 } }
}

export function joined(source: string, target: string) {
  return { id: `${source}-${target}`, source, target }
}
