import type { Edge } from './edge.js'
import type { DrawnNode, Node } from './node.js'

/** Nodes and edges as a caller drew them: well-formed one by one, not yet checked as a whole. */
export interface GraphInput {
  readonly nodes: readonly DrawnNode[]
  readonly edges: readonly Edge[]
}

/** A valid graph with every node's environment and resource derived; the order is the caller's. */
export interface Graph {
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
}
