import type { DrawnNode, Graph, GraphInput, Node } from './graph.js'
import { type GraphIndex, indexGraph } from './graph-index.js'

/**
 * Converts a checked graph to the graph to store: derives the environment and the resource of each node, and removes
 * repeated edges (rules.md#nodes; rules.md#edges).
 */
export function deriveGraph(index: GraphIndex): Graph {
  const environments = findEnvironments(index)
  const nodes = index.nodes.map((node, number) => {
    const environment = environments[number]
    if (environment === SEVERAL_ENVIRONMENTS_SYMBOL)
      throw new Error(`node ${node.id} is in several environments: the graph is not valid`)
    return withEnvironment(node, environment)
  })
  return { nodes, edges: index.edges }
}

/**
 * Derives the environment and the resource of each node of a graph that may break rules, for example to display the
 * graph. Unlike {@link deriveGraph}, this function removes no edges. A node below several environments gets no
 * environment.
 */
export function deriveInvalidGraph(graph: GraphInput): Graph {
  const environments = findEnvironments(indexGraph(graph))
  const nodes = graph.nodes.map((node, number) => {
    const environment = environments[number]
    return withEnvironment(node, environment === SEVERAL_ENVIRONMENTS_SYMBOL ? undefined : environment)
  })
  return { nodes, edges: graph.edges }
}

function withEnvironment(node: DrawnNode, environment: string | undefined): Node {
  return { ...node, environment: environment ?? null, resource: node.kind === 'resource' ? node.label : null }
}

/** Stands for the environment of a node that belongs to several environments. */
export const SEVERAL_ENVIRONMENTS_SYMBOL: unique symbol = Symbol('several environments')
/**
 * The environment of a node: `undefined` = no environment, a text = the label of the only environment, {@link
 * SEVERAL_ENVIRONMENTS_SYMBOL} = the node has more than one environment.
 */
export type NodeEnvironment = undefined | string | typeof SEVERAL_ENVIRONMENTS_SYMBOL

/**
 * The environment above each node, by node number (rules.md#edges-4). Environments are identified by label. Each
 * resource node is visited at most twice: when the first environment above it is found, and when a second environment
 * is found. So the search also ends if the graph has cycles.
 */
export function findEnvironments({
  nodes,
  children,
}: Pick<GraphIndex, 'nodes' | 'children'>): readonly NodeEnvironment[] {
  const environments: NodeEnvironment[] = nodes.map((node) => (node.kind === 'environment' ? node.label : undefined))
  const pending = [...nodes.keys()].filter((number) => nodes[number]?.kind === 'environment')
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    for (const child of children[number] ?? []) {
      const combined = combineEnvironments(environments[child], environments[number])
      if (nodes[child]?.kind !== 'resource' || combined === environments[child]) continue
      environments[child] = combined
      pending.push(child)
    }
  }
  return environments
}

function combineEnvironments(current: NodeEnvironment, arriving: NodeEnvironment): NodeEnvironment {
  return current === undefined || current === arriving ? arriving : SEVERAL_ENVIRONMENTS_SYMBOL
}
