import { setTimeout as delay } from 'node:timers/promises'

/**
 * Waits for `others`, but at most 50 ms. Call this function inside a transaction or snapshot. `others` are calls
 * outside of the transaction or snapshot. A store may delay these calls until the transaction or snapshot ends.
 */
export async function moment(others: Promise<unknown>): Promise<void> {
  await Promise.race([others.catch(() => undefined), delay(50)])
}
