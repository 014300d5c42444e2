import type { CatalogService } from '../catalog/catalog-service.js'
import type { WeightPolicy } from '../policy/policy.js'
import type { SentPolicy } from '../policy/read-policy.js'
import type { Graph } from '../topology/graph.js'
import type { Node } from '../topology/node.js'
import type { TopologyFields } from '../topology/read-topology.js'

/** The part of a file about one topology, read and validated. */
export interface TopologyDocument {
  /** Its path in the file, the prefix of all paths within it: `` or `topologies[3].`. */
  readonly at: string
  readonly service: string
  /** Fields that are missing in the file are absent. */
  readonly fields: TopologyFields
  /** The id in the file, if it is a UUID. */
  readonly id: string | undefined
  /** An edge without an id in the file has an empty id. */
  readonly graph: Graph
  /** For each node, by id, the optional fields that are missing in the file. Nodes with all fields are not included. */
  readonly silence: ReadonlyMap<string, ReadonlySet<OptionalField>>
  /** True if it was a tree of an earlier release. The ids of its nodes are then new and meaningless. */
  readonly isLegacy: boolean
  readonly weightPolicies: readonly DocumentPolicy[]
  /** Fields that are missing in the file are absent; `null` if the file has no catalog entry. */
  readonly catalogService: Partial<Omit<CatalogService, 'serviceId'>> | null
}

/** Fields of a node that a file may leave out. In merge mode they then stay as stored. */
export const OPTIONAL_FIELDS = [
  'icon',
  'params',
  'hierarchyConfig',
  'position',
] as const satisfies readonly (keyof Node)[]
export type OptionalField = (typeof OPTIONAL_FIELDS)[number]

/** The name and effect of a weight policy. */
export type PolicyContent = Omit<SentPolicy<WeightPolicy>, 'topologyId'>

export interface DocumentPolicy extends PolicyContent {
  /** The id in the file, if it is a UUID. */
  readonly id: string | undefined
  /** The fields that are missing in the file. In merge mode they stay as stored. */
  readonly silence: ReadonlySet<keyof PolicyContent>
}
