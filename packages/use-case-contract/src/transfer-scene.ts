import type {
  ExportBundle,
  ExportDocument,
  Opsgraph,
  Topology,
  TopologyImport,
  TopologyImportReport,
  WeightPolicy,
} from '@opsgraph/core'
import { admin } from './stage.js'

/** A file as its bytes. */
export function fileOf(document: unknown): Uint8Array {
  return new TextEncoder().encode(typeof document === 'string' ? document : JSON.stringify(document))
}

/** Imports a document; options are those of the query. */
export async function importing(
  opsgraph: Opsgraph,
  document: unknown,
  { dryRun, changes, ...options }: Readonly<Record<string, unknown>> & Pick<TopologyImport, 'dryRun' | 'changes'>,
): Promise<TopologyImportReport> {
  return await opsgraph.importTopologies(admin, { body: fileOf(document), options, dryRun, changes })
}

/** Exports every topology, when and by what aside. */
export async function exportAll(opsgraph: Opsgraph): Promise<ExportBundle> {
  const { document } = await opsgraph.exportTopologies(admin, { ids: undefined, appVersion: '1' })
  return { ...document, exportedAt: '', topologies: document.topologies.map(unstamped) }
}

export function unstamped(document: ExportDocument): ExportDocument {
  return { ...document, exportedAt: '' }
}

/** All that an import may change. */
export interface World {
  readonly topologies: readonly Topology[]
  readonly policies: readonly WeightPolicy[]
  readonly services: readonly unknown[]
  readonly relations: readonly unknown[]
}

export async function worldOf(opsgraph: Opsgraph): Promise<World> {
  const page = { pageSize: 1_000 }
  return {
    topologies: (await opsgraph.listTopologies(admin, page)).items,
    policies: (await opsgraph.listWeightPolicies(admin, page)).items,
    services: (await opsgraph.listCatalogServices(admin, page)).items,
    relations: (await opsgraph.listRelations(admin, page)).items,
  }
}

/** What a node stands for. */
export function identitiesOf({ nodes }: Pick<Topology, 'nodes'>): ReadonlyMap<string, string> {
  return new Map(
    nodes.map(({ id, kind, label, environment }) => [
      id,
      kind === 'service' ? kind : `${kind} ${environment} ${label}`,
    ]),
  )
}

/** What the edges join. */
export function pairsOf(topology: Pick<Topology, 'nodes' | 'edges'>): readonly string[] {
  const identities = identitiesOf(topology)
  return topology.edges.map(({ source, target }) => `${identities.get(source)} > ${identities.get(target)}`)
}
