import { HttpError } from '../http-error.js'

/** One minute, in milliseconds. */
const MINUTE_MILLISECONDS = 60_000
/** Maximum number of remembered addresses. If there are more, the address whose minute began first is forgotten. */
const MAX_TRACKED_ADDRESSES = 10_000
/** Maximum number of remembered valid keys. If there are more, the key that was added first is forgotten. */
const MAX_VALID_KEYS = 10_000

/** The keys that one address has sent within a minute. */
interface TriesOfAddress {
  readonly begun: number
  failures: number
  /** Maps the digest of each looked-up key to whether the key was wrong; `false` while the look-up is running. */
  readonly lookedUp: Map<string, boolean>
}

/** A key that a caller presents. */
export interface PresentedKey {
  readonly address: string
  /** The key, or a digest of it. */
  readonly key: string
}

/** The result of a look-up of a key. */
export interface KeyLookup<Answer> {
  /** Whether the key is valid; `undefined` if the look-up did not check it. */
  readonly isValid: boolean | undefined
  readonly answer: Answer
}

/**
 * Slows down callers that guess API keys. The limits apply to each address, within a minute:
 *
 * - After the allowed number of wrong keys, a key that was wrong before is not looked up again: the answer is 429. If
 *   another key is looked up and is wrong, `refuseExhausted` causes the answer 429.
 * - The number of different keys that are looked up is at most twice the allowed number of wrong keys. So after too
 *   many wrong keys, a valid key from the same address can still get through.
 * - A key that was valid recently is always looked up.
 *
 * The memory for addresses and keys is bounded. `RateLimit` does not suffice: it counts requests, and does not know
 * which keys an address has sent.
 */
export class WrongKeyLimit {
  readonly #perMinute: number
  readonly #byAddress = new Map<string, TriesOfAddress>()
  readonly #valid = new Set<string>()

  /** @param perMinute how many wrong keys an address may send within a minute */
  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /**
   * Looks up a key, unless one of the limits of {@link WrongKeyLimit} refuses it.
   *
   * @param lookUp if it throws, the key counts neither as valid nor as wrong
   * @throws HttpError 429 if the key is not looked up
   */
  async guard<Answer>(presented: PresentedKey, lookUp: () => Promise<KeyLookup<Answer>>): Promise<Answer> {
    this.#admit(presented)
    const { isValid, answer } = await lookUp().catch((error) => {
      this.#note(presented, undefined)
      throw error
    })
    this.#note(presented, isValid)
    return answer
  }

  /**
   * Refuses an address that may send no further key.
   *
   * @throws HttpError 429 if the address has sent more wrong keys than allowed
   */
  refuseExhausted(address: string): void {
    const tries = this.#triesOf(address)
    if (tries.failures > this.#perMinute) throw tooManyWrongKeysError(tries)
  }

  #admit({ address, key }: PresentedKey): void {
    if (this.#valid.has(key)) return
    const tries = this.#triesOf(address)
    const isWrong = tries.lookedUp.get(key)
    if (isWrong === true && tries.failures >= this.#perMinute) throw tooManyWrongKeysError(tries)
    if (isWrong !== undefined) return
    if (tries.lookedUp.size >= 2 * this.#perMinute) throw tooManyWrongKeysError(tries)
    tries.lookedUp.set(key, false)
  }

  #note({ address, key }: PresentedKey, isValid: boolean | undefined): void {
    if (isValid !== false) {
      const lookedUp = this.#byAddress.get(address)?.lookedUp
      // The limit of look-ups counts neither a valid key nor a key that this look-up could not check, so the entry is
      // removed. The entry stays if another request has found meanwhile that the key is wrong: a wrong key must count.
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
    if (this.#valid.size > MAX_VALID_KEYS) deleteOldestKey(this.#valid)
  }

  #triesOf(address: string): TriesOfAddress {
    const known = this.#byAddress.get(address)
    if (known !== undefined && Date.now() - known.begun < MINUTE_MILLISECONDS) return known
    const tries = { begun: Date.now(), failures: 0, lookedUp: new Map<string, boolean>() }
    this.#byAddress.delete(address)
    this.#byAddress.set(address, tries)
    if (this.#byAddress.size > MAX_TRACKED_ADDRESSES) deleteOldestKey(this.#byAddress)
    return tries
  }
}

function deleteOldestKey(kept: { keys(): IterableIterator<string>; delete(key: string): boolean }): void {
  const [first] = kept.keys()
  if (first !== undefined) kept.delete(first)
}

function tooManyWrongKeysError({ begun }: TriesOfAddress): HttpError {
  const seconds = Math.max(1, Math.ceil((begun + MINUTE_MILLISECONDS - Date.now()) / 1_000))
  const message = `too many wrong API keys from this address; try again in ${seconds} s`
  return new HttpError(429, message, { 'Retry-After': String(seconds) })
}
