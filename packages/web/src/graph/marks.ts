import type { AlertCount, Inheritance } from '@opsgraph/draw'

/** What is drawn on a graph in addition to its nodes and edges. These marks change more often than the graph. */
export interface Marks {
  /** The alert counts of nodes, by node id. */
  readonly alerts: ReadonlyMap<string, AlertCount>
  /** The severities that nodes inherit from the nodes below them, by node id. */
  readonly inherited?: ReadonlyMap<string, Inheritance> | undefined
  /** The selected node and the nodes above and below it. All other nodes are faded. */
  readonly emphasis: Emphasis | undefined
  /** The ids of suggested nodes. Edges to these nodes are drawn as suggested too. */
  readonly suggested: ReadonlySet<string>
  /** The ids of nodes and edges that break a rule. */
  readonly faulty?: { readonly nodes: ReadonlySet<string>; readonly edges: ReadonlySet<string> } | undefined
}

export interface Emphasis {
  readonly selected: string
  /** The ids of the selected node and of the nodes above and below it. If `undefined`, no node is faded. */
  readonly nodes: ReadonlySet<string> | undefined
}

export const NO_MARKS: Marks = { alerts: new Map(), emphasis: undefined, suggested: new Set() }
