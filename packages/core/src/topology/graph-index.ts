import type { Edge } from './edge.js'
import type { DrawnGraph } from './graph.js'
import type { DrawnNode } from './node.js'

/** An edge that does not join two different nodes. */
export interface FaultyEdge {
  readonly edge: Edge
  /** Its place in the list of edges. */
  readonly index: number
}

/**
 * A drawn graph by node number (the place in `nodes`), made once so that every rule is linear. Of nodes that share an
 * id only the first is joined by edges.
 */
export class GraphIndex {
  /** The number of the service node; -1 when there is none. */
  readonly service: number
  /** Numbers of the direct parents and children of each node. */
  readonly parents: readonly number[][]
  readonly children: readonly number[][]
  /** The edges that join two nodes; of a repeated (source, target) pair the first. */
  readonly edges: Edge[] = []
  /** The edges that do not. */
  readonly faultyEdges: FaultyEdge[] = []
  /** Numbers of the nodes whose id an earlier node has. */
  readonly duplicates = new Set<number>()
  readonly #numbers = new Map<string, number>()
  readonly #joined = new Set<number>()

  constructor(readonly graph: DrawnGraph) {
    const { nodes, edges } = graph
    this.service = nodes.findIndex((node) => node.kind === 'service')
    this.parents = nodes.map(() => [])
    this.children = nodes.map(() => [])
    for (const [number, node] of nodes.entries()) {
      if (this.#numbers.has(node.id)) this.duplicates.add(number)
      else this.#numbers.set(node.id, number)
    }
    for (const [index, edge] of edges.entries()) this.#join(edge, index)
  }

  get nodes(): readonly DrawnNode[] {
    return this.graph.nodes
  }

  /** The number of the (first) node with this id. */
  numberOf(id: string): number | undefined {
    return this.#numbers.get(id)
  }

  #join(edge: Edge, index: number): void {
    const parent = this.#numbers.get(edge.source)
    const child = this.#numbers.get(edge.target)
    if (parent === undefined || child === undefined || parent === child) {
      this.faultyEdges.push({ edge, index })
      return
    }
    const pair = parent * this.nodes.length + child
    if (this.#joined.has(pair)) return
    this.#joined.add(pair)
    this.edges.push(edge)
    this.children[parent]?.push(child)
    this.parents[child]?.push(parent)
  }
}
