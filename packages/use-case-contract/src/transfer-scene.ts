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

/** Returns the bytes of a file that contains a document. */
export function fileOf(document: unknown): Uint8Array {
  return new TextEncoder().encode(typeof document === 'string' ? document : JSON.stringify(document))
}

/** Imports a document. The options have the names of the query parameters. */
export async function importing(
  opsgraph: Opsgraph,
  document: unknown,
  { dryRun, changes, ...options }: TopologyImport['options'] & Pick<TopologyImport, 'dryRun' | 'changes'>,
): Promise<TopologyImportReport> {
  return await opsgraph.importTopologies(admin, { body: fileOf(document), options, dryRun, changes })
}

/** Exports every topology, without the time and version of the export. */
export async function exportAll(opsgraph: Opsgraph): Promise<ExportBundle> {
  const { document } = await opsgraph.exportTopologies(admin, { ids: undefined, appVersion: '1' })
  return { ...document, exportedAt: '', topologies: document.topologies.map(unstamped) }
}

export function unstamped(document: ExportDocument): ExportDocument {
  return { ...document, exportedAt: '' }
}

/** Everything that an import can change. */
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

/** Returns, by node id, a text that identifies the node in its topology: kind, environment and label. */
export function identitiesOf({ nodes }: Pick<Topology, 'nodes'>): ReadonlyMap<string, string> {
  return new Map(
    nodes.map(({ id, kind, label, environment }) => [
      id,
      kind === 'service' ? kind : `${kind} ${environment} ${label}`,
    ]),
  )
}

/** Formats the edges as `parent > child`, with the texts of `identitiesOf`. */
export function pairsOf(topology: Pick<Topology, 'nodes' | 'edges'>): readonly string[] {
  const identities = identitiesOf(topology)
  return topology.edges.map(({ source, target }) => `${identities.get(source)} > ${identities.get(target)}`)
}
