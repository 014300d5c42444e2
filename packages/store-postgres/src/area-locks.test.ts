import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AreaLocks } from './area-locks.js'
import type { LazyTransaction } from './lazy-transaction.js'

const BUSY = { name: 'OpsgraphError', kind: 'busy' }
/** A transaction that has not begun, on a database that gives every lock. */
const SESSION = { hasBegun: false, query: async () => ({ rows: [], count: 0 }) } as unknown as LazyTransaction

describe('AreaLocks', () => {
  it('should let one in at a time, area by area', async () => {
    const { locks, release } = await kept()
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

  it('should let a thousand wait for one, and tell the next that others are at it', async () => {
    const { locks, release } = await kept()
    const waiting = Array.from({ length: 1_000 }, () => locks.releasing((lock) => lock(SESSION, 'topologies')))
    await expect(locks.releasing((lock) => lock(SESSION, 'topologies'))).rejects.toMatchObject(BUSY)
    release()
    await Promise.all(waiting)
  })

  it('should tell who has waited for a minute that others are at it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { locks, release } = await kept()
    let told: unknown
    const waiting = locks.releasing((lock) => lock(SESSION, 'topologies')).catch((error) => (told = error))
    await vi.advanceTimersByTimeAsync(59_999)
    expect(told).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(told).toMatchObject(BUSY)
    release()
    await waiting
  })
})

// Helpers

/** Locks of which one transaction has that of topologies, until it is released. */
async function kept() {
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
