import type { AlertCount, DrawnTopology, Inheritance, Rect } from '@opsgraph/draw'
import type { Palette } from './palette.js'
import type { PlacedGraph } from './placed-graph.js'

export type Pen = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D

/** Everything that a paint function needs. */
export interface Painting {
  readonly pen: Pen
  readonly topology: DrawnTopology
  readonly placed: PlacedGraph
  readonly marks: Marks
  readonly palette: Palette
  /** The part of the graph to paint, in pixels of the graph. */
  readonly visible: Rect
  /** The scale of the graph. Details that would be too small to read are left out or enlarged. */
  readonly scale: number
}

/** What is painted in addition to the nodes and edges of a graph. These marks change more often than the graph. */
export interface Marks {
  /** The alert counts of nodes, by node id. */
  readonly alerts: ReadonlyMap<string, AlertCount>
  /** The severities that nodes inherit from the nodes below them, by node id. */
  readonly inherited?: ReadonlyMap<string, Inheritance> | undefined
  /** The selected node and the nodes above and below it. All other nodes are faded. */
  readonly emphasis: Emphasis | undefined
  /** The ids of suggested nodes. Edges to these nodes are painted as suggested too. */
  readonly suggested: ReadonlySet<string>
  /** The ids of nodes and edges that break a rule. */
  readonly faulty?: { readonly nodes: ReadonlySet<string>; readonly edges: ReadonlySet<string> } | undefined
}

interface Emphasis {
  readonly selected: string
  /** The ids of the selected node and of the nodes above and below it. If `undefined`, no node is faded. */
  readonly nodes: ReadonlySet<string> | undefined
}

export const NO_MARKS: Marks = { alerts: new Map(), emphasis: undefined, suggested: new Set() }
