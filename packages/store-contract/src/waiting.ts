import { setTimeout as delay } from 'node:timers/promises'

/**
 * Waits inside a transaction for concurrent calls (`others`), but at most 50 ms. Without this limit, the test would
 * hang with a store that makes these calls wait for the end of the transaction.
 */
export async function moment(others: Promise<unknown>): Promise<void> {
  await Promise.race([others.catch(() => undefined), delay(50)])
}
