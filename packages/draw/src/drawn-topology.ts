import type { Orientation, Topology } from '@opsgraph/core'
import type { AlertCounts } from './alert-counts.js'

/** The part of a topology that a picture needs. The graph must be valid. */
export type DrawnTopology = Pick<Topology, 'name' | 'service' | 'orientation' | 'nodes' | 'edges'>

export interface PictureOptions {
  /** Default: the topology's orientation. With any other orientation, all nodes are laid out again. */
  readonly orientation?: Orientation | undefined
  /** True to lay out all nodes again, including nodes with positions. */
  readonly isLaidOut?: boolean | undefined
  /** The ids of nodes without a position. The picture places these nodes around the other nodes. */
  readonly unplaced?: ReadonlySet<string> | undefined
  /** The alerts to show on the nodes. */
  readonly alerts?: AlertCounts | undefined
  /** The number of nodes of the topology that the picture leaves out. The picture shows this number. */
  readonly leftOut?: number | undefined
  /** The ids of suggested nodes. An edge to such a node is shown as suggested too. */
  readonly suggested?: ReadonlySet<string> | undefined
}
