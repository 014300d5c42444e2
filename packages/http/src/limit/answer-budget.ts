import { HttpError } from '../http-error.js'

/** The value of the header `Retry-After`, in seconds. */
const RETRY_AFTER_SECONDS = '5'
/** The default limit: 512 Mi characters. */
const DEFAULT_BUDGET_CHARACTERS = 512 * 1024 * 1024

/**
 * Limits the total size of the large answers that are being sent. The data of an answer stays in memory until its
 * caller has received it. So if an answer would make the total exceed the limit, that answer is refused. The size of an
 * answer is the estimated length of its text. A semaphore does not suffice: answers differ in size by a factor of
 * 1,000, and a caller that waits would keep a connection busy.
 */
export class AnswerBudget {
  readonly #limit: number
  #taken = 0

  /** @param limit the maximum total size, in characters */
  constructor(limit: number = DEFAULT_BUDGET_CHARACTERS) {
    this.#limit = limit
  }

  /**
   * Reserves the size of an answer. If no other large answer is being sent, any size is accepted.
   *
   * @param size the size of the answer, in characters
   * @returns a function that releases the reservation
   * @throws HttpError 503 if another large answer is being sent, and the total size would exceed the limit
   */
  take(size: number): () => void {
    if (this.#taken > 0 && this.#taken + size > this.#limit) {
      const message = 'too many large answers are being sent; try again in a moment, or ask for less'
      throw new HttpError(503, message, { 'Retry-After': RETRY_AFTER_SECONDS })
    }
    this.#taken += size
    return () => {
      this.#taken -= size
    }
  }
}
