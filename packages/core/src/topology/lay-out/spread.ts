/** The preferred place of an item on a line, and its minimum distance to the previous item. */
export interface Wish {
  readonly at: number
  readonly gap: number
}

/**
 * Places items on a line in the given order, with at least the given gaps, as near to their preferred places as
 * possible (least squares). The algorithm is isotonic regression by pooling adjacent violators, which takes linear
 * time.
 */
export function spread(wishes: readonly Wish[]): readonly number[] {
  const pools: { sum: number; count: number }[] = []
  const offsets: number[] = []
  let offset = 0
  for (const { at, gap } of wishes) {
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
