/**
 * Splits a list into batches of at most `size` items.
 *
 * @template Item
 * @param {readonly Item[]} items
 * @param {number} size
 * @returns {readonly Item[][]}
 */
export function splitIntoBatches(items, size) {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
