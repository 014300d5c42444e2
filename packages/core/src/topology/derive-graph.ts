import { environmentsOf, SEVERAL } from './environments-of.js'
import type { Graph } from './graph.js'
import type { GraphIndex } from './graph-index.js'

/** The graph to store: environment and resource of each node derived, repeated edges left out (api.md, Node and Edge). */
export function deriveGraph(index: GraphIndex): Graph {
  const belongings = environmentsOf(index)
  const nodes = index.nodes.map((node, number) => {
    const environment = belongings[number]
    if (environment === SEVERAL) throw new Error(`node ${node.id} is in several environments: the graph is not valid`)
    return { ...node, environment: environment ?? null, resource: node.kind === 'resource' ? node.label : null }
  })
  return { nodes, edges: index.edges }
}
