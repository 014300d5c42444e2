import { setTimeout as delay } from 'node:timers/promises'

/** Waits for what others do meanwhile, but no longer than a moment: a store may make them wait for this transaction. */
export async function moment(others: Promise<unknown>): Promise<void> {
  await Promise.race([others.catch(() => undefined), delay(50)])
}
