import { setTimeout as delay } from 'node:timers/promises'

/**
 * Waits for `others`, but at most 50 ms. Call this inside a transaction or a snapshot, with calls that are outside of
 * it: a store may delay such calls until the transaction or snapshot ends.
 */
export async function waitBriefly(others: Promise<unknown>): Promise<void> {
  await Promise.race([others.catch(() => undefined), delay(50)])
}
