/** An arrow downwards: from the parent node's id to the child node's id. */
export interface Edge {
  readonly id: string
  readonly source: string
  readonly target: string
}
