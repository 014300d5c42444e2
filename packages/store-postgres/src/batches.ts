/** Rows that one statement writes: no parameter grows without bound, and no statement runs into its timeout. */
export const BATCH_ROWS = 10_000

/** Does the work on so many items at a time, in their order. */
export async function inBatches<Item>(
  items: readonly Item[],
  work: (batch: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH_ROWS) {
    await work(items.slice(start, start + BATCH_ROWS))
  }
}
