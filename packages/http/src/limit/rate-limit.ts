import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpError } from '../http-error.js'

/** The period for which requests are counted, in seconds. */
const WINDOW_SECONDS = 60

export interface RateLimitOptions {
  /** Maximum number of requests that are accepted from one sender within a minute. */
  readonly perMinute: number
  /** What is limited, as a plural noun for error messages, such as `deliveries to this webhook`. */
  readonly what: string
}

/**
 * Limits the number of requests per minute from each sender (rules.md#request-rates). The counts are in the memory of
 * this process. A sender without requests is forgotten after a minute. Count only senders that exist, such as valid API
 * keys: otherwise a caller could fill the memory with invented ones.
 */
export class RateLimit {
  readonly #limiter: RateLimiterMemory
  readonly #options: RateLimitOptions

  constructor(options: RateLimitOptions) {
    this.#limiter = new RateLimiterMemory({ points: options.perMinute, duration: WINDOW_SECONDS, keyPrefix: '' })
    this.#options = options
  }

  /**
   * Counts one request of a sender that exists.
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
    const used = await this.#limiter.get(sender)
    if (used !== null && used.remainingPoints === 0 && used.msBeforeNext > 0) throw this.#tooMany(used)
  }

  #tooMany({ msBeforeNext }: RateLimiterRes): HttpError {
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
    const { what, perMinute } = this.#options
    const message = `too many ${what}: at most ${perMinute} a minute; try again in ${seconds} s`
    return new HttpError(429, message, { 'Retry-After': String(seconds) })
  }
}
