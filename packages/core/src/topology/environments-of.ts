import type { GraphIndex } from './graph-index.js'

export const SEVERAL: unique symbol = Symbol('several environments')
/**
 * The environment of a node: `undefined` = no environment, a text = the label of the only environment, `SEVERAL` = the
 * node has more than one environment.
 */
export type Belonging = undefined | string | typeof SEVERAL

/**
 * The environment above each node, by node number (rules.md#edges-4). Environments are identified by label. Each
 * resource node is visited at most twice: when the first environment above it is found, and when a second environment
 * is found. So the search also ends if the graph has cycles.
 */
export function environmentsOf({ nodes, children }: Pick<GraphIndex, 'nodes' | 'children'>): readonly Belonging[] {
  const belongings: Belonging[] = nodes.map((node) => (node.kind === 'environment' ? node.label : undefined))
  const pending = [...nodes.keys()].filter((number) => nodes[number]?.kind === 'environment')
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    for (const child of children[number] ?? []) {
      const joined = join(belongings[child], belongings[number])
      if (nodes[child]?.kind !== 'resource' || joined === belongings[child]) continue
      belongings[child] = joined
      pending.push(child)
    }
  }
  return belongings
}

function join(known: Belonging, arriving: Belonging): Belonging {
  return known === undefined || known === arriving ? arriving : SEVERAL
}
