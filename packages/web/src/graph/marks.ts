import type { AlertCount } from '@opsgraph/draw'

/** The marks drawn on a graph. They change more often than the graph. */
export interface Marks {
  /** The alert counts of nodes, by node id. */
  readonly alerts: ReadonlyMap<string, AlertCount>
  /** The selected node and the nodes above and below it; the rest is faded. */
  readonly emphasis: Emphasis | undefined
  /** The ids of suggested nodes; an edge to such a node is drawn as suggested too. */
  readonly suggested: ReadonlySet<string>
  /** The ids of nodes and edges that break a rule. */
  readonly faulty?: { readonly nodes: ReadonlySet<string>; readonly edges: ReadonlySet<string> } | undefined
}

export interface Emphasis {
  readonly selected: string
  /** Ids of the selected node and of those above and below it; `undefined` = nothing is faded. */
  readonly nodes: ReadonlySet<string> | undefined
}

export const NO_MARKS: Marks = { alerts: new Map(), emphasis: undefined, suggested: new Set() }
