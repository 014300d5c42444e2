import type { Orientation, Topology } from '@opsgraph/core'
import type { AlertCounts } from './alert-counts.js'

/** The part of a topology that a picture needs. The graph must be valid. */
export type DrawnTopology = Pick<Topology, 'name' | 'service' | 'orientation' | 'nodes' | 'edges'>

export interface PictureOptions {
  /** Default: the topology's orientation. If it differs, the nodes are laid out again. */
  readonly orientation?: Orientation | undefined
  /** True to lay out all nodes again, even if they have positions. */
  readonly isLaidOut?: boolean | undefined
  /** The ids of nodes without a position. They are laid out around the others. */
  readonly unplaced?: ReadonlySet<string> | undefined
  /** Alerts to show on the nodes. */
  readonly alerts?: AlertCounts | undefined
  /** The ids of nodes that are only suggested. An edge to such a node is suggested too. */
  readonly suggested?: ReadonlySet<string> | undefined
}
