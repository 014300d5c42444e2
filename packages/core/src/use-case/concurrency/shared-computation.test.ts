import { describe, expect, it } from 'vitest'
import { gate, settle } from '../../../test/gate.js'
import { SharedComputation } from './shared-computation.js'

describe('SharedComputation', () => {
  it('should share one computation among all callers that arrive during another one', async () => {
    const { shared, computations, finishAll } = stage()
    const first = shared.read(computations.next, same)
    await settle()
    const later = [1, 2, 3].map(() => shared.read(computations.next, same))
    await finishAll([first, ...later])
    expect(await Promise.all([first, ...later])).toEqual([1, 2, 2, 2])
  })

  it('should never give a caller the value of a computation that began before the call', async () => {
    const { shared, computations, finishAll } = stage()
    const first = shared.read(computations.next, same)
    await settle()
    expect(computations.begun).toBe(1)
    const second = shared.read(computations.next, same)
    await finishAll([first, second])
    expect(await second).toBe(2)
  })

  it('should begin the next computation only after all readings are over', async () => {
    const { shared, computations, finishAll } = stage()
    const { opened, open } = gate()
    const reading = shared.read(computations.next, () => opened)
    const other = shared.read(computations.next, same)
    await finishAll([other])
    const next = shared.read(computations.next, same)
    await settle()
    expect(computations.begun).toBe(1)
    open()
    await finishAll([reading, next])
    expect(computations.begun).toBe(2)
  })

  it('should compute again after a failure', async () => {
    const shared = new SharedComputation<number>()
    await expect(shared.read(() => Promise.reject(new Error('no')), same)).rejects.toThrow('no')
    expect(await shared.read(async () => 1, same)).toBe(1)
    await expect(
      shared.read(
        async () => 1,
        () => Promise.reject(new Error('unread')),
      ),
    ).rejects.toThrow('unread')
    expect(await shared.read(async () => 2, same)).toBe(2)
  })
})

// Helpers

async function same(value: number): Promise<number> {
  return value
}

/** Numbered computations that are pending until the test finishes them. */
function stage() {
  const open: (() => void)[] = []
  const computations = {
    begun: 0,
    next: async () => {
      const number = ++computations.begun
      const { opened, open: finish } = gate()
      open.push(finish)
      await opened
      return number
    },
  }
  const finishAll = async (results: readonly Promise<unknown>[]) => {
    const all = { settled: false }
    void Promise.allSettled(results).then(() => {
      all.settled = true
    })
    while (!all.settled) {
      open.shift()?.()
      await settle()
    }
  }
  return { shared: new SharedComputation<number>(), computations, finishAll }
}
