/** The direction of a walk: from a resource to its parents, or to its children. */
export type Direction = 'parents' | 'children'

/**
 * The names of the neighbors of some resources, in rank order (`inRankOrder`). The first parent is the main parent. A
 * resource without neighbors has no entry.
 */
export type Neighbors = ReadonlyMap<string, readonly string[]>

/**
 * A walk through the resource graph of one environment, level by level. The walk does no I/O: the caller looks up the
 * neighbors of `frontier` and passes them to `advance`, until `frontier` is empty.
 */
export interface Walk {
  /** The resources whose neighbors are needed next, without duplicates; empty = the walk is complete. */
  readonly frontier: readonly string[]
  /** Continues the walk with the neighbors of the frontier. */
  advance(neighbors: Neighbors): void
}

/** Looks up neighbors, either in a store or in the graph in memory. */
export interface NeighborLookup {
  /**
   * The neighbors of some resources, by environment. The result has an entry for every environment in `frontiers`.
   * Costs at most one statement, regardless of the number of names and environments.
   *
   * @param frontiers resource names by environment, without duplicates
   */
  neighbors(
    direction: Direction,
    frontiers: ReadonlyMap<string, readonly string[]>,
  ): Promise<ReadonlyMap<string, Neighbors>>
}
