import type { CatalogService } from '../catalog/catalog-service.js'
import type { WeightPolicy } from '../policy/policy.js'
import type { SentPolicy } from '../policy/read-policy.js'
import type { Graph } from '../topology/graph.js'
import type { Node } from '../topology/node.js'
import type { TopologyFields } from '../topology/read-topology.js'

/** What a file says of one topology, read and valid on its own. */
export interface TopologyDocument {
  /** Where it stands in the file, before each path: `` or `topologies[3].`. */
  readonly at: string
  readonly service: string
  /** Fields that the file is silent about are absent. */
  readonly fields: TopologyFields
  /** Its id where it comes from, if that is a UUID. */
  readonly id: string | undefined
  /** Edges that came without an id have an empty one. */
  readonly graph: Graph
  /** What the file does not say of a node, by its id; nodes of which it says everything are not in here. */
  readonly silence: ReadonlyMap<string, ReadonlySet<OptionalField>>
  /** Whether it was a tree of an earlier release: the ids of its nodes are new, and mean nothing. */
  readonly isLegacy: boolean
  readonly weightPolicies: readonly DocumentPolicy[]
  /** Fields that the file is silent about are absent; `null` when it says nothing at all. */
  readonly catalogService: Partial<Omit<CatalogService, 'serviceId'>> | null
}

/** What a file may leave out of a node: to merge it then changes nothing. */
export const OPTIONAL_FIELDS = [
  'icon',
  'params',
  'hierarchyConfig',
  'position',
] as const satisfies readonly (keyof Node)[]
export type OptionalField = (typeof OPTIONAL_FIELDS)[number]

/** What a weight policy does, under which name. */
export type PolicyContent = Omit<SentPolicy<WeightPolicy>, 'topologyId'>

export interface DocumentPolicy extends PolicyContent {
  /** Its id where it comes from, if that is a UUID. */
  readonly id: string | undefined
  /** What the file does not say of it: to merge it then changes nothing. */
  readonly silence: ReadonlySet<keyof PolicyContent>
}
