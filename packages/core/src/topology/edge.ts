/** A directed edge from the id of the parent node to the id of the child node. */
export interface Edge {
  readonly id: string
  readonly source: string
  readonly target: string
}
