import type { AlertCount } from '@opsgraph/core/browser'

/** What is shown of a graph besides itself: it changes while the graph stays. */
export interface Marks {
  /** The alerts on nodes, by id. */
  readonly alerts: ReadonlyMap<string, AlertCount>
  /** The node that is selected, with all that it hangs on; the rest steps back. */
  readonly emphasis: Emphasis | undefined
  /** Nodes that are only proposed, by id; an edge to such a node is too. */
  readonly suggested: ReadonlySet<string>
  /** What breaks a rule: ids of nodes, and of edges. */
  readonly faulty?: { readonly nodes: ReadonlySet<string>; readonly edges: ReadonlySet<string> } | undefined
}

export interface Emphasis {
  readonly selected: string
  /** Ids of the nodes above and below, the selected one among them; `undefined` = nothing steps back. */
  readonly nodes: ReadonlySet<string> | undefined
}

export const NO_MARKS: Marks = { alerts: new Map(), emphasis: undefined, suggested: new Set() }
