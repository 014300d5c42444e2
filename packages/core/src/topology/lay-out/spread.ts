/** The preferred position of an item on a line (`at`), and its minimum distance to the previous item (`gap`). */
export interface PreferredPosition {
  readonly at: number
  readonly gap: number
}

/**
 * Places items on a line in the given order, with at least the given gaps, as near to their preferred positions as
 * possible (least squares). The algorithm is isotonic regression by pooling adjacent violators, which takes linear
 * time.
 */
export function spread(items: readonly PreferredPosition[]): readonly number[] {
  const pools: { sum: number; count: number }[] = []
  const offsets: number[] = []
  let offset = 0
  for (const { at, gap } of items) {
    if (offsets.length > 0) offset += gap
    offsets.push(offset)
    let pool = { sum: at - offset, count: 1 }
    for (let last = pools.at(-1); last !== undefined && mean(last) >= mean(pool); last = pools.at(-1)) {
      pool = { sum: last.sum + pool.sum, count: last.count + pool.count }
      pools.pop()
    }
    pools.push(pool)
  }
  const starts = pools.flatMap((pool) => Array<number>(pool.count).fill(mean(pool)))
  return starts.map((start, index) => start + (offsets[index] ?? 0))
}

function mean({ sum, count }: { readonly sum: number; readonly count: number }): number {
  return sum / count
}
