export interface Chunk<T> {
  readonly items: readonly T[]
  /** The index of the first item in the whole list. */
  readonly first: number
}

/** Divides a list into chunks of at most `size` items. */
export function chunksOf<T>(items: readonly T[], size: number): readonly Chunk<T>[] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => ({
    items: items.slice(index * size, (index + 1) * size),
    first: index * size,
  }))
}
