import { describe, expect, it } from 'vitest'
import { Semaphore } from './semaphore.js'

const BUSY = { name: 'OpsgraphError', kind: 'busy' }

describe('Semaphore', () => {
  it('should let a limited number in at a time, and the others in the order of arrival', async () => {
    const semaphore = new Semaphore({ inside: 2, waiting: 10, maxWait: 60_000 })
    const entered: number[] = []
    const enter = async (name: number) => {
      const leave = await semaphore.enter()
      entered.push(name)
      return leave
    }
    const [first, second, third, fourth] = [1, 2, 3, 4].map(enter)
    const leaveFirst = await first
    await second
    expect(entered).toEqual([1, 2])
    leaveFirst?.()
    const leaveThird = await third
    expect(entered).toEqual([1, 2, 3])
    leaveThird?.()
    await fourth
    expect(entered).toEqual([1, 2, 3, 4])
  })

  it('should be free again after all have left', async () => {
    const semaphore = new Semaphore({ inside: 1, waiting: 5, maxWait: 60_000 })
    for (let round = 0; round < 3; round++) {
      const leaving = Array.from({ length: 4 }, async () => (await semaphore.enter())())
      await Promise.all(leaving)
    }
  })

  it('should refuse callers while too many wait', async () => {
    const semaphore = new Semaphore({ inside: 1, waiting: 1, maxWait: 60_000 })
    const leave = await semaphore.enter()
    const waiting = semaphore.enter()
    await expect(semaphore.enter()).rejects.toMatchObject(BUSY)
    leave()
    await waiting
  })

  it('should refuse callers that wait too long, and free their place', async () => {
    const semaphore = new Semaphore({ inside: 1, waiting: 1, maxWait: 20 })
    const leave = await semaphore.enter()
    await expect(semaphore.enter()).rejects.toMatchObject(BUSY)
    leave()
    await expect(semaphore.enter()).resolves.toBeTypeOf('function')
  })
})
