import type { OptionalFields } from '../optional-fields.js'
import type { Edge } from './edge.js'
import type { DrawnNode } from './node.js'
import type { Topology } from './topology.js'

/** A new topology (rules.md#creating-a-topology). If no nodes are sent, the topology gets a single service node. */
export interface TopologyInput extends TopologyPatch {
  readonly name: string
  readonly description: string
  /** The service must not have a topology yet. */
  readonly service: string
}

/** Changes of a topology. Fields that are left out stay unchanged (rules.md#saving-a-topology). */
export interface TopologyPatch extends OptionalFields<Pick<Topology, 'description' | 'serviceKpi' | 'orientation'>> {
  readonly name?: string | undefined
  /** Must be equal to the service of the stored topology. */
  readonly service?: string | null | undefined
  /** The older name of `serviceKpi`. */
  readonly service_kpi?: string | null | undefined
  /** All nodes of the graph. If `nodes` is sent, `edges` must be sent too. */
  readonly nodes?: readonly NodeInput[] | undefined
  readonly edges?: readonly EdgeInput[] | undefined
}

/**
 * A node (rules.md#nodes). If no position is sent, a stored node keeps its position, and the server chooses the
 * position of a new node.
 */
interface NodeInput
  extends Pick<DrawnNode, 'id' | 'kind' | 'label'>,
    Partial<Pick<DrawnNode, 'icon' | 'params' | 'hierarchyConfig' | 'position'>> {}

/** A directed edge from the id of the parent node to the id of the child node (rules.md#edges). */
interface EdgeInput extends Pick<Edge, 'source' | 'target'> {
  /** Default: a new id. */
  readonly id?: string | null | undefined
}
