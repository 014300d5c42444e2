import { HttpError } from './http-error.js'

/** Milliseconds. */
const MINUTE = 60_000
/** Addresses to remember. Beyond this, the address whose minute began first is forgotten. */
const ADDRESSES = 10_000
/** Valid keys to remember. Beyond this, the key that was added first is forgotten. */
const VALID_KEYS = 10_000

/** What one address sent within a minute. */
interface Tries {
  readonly begun: number
  failures: number
  /** By digest of a key that was looked up: true if the key turned out to be wrong, false while that is not known. */
  readonly lookedUp: Map<string, boolean>
}

/** A key that a caller presents. */
export interface PresentedKey {
  readonly address: string
  /** The key, or a digest of it. */
  readonly key: string
}

/** The result of a look-up. */
export interface LookedUp<Answer> {
  /** `undefined` = the look-up does not say. */
  readonly isValid: boolean | undefined
  readonly answer: Answer
}

/**
 * Slows down callers that guess API keys. Once an address has sent the allowed number of wrong keys within a minute, further
 * wrong keys are a 429. It looks up at most twice as many keys, so that a valid key can still get through. A key that was
 * valid recently is always looked up. A wrong key that is sent again is not. Memory is bounded.
 */
export class WrongKeys {
  readonly #perMinute: number
  readonly #byAddress = new Map<string, Tries>()
  readonly #valid = new Set<string>()

  /** @param perMinute wrong keys that an address may send */
  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /**
   * Looks a key up, unless its address has sent too many keys that were wrong.
   *
   * @param lookUp an error that it throws counts as no verdict on the key
   * @throws HttpError 429, and the key was not looked up
   */
  async guard<Answer>(presented: PresentedKey, lookUp: () => Promise<LookedUp<Answer>>): Promise<Answer> {
    this.#admit(presented)
    const { isValid, answer } = await lookUp().catch((error) => {
      this.#note(presented, undefined)
      throw error
    })
    this.#note(presented, isValid)
    return answer
  }

  /** @throws HttpError 429 if the address has sent more wrong keys than it may */
  refuseExhausted(address: string): void {
    const tries = this.#triesOf(address)
    if (tries.failures > this.#perMinute) throw tooMany(tries)
  }

  #admit({ address, key }: PresentedKey): void {
    if (this.#valid.has(key)) return
    const tries = this.#triesOf(address)
    const isWrong = tries.lookedUp.get(key)
    if (isWrong === true && tries.failures >= this.#perMinute) throw tooMany(tries)
    if (isWrong !== undefined) return
    if (tries.lookedUp.size >= 2 * this.#perMinute) throw tooMany(tries)
    tries.lookedUp.set(key, false)
  }

  #note({ address, key }: PresentedKey, isValid: boolean | undefined): void {
    if (isValid !== false) {
      const lookedUp = this.#byAddress.get(address)?.lookedUp
      // Another request may have found the key wrong meanwhile: then it keeps its place, or guesses would be unlimited.
      if (isValid === true || lookedUp?.get(key) === false) lookedUp?.delete(key)
      if (isValid === true) this.#remember(key)
      return
    }
    this.#valid.delete(key)
    const tries = this.#triesOf(address)
    tries.failures++
    tries.lookedUp.set(key, true)
  }

  #remember(key: string): void {
    this.#valid.add(key)
    if (this.#valid.size > VALID_KEYS) forgetFirst(this.#valid)
  }

  #triesOf(address: string): Tries {
    const known = this.#byAddress.get(address)
    if (known !== undefined && Date.now() - known.begun < MINUTE) return known
    const tries = { begun: Date.now(), failures: 0, lookedUp: new Map<string, boolean>() }
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
