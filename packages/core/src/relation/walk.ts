/** The direction of a walk: from a resource to its parents, or to its children. */
export type Direction = 'parents' | 'children'

/**
 * The names of the neighbors of some resources, in rank order (`inRankOrder`). The first parent is the main parent. A
 * resource without neighbors is absent.
 */
export type Neighbors = ReadonlyMap<string, readonly string[]>

/**
 * A walk through the resource graph of one environment, level by level. It does no I/O: the caller looks up the
 * neighbors of `frontier` and passes them to `advance`, until `frontier` is empty.
 */
export interface Walk {
  /** The resources whose neighbors are needed next, each once; empty = the walk is over. */
  readonly frontier: readonly string[]
  /** Continues the walk with the neighbors of the frontier. */
  advance(neighbors: Neighbors): void
}
