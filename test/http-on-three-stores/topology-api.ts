import type {
  AuditEntry,
  CatalogService,
  Issue,
  Relation,
  Topology,
  TopologyImportReport,
  TopologyPreview,
  WeightPolicy,
} from '../../packages/core/src/index.js'
import type { TestServer } from '../../packages/http/test/test-server.js'
import { bankDocument, fileText, PATH, shopDocument } from './topology-files.js'

/** The body of the answer to an import or a plan. */
export interface ImportAnswer extends Partial<TopologyImportReport> {
  readonly status: 'ok' | 'error'
  readonly message?: string
  readonly errors?: readonly Issue[]
}

/** The query of an import. */
interface ImportQuery {
  readonly mode: 'merge' | 'replace'
  readonly positions?: 'keep' | 'file'
  readonly service?: string
}

/** Imports and exports topology files over the HTTP API. */
export interface TopologyApi {
  readonly plan: (file: unknown, query: ImportQuery) => Promise<ImportAnswer>
  readonly import: (file: unknown, query: ImportQuery) => Promise<ImportAnswer>
  /** Exports topologies as text. One id gives a document; several ids, or no ids, give a bundle. */
  readonly export: (...ids: readonly string[]) => Promise<string>
  /** Calls the HTTP API, to prepare the stored state or to check it. */
  readonly call: <Body>(method: string, path: string, json?: unknown) => Promise<Body>
}

/** The API of a test server. Throws if the status of an answer to an import differs from its body. */
export function topologyApi(server: { readonly current: TestServer }): TopologyApi {
  const send = async (file: unknown, query: object) => {
    const texts = Object.entries(query).map(([key, value]): [string, string] => [key, `${value}`])
    const { body, status } = await server.current.call('POST', `${PATH}/import?${new URLSearchParams(texts)}`, {
      body: fileText(file),
    })
    if (status !== (body.status === 'ok' ? 200 : 400)) throw new Error(`the server answers ${status}`)
    return body as unknown as ImportAnswer
  }
  return {
    plan: async (file, query) => await send(file, { ...query, dryRun: 1 }),
    import: async (file, query) => await send(file, query),
    export: async (...ids) => {
      const [id, ...more] = ids
      const one = id !== undefined && more.length === 0
      const path = one ? `${PATH}/${id}/export` : `${PATH}/export${id === undefined ? '' : `?ids=${ids.join(',')}`}`
      return (await server.current.call('GET', path)).text
    },
    call: async <Body>(method: string, path: string, json?: unknown) => {
      const { body } = await server.current.call(method, path, json === undefined ? {} : { json })
      return body as Body
    },
  }
}

/** Reads all stored topologies. */
export async function topologiesOf(api: TopologyApi): Promise<readonly Topology[]> {
  return (await api.call<{ topologies: readonly Topology[] }>('GET', PATH)).topologies
}

export async function topologyOf(api: TopologyApi, service: string): Promise<Topology> {
  return (await api.call<{ topology: Topology }>('GET', `${PATH}/${service}?column=service_name`)).topology
}

export async function idOfService(api: TopologyApi, service: string): Promise<string> {
  return (await topologyOf(api, service)).id
}

export async function policiesOf(api: TopologyApi): Promise<readonly WeightPolicy[]> {
  return (await api.call<{ topologies: readonly WeightPolicy[] }>('GET', `${PATH}_policy`)).topologies
}

export async function servicesOf(api: TopologyApi): Promise<readonly CatalogService[]> {
  return (await api.call<{ services: readonly CatalogService[] }>('GET', '/api/service_catalog')).services
}

export async function relationsOf(api: TopologyApi): Promise<readonly Relation[]> {
  return (await api.call<{ relations: readonly Relation[] }>('GET', '/api/resources/relations')).relations
}

/** Reads the audit entries, newest first. */
export async function auditOf(api: TopologyApi): Promise<readonly AuditEntry[]> {
  return (await api.call<{ audit: readonly AuditEntry[] }>('GET', '/api/audit')).audit
}

/** Returns counters. A counter that is not given is 0. */
export function numbers(some: Readonly<Partial<Record<'create' | 'update' | 'remove' | 'unchanged', number>>>) {
  return { create: 0, update: 0, remove: 0, unchanged: 0, ...some }
}

/** Creates the topology of `shop` or `bank`, without an import. */
export async function createTopology(api: TopologyApi, service: 'shop' | 'bank'): Promise<Topology> {
  const { nodes, edges } = service === 'shop' ? shopDocument() : bankDocument()
  const body = { name: service, description: 'drawn', service, nodes, edges }
  return (await api.call<{ topology: Topology }>('POST', PATH, body)).topology
}

/** Plans the import of a file with one topology, and returns the preview of this topology. */
export async function previewOf(api: TopologyApi, ...sent: Parameters<TopologyApi['plan']>): Promise<TopologyPreview> {
  const { previews: [preview] = [] } = await api.plan(...sent)
  if (preview === undefined) throw new Error('a preview was expected')
  return preview
}
