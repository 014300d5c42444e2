/** A key, and when something is due for it. Times are compared as texts. */
interface DueKey {
  readonly key: string
  readonly due: string
}

/** Keys by when something is due for them. Each key is in the queue at most once. */
export class DueQueue {
  /** A binary heap: no entry is due before its parent, which is at half of its index. */
  readonly #heap: DueKey[] = []
  readonly #places = new Map<string, number>()

  /** Sets when something is due for a key; `null` = nothing is. */
  set(key: string, due: string | null): void {
    const place = this.#places.get(key)
    if (due !== null) this.#move({ key, due }, place ?? this.#heap.length)
    else if (place !== undefined) this.#remove(key, place)
  }

  /** Removes the key that is due first, and returns it, if it is due by a time, inclusive. */
  takeDue(time: string): DueKey | undefined {
    const first = this.#heap[0]
    if (first === undefined || first.due > time) return undefined
    this.#remove(first.key, 0)
    return first
  }

  /** Fills the gap at a place with the last entry. */
  #remove(key: string, place: number): void {
    const last = this.#heap.pop()
    this.#places.delete(key)
    if (last !== undefined && last.key !== key) this.#move(last, place)
  }

  /** Puts an entry where it belongs, beginning at a place whose entry may be overwritten. */
  #move(entry: DueKey, start: number): void {
    let place = start
    while (place > 0 && isBefore(entry, this.#at((place - 1) >> 1))) {
      this.#put(this.#at((place - 1) >> 1) as DueKey, place)
      place = (place - 1) >> 1
    }
    for (let below = this.#firstBelow(place); isBefore(this.#at(below), entry); below = this.#firstBelow(place)) {
      this.#put(this.#at(below) as DueKey, place)
      place = below
    }
    this.#put(entry, place)
  }

  /** Which of the two places below a place is due first. */
  #firstBelow(place: number): number {
    const left = 2 * place + 1
    return isBefore(this.#at(left + 1), this.#at(left)) ? left + 1 : left
  }

  #at(place: number): DueKey | undefined {
    return this.#heap[place]
  }

  #put(entry: DueKey, place: number): void {
    this.#heap[place] = entry
    this.#places.set(entry.key, place)
  }
}

function isBefore(one: DueKey | undefined, other: DueKey | undefined): boolean {
  return one !== undefined && (other === undefined || one.due < other.due)
}
