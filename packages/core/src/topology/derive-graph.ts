import { environmentsOf, SEVERAL } from './environments-of.js'
import type { Graph, GraphInput } from './graph.js'
import { type GraphIndex, indexGraph } from './graph-index.js'
import type { DrawnNode, Node } from './node.js'

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
