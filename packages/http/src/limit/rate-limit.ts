import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpError } from '../http-error.js'

/** The length of the window in which requests are counted, in seconds. */
const WINDOW = 60

export interface RateLimitOptions {
  /** Maximum number of requests that are accepted from one sender within a minute. */
  readonly perMinute: number
  /** A plural noun for the messages of refusals, such as `deliveries to this webhook`. */
  readonly what: string
}

/**
 * Limits the number of requests per minute from each sender (rules.md#request-rates). The counts are kept in this
 * process. A sender is forgotten after a minute without requests. Count only known senders: otherwise a caller could
 * fill the memory with invented names.
 */
export class RateLimit {
  readonly #limiter: RateLimiterMemory
  readonly #options: RateLimitOptions

  constructor(options: RateLimitOptions) {
    this.#limiter = new RateLimiterMemory({ points: options.perMinute, duration: WINDOW, keyPrefix: '' })
    this.#options = options
  }

  /**
   * Counts one request of a known sender.
   *
   * @throws HttpError 429 if the sender has no requests left in this minute
   */
  async take(sender: string): Promise<void> {
    try {
      await this.#limiter.consume(sender)
    } catch (refused) {
      throw refused instanceof RateLimiterRes ? this.#tooMany(refused) : refused
    }
  }

  /**
   * Throws if a sender has no requests left, without counting a request. Use it before an expensive verification of the
   * sender.
   *
   * @throws HttpError 429 if the sender has no requests left in this minute
   */
  async refuseExhausted(sender: string): Promise<void> {
    const known = await this.#limiter.get(sender)
    if (known !== null && known.remainingPoints === 0 && known.msBeforeNext > 0) throw this.#tooMany(known)
  }

  #tooMany({ msBeforeNext }: RateLimiterRes): HttpError {
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
    const { what, perMinute } = this.#options
    const message = `too many ${what}: at most ${perMinute} a minute; try again in ${seconds} s`
    return new HttpError(429, message, { 'Retry-After': String(seconds) })
  }
}
