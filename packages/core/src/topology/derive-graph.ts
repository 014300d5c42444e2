import type { DrawnNode, Graph, GraphInput, Node } from './graph.js'
import { type GraphIndex, indexGraph } from './graph-index.js'

/**
 * Converts a checked graph to the graph to store: derives the environment and the resource of each node, and removes
 * repeated edges (rules.md#nodes; rules.md#edges).
 */
export function deriveGraph(index: GraphIndex): Graph {
  const belongings = environmentsOf(index)
  const nodes = index.nodes.map((node, number) => {
    const environment = belongings[number]
    if (environment === SEVERAL) throw new Error(`node ${node.id} is in several environments: the graph is not valid`)
    return described(node, environment)
  })
  return { nodes, edges: index.edges }
}

/**
 * Derives the environment and the resource of each node of a graph that may break rules, for example to display the
 * graph. Unlike {@link deriveGraph}, this function removes no edges. A node below several environments gets no
 * environment.
 */
export function deriveInvalidGraph(graph: GraphInput): Graph {
  const belongings = environmentsOf(indexGraph(graph))
  const nodes = graph.nodes.map((node, number) => {
    const environment = belongings[number]
    return described(node, environment === SEVERAL ? undefined : environment)
  })
  return { nodes, edges: graph.edges }
}

function described(node: DrawnNode, environment: string | undefined): Node {
  return { ...node, environment: environment ?? null, resource: node.kind === 'resource' ? node.label : null }
}

/** Stands for the environment of a node that belongs to several environments. */
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
