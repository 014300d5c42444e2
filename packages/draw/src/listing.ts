import type { Node } from '@opsgraph/core'
import { groupBy } from '@opsgraph/core/pure'
import type { AlertCount } from './alert-counts.js'
import type { DrawnTopology, PictureOptions } from './drawn-topology.js'
import { shortened, visibleLabel } from './visible-text.js'

/** Maximum characters of a label in formats whose boxes grow with it. */
const LONGEST = 60

/** A node of a picture that another program lays out. */
export interface ListedNode {
  /** Safe in every format, and the same for the same topology. */
  readonly id: string
  readonly node: Node
  /** The visible part of the label, on one line, shortened. */
  readonly label: string
  readonly alerts: AlertCount | undefined
  readonly isSuggested: boolean
}

export interface Listing {
  /** Nodes in no environment. */
  readonly outside: readonly ListedNode[]
  readonly environments: readonly { readonly label: string; readonly nodes: readonly ListedNode[] }[]
  readonly edges: readonly { readonly from: string; readonly to: string; readonly isSuggested: boolean }[]
}

/** A topology for the languages of other programs: its nodes by environment, and its edges. */
export function listingOf({ nodes, edges }: DrawnTopology, options: PictureOptions): Listing {
  const { alerts, suggested = new Set() } = options
  const ids = new Map(nodes.map(({ id }, number) => [id, `n${number}`]))
  const listed = nodes.map((node, number) => ({
    id: `n${number}`,
    node,
    label: shortened(visibleLabel(node.label), LONGEST),
    alerts: alerts?.byNode.get(node.id),
    isSuggested: suggested.has(node.id),
  }))
  const groups = groupBy(listed, ({ node }) => node.environment)
  return {
    outside: groups.get(null) ?? [],
    environments: [...groups].flatMap(([environment, inside]) =>
      environment === null ? [] : [{ label: shortened(visibleLabel(environment), LONGEST), nodes: inside }],
    ),
    edges: edges.flatMap(({ source, target }) => {
      const [from, to] = [ids.get(source), ids.get(target)]
      return from === undefined || to === undefined ? [] : [{ from, to, isSuggested: suggested.has(target) }]
    }),
  }
}
