import type { CatalogService } from '../catalog/catalog-service.js'
import type { WeightPolicy } from '../policy/policy.js'
import type { SentPolicy } from '../policy/read-policy.js'
import type { Graph } from '../topology/graph.js'
import type { Node } from '../topology/node.js'
import type { TopologyFields } from '../topology/read-topology.js'

/** The part of a file about one topology, read and validated. */
export interface TopologyDocument {
  /** The prefix of all paths within the document: empty, or for example `topologies[3].`. */
  readonly at: string
  readonly service: string
  /** Fields that are missing in the file are absent. */
  readonly fields: TopologyFields
  /** The id in the file, if it is a UUID. */
  readonly id: string | undefined
  /** The graph of the document. If an edge has no id in the file, its id here is empty. */
  readonly graph: Graph
  /** The optional fields of each node that are missing in the file, by node id. A node with all fields has no entry. */
  readonly silence: ReadonlyMap<string, ReadonlySet<OptionalField>>
  /** True if the document was a tree of an earlier release. The ids of its nodes are then new. */
  readonly isLegacy: boolean
  readonly weightPolicies: readonly DocumentPolicy[]
  /** Fields that are missing in the file are absent; `null` if the file has no catalog entry. */
  readonly catalogService: Partial<Omit<CatalogService, 'serviceId'>> | null
}

/** Fields of a node that a file may omit. In merge mode, omitted fields keep their stored values. */
export const OPTIONAL_FIELDS = [
  'icon',
  'params',
  'hierarchyConfig',
  'position',
] as const satisfies readonly (keyof Node)[]
export type OptionalField = (typeof OPTIONAL_FIELDS)[number]

/** The fields that define a weight policy, without its topology. */
export type PolicyContent = Omit<SentPolicy<WeightPolicy>, 'topologyId'>

export interface DocumentPolicy extends PolicyContent {
  /** The id in the file, if it is a UUID. */
  readonly id: string | undefined
  /** The fields that are missing in the file. In merge mode, they keep their stored values. */
  readonly silence: ReadonlySet<keyof PolicyContent>
}
