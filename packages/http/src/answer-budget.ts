import { MEBIBYTE } from './body-limit.js'
import { HttpError } from './http-error.js'

/** Seconds after which it is worth asking for a large answer again. */
const RETRY_AFTER = '5'
const DEFAULT_BUDGET = 512 * MEBIBYTE

/**
 * How much of large answers may be on its way at a time. Their data stays in memory until the last caller has taken it, so
 * further ones are refused. What counts is the length of their text, which is estimated.
 */
export class AnswerBudget {
  readonly #limit: number
  #taken = 0

  /** @param limit in characters */
  constructor(limit: number = DEFAULT_BUDGET) {
    this.#limit = limit
  }

  /**
   * Takes what an answer needs; if it is the only one, it may have any size.
   *
   * @returns gives it back
   * @throws HttpError 503
   */
  take(size: number): () => void {
    if (this.#taken > 0 && this.#taken + size > this.#limit) {
      const message = 'too many large answers are on their way; try again in a moment, or ask for less'
      throw new HttpError(503, message, { 'Retry-After': RETRY_AFTER })
    }
    this.#taken += size
    return () => {
      this.#taken -= size
    }
  }
}
