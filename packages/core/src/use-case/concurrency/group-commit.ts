import { OpsgraphError } from '../../opsgraph-error.js'
import type { BatchQueue, Weighed } from '../dependencies.js'

/** The maximum sizes of a batch (`group`) and of the queue. If the queue is empty, it accepts an item of any weight. */
export interface GroupLimits {
  readonly group: GroupSize
  /**
   * The maximum number of batches that run at the same time. With 2, one batch can be written while another one is
   * committed.
   */
  readonly groupsAtOnce: number
  readonly queue: GroupSize
}

interface GroupSize {
  readonly items: number
  readonly weight: number
}

interface WaitingItem<Item, Result> {
  readonly item: Item
  readonly weight: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Groups items into batches: the items that arrive while a batch is processed form the next batch. A batch is, for
 * example, one transaction for many deliveries. There is no timer: if fewer than `groupsAtOnce` batches run, an item is
 * processed immediately.
 */
export class GroupCommit<Item, Result> implements BatchQueue<Item, Result> {
  readonly #limits: GroupLimits
  #waiting: WaitingItem<Item, Result>[] = []
  #waitingWeight = 0
  #working = 0

  constructor(limits: GroupLimits) {
    this.#limits = limits
  }

  /**
   * Adds an item to the queue. Returns the result for this item once its batch is processed.
   *
   * @throws OpsgraphError `busy` if the queue is full
   */
  async submit(
    { item, weight }: Weighed<Item>,
    work: (items: readonly Item[]) => Promise<readonly Result[]>,
  ): Promise<Result> {
    if (this.#isFull(weight)) {
      throw new OpsgraphError('busy', 'too much is waiting to be stored; try again in a moment')
    }
    const result = new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ item, weight, resolve, reject })
      this.#waitingWeight += weight
    })
    if (this.#working < this.#limits.groupsAtOnce) void this.#processQueue(work)
    return await result
  }

  #isFull(weight: number): boolean {
    if (this.#waiting.length === 0) return false
    const { queue } = this.#limits
    return this.#waiting.length >= queue.items || this.#waitingWeight + weight > queue.weight
  }

  async #processQueue(work: (items: readonly Item[]) => Promise<readonly Result[]>): Promise<void> {
    this.#working++
    while (this.#waiting.length > 0) await processGroup(this.#nextGroup(), work)
    this.#working--
  }

  /** Takes the next batch from the queue, in order of arrival. */
  #nextGroup(): readonly WaitingItem<Item, Result>[] {
    const { group } = this.#limits
    let weight = 0
    let count = 0
    for (const next of this.#waiting) {
      if (count > 0 && (count >= group.items || weight + next.weight > group.weight)) break
      weight += next.weight
      count++
    }
    this.#waitingWeight -= weight
    return this.#waiting.splice(0, count)
  }
}

/**
 * Processes a batch. If it fails, tries each half of it again separately, down to single items, so that a bad item does
 * not make other items fail. Never throws.
 */
async function processGroup<Item, Result>(
  group: readonly WaitingItem<Item, Result>[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  const parts = [group]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const failure = await processItems(part, work)
    if (failure === undefined) continue
    const half = part.length >> 1
    const isForAll = failsWholeGroup(failure.error)
    if (half > 0 && !isForAll) parts.push(part.slice(half), part.slice(0, half))
    else rejectAll(isForAll ? [part, ...parts.splice(0)] : [part], failure.error)
  }
}

function rejectAll<Item, Result>(parts: readonly (readonly WaitingItem<Item, Result>[])[], error: unknown): void {
  for (const { reject } of parts.flat()) reject(error)
}

/** Processes items and resolves their promises. If the work fails, resolves no promise and returns the error. */
async function processItems<Item, Result>(
  group: readonly WaitingItem<Item, Result>[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    const results = await work(group.map(({ item }) => item))
    for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result)
    return undefined
  } catch (error) {
    return { error }
  }
}

/** True if the store is unavailable. Trying halves is then pointless: every item would fail, each after a timeout. */
function failsWholeGroup(error: unknown): boolean {
  return error instanceof OpsgraphError && error.kind === 'unavailable'
}
