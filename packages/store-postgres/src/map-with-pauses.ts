import { setImmediate } from 'node:timers/promises'

/** After this many milliseconds of work, the process does other work. */
const PAUSE_AFTER = 10

/** Like `items.map(map)`, but lets the process do other work after every few milliseconds. */
export async function mapWithPauses<Item, Mapped>(
  items: Iterable<Item>,
  map: (item: Item) => Mapped,
): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  let begun = performance.now()
  for (const item of items) {
    mapped.push(map(item))
    if (performance.now() - begun < PAUSE_AFTER) continue
    await setImmediate()
    begun = performance.now()
  }
  return mapped
}
