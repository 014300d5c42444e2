/** A thing on a line: where it would like to stand, and how far from the one before it has to stand. */
export interface Wish {
  readonly at: number
  readonly gap: number
}

/**
 * Places things on a line in their order, each at least its gap from the one before, as near as possible (by the sum
 * of squares) to where they would like to stand: isotonic regression, by pooling neighbors that get in each other's
 * way. Linear.
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
