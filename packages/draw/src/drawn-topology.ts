import type { Orientation, Topology } from '@opsgraph/core'
import type { AlertCounts } from './alert-counts.js'

/**
 * The fields of a topology that a picture needs. The nodes and edges must form a valid graph
 * (rules.md#graph-validation).
 */
export type DrawnTopology = Pick<Topology, 'name' | 'service' | 'orientation' | 'nodes' | 'edges'>

export interface PictureOptions {
  /** The direction in which the picture is drawn; default: the orientation of the topology. */
  readonly orientation?: Orientation | undefined
  /**
   * Whether to lay out all nodes again, including nodes with positions. Default: only if `orientation` differs from the
   * orientation of the topology.
   */
  readonly isLaidOut?: boolean | undefined
  /**
   * The ids of nodes without a stored position. Their field `position` is ignored, and the picture puts them into free
   * space.
   */
  readonly unplaced?: ReadonlySet<string> | undefined
  /** The alerts to show on the nodes. */
  readonly alerts?: AlertCounts | undefined
  /** The number of nodes of the topology that the picture leaves out. The picture shows this number. */
  readonly leftOut?: number | undefined
  /**
   * The ids of suggested nodes, which are not stored yet (rules.md#suggestions). Edges to these nodes are shown as
   * suggested too.
   */
  readonly suggested?: ReadonlySet<string> | undefined
}
