import { setTimeout as delay } from 'node:timers/promises'

/** Waits for `others`, but at most 50 ms: a store may let them wait until the current transaction ends. */
export async function moment(others: Promise<unknown>): Promise<void> {
  await Promise.race([others.catch(() => undefined), delay(50)])
}
