import type { GraphIndex } from './graph-index.js'

export const SEVERAL: unique symbol = Symbol('several environments')
/** Where a node belongs: to no environment, to the one with this label, or to several. */
export type Belonging = undefined | string | typeof SEVERAL

/**
 * For each node number, the environment that is reachable upwards (rules.md#edges-4). Environments are told apart by
 * label. Cycles do no harm: a node is visited at most twice, once for its first environment and once for its second.
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
