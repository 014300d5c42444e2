import type { Edge } from './edge.js'
import type { DrawnNode, Node } from './node.js'

/** Nodes and edges from a caller. Each of them is well-formed, but the graph as a whole is not checked yet. */
export interface GraphInput {
  readonly nodes: readonly DrawnNode[]
  readonly edges: readonly Edge[]
}

/**
 * A graph in the order of the caller, with the derived environment and resource of every node. The graph of a topology
 * of schemaVersion 2 is valid. The graph of a tree of an earlier release (schemaVersion 1) may break rules.
 */
export interface Graph {
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
}
