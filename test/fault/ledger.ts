/** A text that is stored under a key; `undefined` = nothing is. */
type Value = string | undefined

interface Register {
  /** What was answered last as stored. */
  known: Value
  /** What was sent since and never answered: it may be stored, or come to be. */
  readonly possible: Set<Value>
}

/**
 * What senders may expect to find in a database, after whatever happened to the server: what was answered as stored, or
 * what was sent since. Each key has one sender, who waits for an answer before it sends again.
 */
export class Ledger {
  readonly #registers = new Map<string, Register>()
  #answered = 0

  /** Requests that were answered as stored. */
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
   * Compares with what is there, a line for each difference, and takes what is there for known from then on.
   *
   * @param found every key of the kinds that senders write
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
