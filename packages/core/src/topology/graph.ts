import type { Edge } from './edge.js'
import type { DrawnNode, Node } from './node.js'

/** Nodes and edges as the caller sent them: each is well-formed, the graph as a whole is not yet checked. */
export interface GraphInput {
  readonly nodes: readonly DrawnNode[]
  readonly edges: readonly Edge[]
}

/** A valid graph with derived environment and resource of every node, in the order of the caller. */
export interface Graph {
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
}
