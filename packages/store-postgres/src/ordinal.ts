/** Room between two neighbors, so that what is put between them later moves neither. */
const GAP = 1_000

/**
 * Gives each item of a list a number that grows along it, keeping the stored number wherever that is possible: few
 * rows change when items are added, moved or removed.
 *
 * @param stored - the number that each item has so far; `undefined` for a new one
 */
export function assignOrdinals(stored: readonly (number | undefined)[]): readonly number[] {
  const next = nextStored(stored)
  let last = 0
  return stored.map((ordinal, index) => {
    last = ordinal !== undefined && ordinal > last ? ordinal : between(last, next[index])
    return last
  })
}

/** For each item, the number of the first one behind it that has any. */
function nextStored(stored: readonly (number | undefined)[]): readonly (number | undefined)[] {
  let following: number | undefined
  return stored
    .toReversed()
    .map((ordinal) => {
      const next = following
      following = ordinal ?? following
      return next
    })
    .toReversed()
}

function between(last: number, next: number | undefined): number {
  if (next === undefined || next > last + 2 * GAP) return last + GAP
  return next > last + 1 ? last + Math.max(1, Math.trunc((next - last) / 2)) : last + 1
}
