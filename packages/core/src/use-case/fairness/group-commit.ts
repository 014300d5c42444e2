import { OpsgraphError } from '../../opsgraph-error.js'
import type { Grouping, Weighed } from '../../port/dependencies.js'

/** How much is worked on together, and how much may wait meanwhile. A single item is taken however heavy it is. */
export interface GroupLimits {
  readonly group: Amount
  /** Groups that are worked on at the same time: while one is being committed, the next one is being written. */
  readonly groupsAtOnce: number
  readonly queue: Amount
}

interface Amount {
  readonly items: number
  readonly weight: number
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly weight: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Items that arrive while others are worked on wait, and go together into the next piece of work: one transaction for
 * many. Nobody waits for a timer, and nobody at all while there is little to do.
 */
export class GroupCommit<Item, Result> implements Grouping<Item, Result> {
  readonly #limits: GroupLimits
  #waiting: Waiting<Item, Result>[] = []
  #waitingWeight = 0
  #working = 0

  constructor(limits: GroupLimits) {
    this.#limits = limits
  }

  /** @throws OpsgraphError `busy` when too much waits already */
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
    if (this.#working < this.#limits.groupsAtOnce) void this.#workOff(work)
    return await result
  }

  #isFull(weight: number): boolean {
    if (this.#waiting.length === 0) return false
    const { queue } = this.#limits
    return this.#waiting.length >= queue.items || this.#waitingWeight + weight > queue.weight
  }

  async #workOff(work: (items: readonly Item[]) => Promise<readonly Result[]>): Promise<void> {
    this.#working++
    while (this.#waiting.length > 0) await doTogether(this.#nextGroup(), work)
    this.#working--
  }

  /** As many of those who wait as one piece of work may take, in the order of their arrival. */
  #nextGroup(): readonly Waiting<Item, Result>[] {
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

/** What fails together is done in halves, down to the item that is bad, so that it fails nobody but itself. Never throws. */
async function doTogether<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
): Promise<void> {
  const parts = [group]
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const failure = await attempt(part, work)
    if (failure === undefined) continue
    const half = part.length >> 1
    const isOver = isHopeless(failure.error)
    if (half > 0 && !isOver) parts.push(part.slice(half), part.slice(0, half))
    else rejectAll(isOver ? [part, ...parts.splice(0)] : [part], failure.error)
  }
}

function rejectAll<Item, Result>(parts: readonly (readonly Waiting<Item, Result>[])[], error: unknown): void {
  for (const { reject } of parts.flat()) reject(error)
}

/** Answers each item of a group; `undefined` unless the work failed, when none is answered. */
async function attempt<Item, Result>(
  group: readonly Waiting<Item, Result>[],
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

/** Without a database no item fares better than another, and each would wait in vain. */
function isHopeless(error: unknown): boolean {
  return error instanceof OpsgraphError && error.kind === 'unavailable'
}
