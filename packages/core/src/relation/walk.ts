/** Which way a walk goes: from a resource to its parents, or to its children. */
export type Direction = 'parents' | 'children'

/**
 * The names next to each of some resources, in the order in which they rank (`inRankOrder`): the first of all parents is
 * the main parent. A resource without any is absent.
 */
export type Neighbors = ReadonlyMap<string, readonly string[]>

/**
 * A walk through the resource graph of one environment, level by level. It awaits nothing: whoever holds the relations
 * answers its questions, until it has none.
 */
export interface Walk {
  /** The resources whose neighbors it wants to know next, each once; none = the walk is over. */
  readonly frontier: readonly string[]
  /** Goes on by the neighbors of the frontier. */
  advance(neighbors: Neighbors): void
}

/** Names that a walk knows already: they need not be told, wherever they are neighbors. */
export interface KnownNames {
  has(name: string): boolean
}
