import type {
  AuditEntry,
  CatalogService,
  Issue,
  Relation,
  Topology,
  TopologyImportReport,
  TopologyPreview,
  WeightPolicy,
} from '@opsgraph/core'

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
export interface TopologyEntryPoint {
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

/** Reads all stored topologies over the HTTP API. */
export async function topologiesOf(entry: TopologyEntryPoint): Promise<readonly Topology[]> {
  return (await entry.call<{ topologies: readonly Topology[] }>('GET', PATH)).topologies
}

export async function topologyOf(entry: TopologyEntryPoint, service: string): Promise<Topology> {
  return (await entry.call<{ topology: Topology }>('GET', `${PATH}/${service}?column=service_name`)).topology
}

export async function idOfService(entry: TopologyEntryPoint, service: string): Promise<string> {
  return (await topologyOf(entry, service)).id
}

export async function policiesOf(entry: TopologyEntryPoint): Promise<readonly WeightPolicy[]> {
  return (await entry.call<{ topologies: readonly WeightPolicy[] }>('GET', `${PATH}_policy`)).topologies
}

export async function servicesOf(entry: TopologyEntryPoint): Promise<readonly CatalogService[]> {
  return (await entry.call<{ services: readonly CatalogService[] }>('GET', '/api/service_catalog')).services
}

export async function relationsOf(entry: TopologyEntryPoint): Promise<readonly Relation[]> {
  return (await entry.call<{ relations: readonly Relation[] }>('GET', '/api/resources/relations')).relations
}

/** Reads the audit entries, newest first. */
export async function auditOf(entry: TopologyEntryPoint): Promise<readonly AuditEntry[]> {
  return (await entry.call<{ audit: readonly AuditEntry[] }>('GET', '/api/audit')).audit
}

/** Returns counters. A counter that is not given is 0. */
export function numbers(some: Readonly<Partial<Record<'create' | 'update' | 'remove' | 'unchanged', number>>>) {
  return { create: 0, update: 0, remove: 0, unchanged: 0, ...some }
}

/** Creates the topology of `shop` or `bank` over the HTTP API, without an import. */
export async function createTopology(entry: TopologyEntryPoint, service: 'shop' | 'bank'): Promise<Topology> {
  const { nodes, edges } = service === 'shop' ? shopDocument() : bankDocument()
  const body = { name: service, description: 'drawn', service, nodes, edges }
  return (await entry.call<{ topology: Topology }>('POST', PATH, body)).topology
}

/** Plans the import of a file with one topology, and returns the preview of this topology. */
export async function previewOf(
  entry: TopologyEntryPoint,
  ...sent: Parameters<TopologyEntryPoint['plan']>
): Promise<TopologyPreview> {
  const { previews: [preview] = [] } = await entry.plan(...sent)
  if (preview === undefined) throw new Error('a preview was expected')
  return preview
}
