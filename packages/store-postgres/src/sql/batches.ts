import { setImmediate } from 'node:timers/promises'

/**
 * The maximum number of rows that one statement writes. This limit bounds the size of parameters and the duration of a
 * statement.
 */
export const BATCH_ROWS = 10_000

/** Processes items in batches of `size`, one after another. */
export async function runInBatches<Item>(
  items: readonly Item[],
  work: (batch: readonly Item[]) => Promise<unknown>,
  size = BATCH_ROWS,
): Promise<void> {
  for (let start = 0; start < items.length; start += size) {
    await work(items.slice(start, start + size))
  }
}

/** After this many milliseconds of work, {@link mapWithPauses} lets the process do other work. */
const PAUSE_AFTER_MILLISECONDS = 10

/** Like `items.map(map)`, but lets the process do other work after every few milliseconds. */
export async function mapWithPauses<Item, Mapped>(
  items: Iterable<Item>,
  map: (item: Item) => Mapped,
): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  let begun = performance.now()
  for (const item of items) {
    mapped.push(map(item))
    if (performance.now() - begun < PAUSE_AFTER_MILLISECONDS) continue
    await setImmediate()
    begun = performance.now()
  }
  return mapped
}
