import type { Orientation, Topology } from '@opsgraph/core'
import type { AlertCounts } from './alert-counts.js'

/** What a picture needs of a topology; its graph is a valid one. */
export type DrawnTopology = Pick<Topology, 'name' | 'service' | 'orientation' | 'nodes' | 'edges'>

export interface PictureOptions {
  /** By default the topology's own; another one means that the nodes are laid out anew. */
  readonly orientation?: Orientation | undefined
  /** Whether nodes are laid out anew even where they have positions. */
  readonly isLaidOut?: boolean | undefined
  /** The ids of nodes that have no position: they are laid out around the others. */
  readonly unplaced?: ReadonlySet<string> | undefined
  /** Alerts to show on the nodes. */
  readonly alerts?: AlertCounts | undefined
  /** The ids of nodes that are only proposed; an edge to such a node is too. */
  readonly suggested?: ReadonlySet<string> | undefined
}
