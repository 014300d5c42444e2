import { compareNames } from '../name.js'
import type { NeighborList } from './neighbor-list.js'

/**
 * The main parent: the one that ranks first (decisions.md 7), found in one pass, without sorting. `undefined` when there
 * are no parents.
 */
export function mainParent(parents: NeighborList): string | undefined {
  const { names } = parents
  let [first] = names
  // One alone ranks first whatever its precedence, which may be costly to tell.
  if (first === undefined || names.length === 1) return first
  let least = parents.precedenceAt(0)
  for (const [place, name] of names.entries()) {
    const precedence = parents.precedenceAt(place)
    if (precedence < least || (precedence === least && compareNames(name, first) < 0)) {
      first = name
      least = precedence
    }
  }
  return first
}
