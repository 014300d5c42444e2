import type { CatalogService } from '../catalog/catalog-service.js'
import type { SentWeightPolicy } from '../policy/policy.js'
import type { Graph, Node } from '../topology/graph.js'
import type { TopologyFields } from '../topology/read-topology.js'

/** The part of a file that describes one topology, after reading and validation. */
export interface TopologyDocument {
  /** The beginning of the path of every issue in this document: an empty text, or for example `topologies[3].`. */
  readonly at: string
  readonly service: string
  /** Contains only the fields that the file contains. */
  readonly fields: TopologyFields
  /** The id of the topology in the file, if this id is a UUID. */
  readonly id: string | undefined
  /** The graph of the document. If an edge has no id in the file, its id here is empty. */
  readonly graph: Graph
  /** The optional fields that are missing in the file, by node id. A node without missing fields has no entry. */
  readonly silence: ReadonlyMap<string, ReadonlySet<OptionalField>>
  /** True if the document was a tree of an earlier release. In this case, the nodes in `graph` have new ids. */
  readonly isLegacy: boolean
  readonly weightPolicies: readonly DocumentPolicy[]
  /** Contains only the fields that the file contains; `null` if the file has no catalog entry. */
  readonly catalogService: Partial<Omit<CatalogService, 'serviceId'>> | null
}

/** The fields of a node that may be missing in a file. In merge mode, missing fields keep their stored values. */
export const OPTIONAL_FIELDS = [
  'icon',
  'params',
  'hierarchyConfig',
  'position',
] as const satisfies readonly (keyof Node)[]
export type OptionalField = (typeof OPTIONAL_FIELDS)[number]

/** The fields of a weight policy that a caller sets, except its topology. */
export type PolicyContent = Omit<SentWeightPolicy, 'topologyId'>

export interface DocumentPolicy extends PolicyContent {
  /** The id of the policy in the file, if this id is a UUID. */
  readonly id: string | undefined
  /** The fields that are missing in the file. In merge mode, missing fields keep their stored values. */
  readonly silence: ReadonlySet<keyof PolicyContent>
}
