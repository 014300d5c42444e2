import type { RelationStore } from '../../port/relation-store.js'
import type { Neighbors } from '../../relation/neighbor-list.js'

/** A walk up the resource graph, in several environments at once, that is fed level by level. */
interface Climber {
  /** The resources whose parents are wanted next, by environment; empty when the walk is over. */
  readonly frontier: ReadonlyMap<string, readonly string[]>
  advance(neighbors: ReadonlyMap<string, Neighbors>): void
}

/** Takes a walk to its end: one look-up for each level, all environments together. */
export async function climb(relations: RelationStore, walk: Climber): Promise<void> {
  for (let frontier = walk.frontier; frontier.size > 0; frontier = walk.frontier) {
    walk.advance(await relations.neighbors('parents', frontier))
  }
}
