import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpError } from './http-error.js'

/** Seconds in which so many are let in. */
const WINDOW = 60

export interface RateLimitOptions {
  /** As many of one sender as are let in within a minute. */
  readonly perMinute: number
  /** What there are too many of, for the message. */
  readonly what: string
}

/**
 * Lets in so many a minute of each sender, whatever the others do. It counts in this process alone, and keeps nothing of
 * senders that were quiet for a minute: only who is known may be counted, so that nobody fills the memory with names.
 */
export class RateLimit {
  readonly #limiter: RateLimiterMemory
  readonly #options: RateLimitOptions

  constructor(options: RateLimitOptions) {
    this.#limiter = new RateLimiterMemory({ points: options.perMinute, duration: WINDOW, keyPrefix: '' })
    this.#options = options
  }

  /**
   * Counts one more of a sender who is known.
   *
   * @throws HttpError 429
   */
  async take(sender: string): Promise<void> {
    try {
      await this.#limiter.consume(sender)
    } catch (refused) {
      throw refused instanceof RateLimiterRes ? this.#tooMany(refused) : refused
    }
  }

  /**
   * Counts nothing: for what claims to be a sender, before it costs more to know.
   *
   * @throws HttpError 429 when that one has used up its minute
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
