import { setTimeout as delay } from 'node:timers/promises'
import type { Store } from '@opsgraph/core'
import { overlaid } from './overlaid.js'

/** Keeps a transaction open after its last statement, until `release` is called. */
export class OpenTransaction {
  release = (): void => undefined
  #reach = (): void => undefined
  readonly reached = new Promise<void>((resolve) => {
    this.#reach = resolve
  })
  readonly #released = new Promise<void>((resolve) => {
    this.release = resolve
  })

  beforeCommit(store: Store): Store {
    return overlaid(store, {
      transaction: (work) =>
        store.transaction(async (parts) => {
          const result = await work(parts)
          this.#reach()
          await this.#released
          return result
        }),
    })
  }
}

/** Waits for a call, but at most 50 ms, because the call may wait for the transaction that is kept open. */
export async function waitBriefly(call: Promise<unknown>): Promise<void> {
  await Promise.race([call.catch(() => undefined), delay(50)])
}
