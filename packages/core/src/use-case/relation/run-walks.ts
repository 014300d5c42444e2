import { pause } from '#platform'
import type { Direction, NeighborLookup, Walk } from '../../relation/walk.js'

/** A walk takes a few milliseconds to advance by this many resources. */
const RESOURCES_AT_ONCE = 5_000

/**
 * Runs one walk per environment to its end. Each round advances all unfinished walks by one level. A round needs only
 * one look-up for all environments. After a large round, the process can do other work.
 */
export async function runWalks(
  relations: NeighborLookup,
  direction: Direction,
  walks: ReadonlyMap<string, Walk>,
): Promise<void> {
  for (let frontiers = frontiersOf(walks); frontiers.size > 0; frontiers = frontiersOf(walks)) {
    const found = await relations.neighbors(direction, frontiers)
    let advanced = 0
    for (const [environment, frontier] of frontiers) {
      walks.get(environment)?.advance(found.get(environment) ?? new Map())
      advanced += frontier.length
      if (advanced < RESOURCES_AT_ONCE) continue
      advanced = 0
      await pause()
    }
  }
}

function frontiersOf(walks: ReadonlyMap<string, Walk>): ReadonlyMap<string, readonly string[]> {
  const frontiers = new Map<string, readonly string[]>()
  for (const [environment, { frontier }] of walks) if (frontier.length > 0) frontiers.set(environment, frontier)
  return frontiers
}
