/**
 * Returns the one of the `known` names that is most similar to an unknown name; `undefined` if none is similar. A name
 * is similar if it differs only in case, spaces or punctuation, or in one or two letters, or if it is the beginning of
 * the known name.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const letters = toLetters(name)
  if (letters.length < MIN_NAME_LENGTH || letters.length > MAX_NAME_LENGTH) return undefined
  const near = known.map((candidate) => ({ candidate, distance: distanceOf(letters, toLetters(candidate)) }))
  const [best] = near.toSorted((one, other) => one.distance - other.distance)
  return best !== undefined && best.distance <= (letters.length < 5 ? 1 : MOST_MISTAKES) ? best.candidate : undefined
}

/**
 * The lengths of names for which a known name is suggested. A shorter name is similar to many names, a longer one to
 * none.
 */
const MIN_NAME_LENGTH = 3
const MAX_NAME_LENGTH = 20
/** A similar name has at most this many wrong letters. */
const MOST_MISTAKES = 2

function toLetters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}

function distanceOf(letters: string, known: string): number {
  if (known.startsWith(letters)) return 0
  // The distance is at least as great as the difference of the lengths.
  return Math.abs(letters.length - known.length) > MOST_MISTAKES
    ? Number.POSITIVE_INFINITY
    : editDistance(letters, known)
}

/**
 * The edit distance (Damerau–Levenshtein): how many letters must be added, removed, replaced, or exchanged with their
 * neighbor to turn one text into the other.
 */
function editDistance(from: string, to: string): number {
  let [beforeLast, last]: readonly (readonly number[])[] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= from.length; row++) {
    const next = [row]
    for (let at = 1; at <= to.length; at++) {
      const [letter, other] = [from[row - 1], to[at - 1]]
      const replaced = (last?.[at - 1] ?? 0) + Number(letter !== other)
      const isExchanged = letter === to[at - 2] && from[row - 2] === other
      const exchanged = isExchanged ? (beforeLast?.[at - 2] ?? 0) + 1 : replaced
      next.push(Math.min((last?.[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, replaced, exchanged))
    }
    ;[beforeLast, last] = [last, next]
  }
  return last?.[to.length] ?? 0
}
