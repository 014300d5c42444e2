import type { Direction, NeighborLookup, Walk } from '../../relation/walk.js'

/**
 * Runs one walk per environment to its end. Each round advances all unfinished walks by one level. A round needs only
 * one look-up for all environments.
 */
export async function runWalks(
  relations: NeighborLookup,
  direction: Direction,
  walks: ReadonlyMap<string, Walk>,
): Promise<void> {
  for (let frontiers = frontiersOf(walks); frontiers.size > 0; frontiers = frontiersOf(walks)) {
    const found = await relations.neighbors(direction, frontiers)
    for (const environment of frontiers.keys()) walks.get(environment)?.advance(found.get(environment) ?? new Map())
  }
}

function frontiersOf(walks: ReadonlyMap<string, Walk>): ReadonlyMap<string, readonly string[]> {
  const frontiers = new Map<string, readonly string[]>()
  for (const [environment, { frontier }] of walks) if (frontier.length > 0) frontiers.set(environment, frontier)
  return frontiers
}
