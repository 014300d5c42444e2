/**
 * The maximum number of rows that one statement writes. This limit bounds the size of parameters and the duration of a
 * statement.
 */
export const BATCH_ROWS = 10_000

/** Processes items in batches of `size`, in order. */
export async function inBatches<Item>(
  items: readonly Item[],
  work: (batch: readonly Item[]) => Promise<unknown>,
  size = BATCH_ROWS,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    await work(items.slice(start, start + size))
  }
}
