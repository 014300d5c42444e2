import { compareRanked, type NeighborList, type Ranked } from './neighbor-list.js'

/**
 * The main parent: the one that ranks first (decisions.md 7), found in one pass, without sorting. `undefined` when there
 * are no parents.
 */
export function mainParent(parents: NeighborList): string | undefined {
  const { names } = parents
  // One alone ranks first whatever its precedence, which may be costly to tell.
  if (names.length < 2) return names[0]
  return names.map((name, place) => ({ name, precedence: parents.precedenceAt(place) })).reduce(firstOf).name
}

function firstOf(left: Ranked, right: Ranked): Ranked {
  return compareRanked(right, left) < 0 ? right : left
}
