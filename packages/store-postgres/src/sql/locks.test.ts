import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AreaLocks } from './locks.js'
import type { LazyTransaction } from './transaction.js'

const BUSY = { name: 'OpsgraphError', kind: 'busy' }
/** A transaction that has not begun, on a database that grants every lock. */
const SESSION = { hasBegun: false, query: async () => ({ rows: [], count: 0 }) } as unknown as LazyTransaction

describe('AreaLocks', () => {
  it('should let one transaction in at a time per area', async () => {
    const { locks, release } = await takenLocks()
    let hasEntered = false
    const waiting = locks.releasing(async (lock) => {
      await lock(SESSION, 'topologies')
      hasEntered = true
    })
    await locks.releasing((lock) => lock(SESSION, 'catalog'))
    expect(hasEntered).toBe(false)
    release()
    await waiting
  })

  it('should let a thousand wait, and refuse the next with busy', async () => {
    const { locks, release } = await takenLocks()
    const waiting = Array.from({ length: 1_000 }, () => locks.releasing((lock) => lock(SESSION, 'topologies')))
    await expect(locks.releasing((lock) => lock(SESSION, 'topologies'))).rejects.toMatchObject(BUSY)
    release()
    await Promise.all(waiting)
  })

  it('should refuse with busy after waiting for a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { locks, release } = await takenLocks()
    let refusal: unknown
    const waiting = locks.releasing((lock) => lock(SESSION, 'topologies')).catch((error) => (refusal = error))
    await vi.advanceTimersByTimeAsync(59_999)
    expect(refusal).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(refusal).toMatchObject(BUSY)
    release()
    await waiting
  })
})

// Helpers

/** Returns locks and a function `release`. One transaction has the lock `topologies` until `release` is called. */
async function takenLocks() {
  const locks = new AreaLocks()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await new Promise<void>((taken) => {
    void locks.releasing(async (lock) => {
      await lock(SESSION, 'topologies')
      taken()
      await held
    })
  })
  return { locks, release }
}
