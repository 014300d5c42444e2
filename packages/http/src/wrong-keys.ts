import { HttpError } from './http-error.js'

/** Milliseconds. */
const MINUTE = 60_000
/** Addresses that are remembered; of more, the one that tried a key first is forgotten. */
const ADDRESSES = 10_000
/** Keys that were right lately; of more, the one that was used first is forgotten. */
const RIGHT_KEYS = 10_000

/** What came from one address within a minute. */
interface Tries {
  readonly begun: number
  failures: number
  /** Keys that the store was asked for, by their digests: whether each turned out to be wrong. */
  readonly asked: Map<string, boolean>
}

/**
 * Slows those down who guess keys. After so many wrong ones from an address within a minute, it answers 429, and looks as
 * many other keys up as before, so that a right one still gets in; keys that were right lately always do. A wrong key that is
 * sent again and again is looked up no more. Memory is bounded.
 */
export class WrongKeys {
  readonly #perMinute: number
  readonly #byAddress = new Map<string, Tries>()
  readonly #right = new Set<string>()

  /** @param perMinute wrong keys of one address */
  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /**
   * Before a key is looked up.
   *
   * @param key its digest
   * @throws HttpError 429
   */
  admit(address: string, key: string): void {
    if (this.#right.has(key)) return
    const tries = this.#triesOf(address)
    const isWrong = tries.asked.get(key)
    if (isWrong === true && tries.failures >= this.#perMinute) throw tooMany(tries)
    if (isWrong !== undefined) return
    if (tries.asked.size >= 2 * this.#perMinute) throw tooMany(tries)
    tries.asked.set(key, false)
  }

  succeeded(address: string, key: string): void {
    if (this.#right.has(key)) return
    this.#byAddress.get(address)?.asked.delete(key)
    this.#right.add(key)
    if (this.#right.size > RIGHT_KEYS) forgetFirst(this.#right)
  }

  /** @throws HttpError 429 in place of the refusal, if there were too many */
  failed(address: string, key: string): void {
    this.#right.delete(key)
    const tries = this.#triesOf(address)
    tries.failures++
    tries.asked.set(key, true)
    if (tries.failures > this.#perMinute) throw tooMany(tries)
  }

  /** The store did not say. */
  unanswered(address: string, key: string): void {
    this.#byAddress.get(address)?.asked.delete(key)
  }

  #triesOf(address: string): Tries {
    const known = this.#byAddress.get(address)
    if (known !== undefined && Date.now() - known.begun < MINUTE) return known
    const tries = { begun: Date.now(), failures: 0, asked: new Map<string, boolean>() }
    this.#byAddress.delete(address)
    this.#byAddress.set(address, tries)
    if (this.#byAddress.size > ADDRESSES) forgetFirst(this.#byAddress)
    return tries
  }
}

function forgetFirst(kept: { keys(): IterableIterator<string>; delete(key: string): boolean }): void {
  const [first] = kept.keys()
  if (first !== undefined) kept.delete(first)
}

function tooMany({ begun }: Tries): HttpError {
  const seconds = Math.max(1, Math.ceil((begun + MINUTE - Date.now()) / 1_000))
  const message = `too many wrong API keys from this address; try again in ${seconds} s`
  return new HttpError(429, message, { 'Retry-After': String(seconds) })
}
