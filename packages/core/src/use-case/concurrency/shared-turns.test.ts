import { describe, expect, it } from 'vitest'
import { gate, settle } from '../../../test/gate.js'
import { SharedTurns } from './shared-turns.js'

describe('SharedTurns', () => {
  it('should share one computation among all callers that arrive during another one', async () => {
    const { turns, computations, finishAll } = stage()
    const first = turns.read(computations.next, same)
    await settle()
    const later = [1, 2, 3].map(() => turns.read(computations.next, same))
    await finishAll([first, ...later])
    expect(await Promise.all([first, ...later])).toEqual([1, 2, 2, 2])
  })

  it('should never give a caller the value of a computation that began before the call', async () => {
    const { turns, computations, finishAll } = stage()
    const first = turns.read(computations.next, same)
    await settle()
    expect(computations.begun).toBe(1)
    const second = turns.read(computations.next, same)
    await finishAll([first, second])
    expect(await second).toBe(2)
  })

  it('should begin the next computation only after all readings are over', async () => {
    const { turns, computations, finishAll } = stage()
    const { opened, open } = gate()
    const reading = turns.read(computations.next, () => opened)
    const other = turns.read(computations.next, same)
    await finishAll([other])
    const next = turns.read(computations.next, same)
    await settle()
    expect(computations.begun).toBe(1)
    open()
    await finishAll([reading, next])
    expect(computations.begun).toBe(2)
  })

  it('should compute again after a failure', async () => {
    const turns = new SharedTurns<number>()
    await expect(turns.read(() => Promise.reject(new Error('no')), same)).rejects.toThrow('no')
    expect(await turns.read(async () => 1, same)).toBe(1)
    await expect(
      turns.read(
        async () => 1,
        () => Promise.reject(new Error('unread')),
      ),
    ).rejects.toThrow('unread')
    expect(await turns.read(async () => 2, same)).toBe(2)
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
  return { turns: new SharedTurns<number>(), computations, finishAll }
}
