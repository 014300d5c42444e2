/** The gap between two new numbers, so that items can be inserted between them without renumbering. */
const GAP = 1_000

/**
 * Assigns increasing numbers to the items of a list. Keeps stored numbers where possible, so that few rows change if
 * items are added, moved or removed.
 *
 * @param stored - the stored number of each item; `undefined` for a new one
 */
export function assignOrdinals(stored: readonly (number | undefined)[]): readonly number[] {
  const next = nextStored(stored)
  let last = 0
  return stored.map((ordinal, index) => {
    last = ordinal !== undefined && ordinal > last ? ordinal : between(last, next[index])
    return last
  })
}

/** For each item, the stored number of the nearest later item that has a stored number. */
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
