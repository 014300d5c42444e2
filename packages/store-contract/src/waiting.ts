import { setTimeout as delay } from 'node:timers/promises'

/**
 * To be called inside a transaction or snapshot. Waits for `others`, which are calls outside of it, but at most 50 ms:
 * a store may make them wait until the transaction or snapshot ends.
 */
export async function moment(others: Promise<unknown>): Promise<void> {
  await Promise.race([others.catch(() => undefined), delay(50)])
}
