/**
 * A computation that yields wherever the process may do other work; `runWithPauses` pauses at each yield. Between two
 * yields, the computation takes a few milliseconds.
 */
export type Steps<T> = Generator<undefined, T>

/** Runs a computation to its end without pauses, for callers that serve no other requests meanwhile. */
export function withoutPauses<T>(computation: Steps<T>): T {
  for (;;) {
    const { done, value } = computation.next()
    if (done) return value
  }
}

/** Runs `work` for each item, and yields after every `size` items. */
export function* eachInSteps<Item>(
  items: Iterable<Item>,
  size: number,
  work: (item: Item, index: number) => void,
): Steps<void> {
  let count = 0
  for (const item of items) {
    work(item, count)
    if (++count % size === 0) yield
  }
}
