/**
 * The number of a clause or a group by its path in the request: `filters.clauses[0].clauses[1]` is 1.2.
 */
export function placeOf(path: string): string {
  const indexes = path.match(/\d+/g) ?? []
  return indexes.map((index) => Number(index) + 1).join('.')
}
