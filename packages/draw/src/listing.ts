import type { Node } from '@opsgraph/core'
import { groupBy } from '@opsgraph/core/pure'
import type { AlertCount, Inheritance } from './alert-counts.js'
import type { DrawnTopology, PictureOptions } from './drawn-topology.js'
import { shortenText, visibleLabel } from './visible-text.js'

/** The maximum number of characters of a label. Longer labels would make boxes too wide in DOT and Mermaid. */
const MAX_LABEL_CHARACTERS = 60

/** A node in a format that another program lays out (DOT or Mermaid). */
export interface ListedNode {
  /** An id that is valid in DOT and in Mermaid. The nodes of a topology get the same ids every time. */
  readonly id: string
  readonly node: Node
  /** The label on one line, without invisible characters, and shortened. */
  readonly label: string
  readonly alerts: AlertCount | undefined
  readonly inherited: Inheritance | undefined
  readonly isSuggested: boolean
}

export interface TopologyListing {
  /** The nodes that are in no environment. */
  readonly outside: readonly ListedNode[]
  readonly environments: readonly { readonly label: string; readonly nodes: readonly ListedNode[] }[]
  readonly edges: readonly { readonly from: string; readonly to: string; readonly isSuggested: boolean }[]
}

/** Prepares a topology for DOT and Mermaid: its nodes by environment, and its edges. */
export function createListing({ nodes, edges }: DrawnTopology, options: PictureOptions): TopologyListing {
  const { alerts, suggested = new Set() } = options
  const ids = new Map(nodes.map(({ id }, number) => [id, `n${number}`]))
  const listed = nodes.map((node, number) => ({
    id: `n${number}`,
    node,
    label: shortenText(visibleLabel(node.label), MAX_LABEL_CHARACTERS),
    alerts: alerts?.byNode.get(node.id),
    inherited: alerts?.inherited.get(node.id),
    isSuggested: suggested.has(node.id),
  }))
  const groups = groupBy(listed, ({ node }) => node.environment)
  return {
    outside: groups.get(null) ?? [],
    environments: [...groups].flatMap(([environment, inside]) =>
      environment === null
        ? []
        : [{ label: shortenText(visibleLabel(environment), MAX_LABEL_CHARACTERS), nodes: inside }],
    ),
    edges: edges.flatMap(({ source, target }) => {
      const [from, to] = [ids.get(source), ids.get(target)]
      return from === undefined || to === undefined ? [] : [{ from, to, isSuggested: suggested.has(target) }]
    }),
  }
}
