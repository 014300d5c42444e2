/** A key, and the time when it is due: an ISO text. Times are compared as texts. */
interface DueKey {
  readonly key: string
  readonly due: string
}

/** A priority queue of keys, the one that is due first at its head. Each key is in the queue at most once. */
export class DueQueue {
  /** A binary heap: no entry is due before its parent. The parent of index `i` is at index `(i - 1) >> 1`. */
  readonly #heap: DueKey[] = []
  /** The index of each key in the heap. */
  readonly #indexes = new Map<string, number>()

  /** Sets when a key is due; `null` removes the key. */
  set(key: string, due: string | null): void {
    const index = this.#indexes.get(key)
    if (due !== null) this.#move({ key, due }, index ?? this.#heap.length)
    else if (index !== undefined) this.#remove(key, index)
  }

  /** Removes and returns the key that is due first, if it is due at a time or before it. */
  takeDue(time: string): DueKey | undefined {
    const first = this.#heap[0]
    if (first === undefined || first.due > time) return undefined
    this.#remove(first.key, 0)
    return first
  }

  /** Removes a key, and moves the last entry of the heap into the gap at its index. */
  #remove(key: string, index: number): void {
    const last = this.#heap.pop()
    this.#indexes.delete(key)
    if (last !== undefined && last.key !== key) this.#move(last, index)
  }

  /** Puts an entry at the index where it belongs. The search begins at `start`, whose entry may be overwritten. */
  #move(entry: DueKey, start: number): void {
    let index = start
    while (index > 0 && isBefore(entry, this.#at((index - 1) >> 1))) {
      this.#put(this.#at((index - 1) >> 1) as DueKey, index)
      index = (index - 1) >> 1
    }
    for (let child = this.#firstChild(index); isBefore(this.#at(child), entry); child = this.#firstChild(index)) {
      this.#put(this.#at(child) as DueKey, index)
      index = child
    }
    this.#put(entry, index)
  }

  /** Returns the index of the child that is due first. */
  #firstChild(index: number): number {
    const left = 2 * index + 1
    return isBefore(this.#at(left + 1), this.#at(left)) ? left + 1 : left
  }

  #at(index: number): DueKey | undefined {
    return this.#heap[index]
  }

  #put(entry: DueKey, index: number): void {
    this.#heap[index] = entry
    this.#indexes.set(entry.key, index)
  }
}

function isBefore(one: DueKey | undefined, other: DueKey | undefined): boolean {
  return one !== undefined && (other === undefined || one.due < other.due)
}
