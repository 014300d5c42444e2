import type { Edge } from './edge.js'
import type { GraphInput } from './graph.js'
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
export interface GraphIndex {
  readonly nodes: readonly DrawnNode[]
  /** The number of the (first) node with an id. */
  readonly numbers: ReadonlyMap<string, number>
  /** Numbers of the nodes whose id an earlier node has. */
  readonly duplicates: ReadonlySet<number>
  /** The number of the service node; -1 when there is none. */
  readonly service: number
  /** How many direct parents each node has. */
  readonly parentCounts: Int32Array
  /** The numbers of each node's direct children, each once. */
  readonly children: readonly (readonly number[])[]
  /** The edges that join two nodes; of a repeated (source, target) pair the first. */
  readonly edges: readonly Edge[]
  /** The edges that do not. */
  readonly faultyEdges: readonly FaultyEdge[]
}

export function indexGraph({ nodes, edges }: GraphInput): GraphIndex {
  const { numbers, duplicates } = numberNodes(nodes)
  const parentCounts = new Int32Array(nodes.length)
  const children: number[][] = nodes.map(() => [])
  const joined = new Set<number>()
  const kept: Edge[] = []
  const faultyEdges: FaultyEdge[] = []
  for (const [index, edge] of edges.entries()) {
    const parent = numbers.get(edge.source)
    const child = numbers.get(edge.target)
    if (parent === undefined || child === undefined || parent === child) {
      faultyEdges.push({ edge, index })
      continue
    }
    const pair = parent * nodes.length + child
    if (joined.has(pair)) continue
    joined.add(pair)
    kept.push(edge)
    children[parent]?.push(child)
    parentCounts[child] = (parentCounts[child] ?? 0) + 1
  }
  const service = nodes.findIndex((node) => node.kind === 'service')
  return { nodes, numbers, duplicates, service, parentCounts, children, edges: kept, faultyEdges }
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
