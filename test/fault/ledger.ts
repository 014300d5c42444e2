/** A text that is stored under a key; `undefined` = nothing is stored. */
type Value = string | undefined

interface Register {
  /** The last value whose write was acknowledged. */
  known: Value
  /** The values that were sent later, but not acknowledged. The database may store them now, later or never. */
  readonly possible: Set<Value>
}

/**
 * Records the values that a database may contain after a fault of the server: the last acknowledged value, or a value
 * that was sent after it. Each key has one sender, which waits for an answer before it sends again.
 */
export class Ledger {
  readonly #registers = new Map<string, Register>()
  #answered = 0

  /** The number of acknowledged requests. */
  get answered(): number {
    return this.#answered
  }

  sent(key: string, value: Value): void {
    this.#register(key).possible.add(value)
  }

  stored(key: string, value: Value): void {
    const register = this.#register(key)
    register.known = value
    register.possible.clear()
    this.#answered++
  }

  /**
   * Compares the ledger with the stored values, and records the stored values as acknowledged.
   *
   * @param found the stored values of all keys that senders may have written
   * @returns a line for each difference
   */
  settle(found: ReadonlyMap<string, string>): readonly string[] {
    const faults: string[] = []
    for (const [key, { known, possible }] of this.#registers) {
      const value = found.get(key)
      if (value !== known && !possible.has(value)) {
        faults.push(
          `${key} is ${value}, and was answered as ${known}; sent since: ${[...possible].join(', ') || 'nothing'}`,
        )
      }
      this.#registers.set(key, { known: value, possible: new Set() })
    }
    for (const [key, value] of found)
      if (!this.#registers.has(key)) faults.push(`${key} is ${value}, and nobody sent it`)
    return faults
  }

  #register(key: string): Register {
    const register = this.#registers.get(key) ?? { known: undefined, possible: new Set() }
    this.#registers.set(key, register)
    return register
  }
}
