import { setTimeout as delay } from 'node:timers/promises'

/** Waits for `others`, but at most 50 ms, because a store may make them wait for this transaction. */
export async function moment(others: Promise<unknown>): Promise<void> {
  await Promise.race([others.catch(() => undefined), delay(50)])
}
