import type { DrawnNode, Edge, GraphInput } from './graph.js'

/** An edge from a node to itself, or an edge whose source or target is not a node of the graph. */
export interface FaultyEdge {
  readonly edge: Edge
  /** The index of `edge` in the list of edges. */
  readonly index: number
}

/**
 * A graph indexed by node number, which is the index in `nodes`. The index is built once, so that each validation rule
 * takes linear time. If several nodes have the same id, edges refer to the first of these nodes.
 */
export interface GraphIndex {
  readonly nodes: readonly DrawnNode[]
  /** The number of each node by its id. If several nodes have the same id: the number of the first of these nodes. */
  readonly numbers: ReadonlyMap<string, number>
  /** The numbers of the nodes that have the same id as an earlier node. */
  readonly duplicates: ReadonlySet<number>
  /** The number of the service node; -1 if there is no service node. */
  readonly service: number
  /** The number of direct parents of each node, by node number. */
  readonly parentCounts: Int32Array
  /** The numbers of the direct children of each node, without duplicates. */
  readonly children: readonly (readonly number[])[]
  /** All edges, in the given order. */
  readonly allEdges: readonly Edge[]
  /** The edges that connect two different nodes; only the first of several edges between the same nodes. */
  readonly edges: readonly Edge[]
  /** The edges that do not connect two different nodes. */
  readonly faultyEdges: readonly FaultyEdge[]
}

export function indexGraph({ nodes, edges }: GraphInput): GraphIndex {
  const { numbers, duplicates } = numberNodes(nodes)
  const parentCounts = new Int32Array(nodes.length)
  const children: number[][] = nodes.map(() => [])
  const connected = new Set<number>()
  const uniqueEdges: Edge[] = []
  const faultyEdges: FaultyEdge[] = []
  for (const [index, edge] of edges.entries()) {
    const parent = numbers.get(edge.source)
    const child = numbers.get(edge.target)
    if (parent === undefined || child === undefined || parent === child) {
      faultyEdges.push({ edge, index })
      continue
    }
    const pair = parent * nodes.length + child
    if (connected.has(pair)) continue
    connected.add(pair)
    uniqueEdges.push(edge)
    children[parent]?.push(child)
    parentCounts[child] = (parentCounts[child] ?? 0) + 1
  }
  const service = nodes.findIndex((node) => node.kind === 'service')
  return {
    nodes,
    numbers,
    duplicates,
    service,
    parentCounts,
    children,
    allEdges: edges,
    edges: uniqueEdges,
    faultyEdges,
  }
}

function numberNodes(nodes: readonly DrawnNode[]) {
  const numbers = new Map<string, number>()
  const duplicates = new Set<number>()
  for (const [number, { id }] of nodes.entries()) {
    if (numbers.has(id)) duplicates.add(number)
    else numbers.set(id, number)
  }
  return { numbers, duplicates }
}
