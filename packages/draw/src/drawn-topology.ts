import type { Orientation, Topology } from '@opsgraph/core'
import type { AlertCounts } from './alert-counts.js'

/**
 * The fields of a topology that a picture needs. The nodes and edges must form a valid graph
 * (rules.md#graph-validation).
 */
export type DrawnTopology = Pick<Topology, 'name' | 'service' | 'orientation' | 'nodes' | 'edges'>

export interface PictureOptions {
  /** Default: the topology's orientation. */
  readonly orientation?: Orientation | undefined
  /**
   * True to lay out all nodes again, including nodes with positions. Default: true if `orientation` differs from the
   * topology's orientation.
   */
  readonly isLaidOut?: boolean | undefined
  /**
   * The ids of nodes that have no stored position. Their field `position` is ignored, and the picture places these
   * nodes in free space.
   */
  readonly unplaced?: ReadonlySet<string> | undefined
  /** The alerts to show on the nodes. */
  readonly alerts?: AlertCounts | undefined
  /** The number of nodes of the topology that the picture leaves out. The picture shows this number. */
  readonly leftOut?: number | undefined
  /**
   * The ids of suggested nodes, which are not stored yet (rules.md#suggestions). An edge to such a node is shown as
   * suggested, too.
   */
  readonly suggested?: ReadonlySet<string> | undefined
}
