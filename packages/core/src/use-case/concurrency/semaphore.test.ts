import { describe, expect, it } from 'vitest'
import { gate, settle } from '../../../test/gate.js'
import { Semaphore } from './semaphore.js'

const BUSY = { name: 'OpsgraphError', kind: 'busy' }

describe('Semaphore', () => {
  it('should run a limited number of calls, and the next one as soon as one ends, in order of arrival', async () => {
    const semaphore = new Semaphore(2)
    const entered: number[] = []
    const visits = [0, 1, 2, 3].map((visitor) => {
      const { opened, open: leave } = gate()
      const done = semaphore.pass(async () => {
        entered.push(visitor)
        await opened
      })
      return { leave, done }
    })
    await settle()
    expect(entered).toEqual([0, 1])
    expect(semaphore.waiting).toBe(2)
    visits[1]?.leave()
    await settle()
    expect(entered).toEqual([0, 1, 2])
    for (const { leave } of visits) leave()
    await Promise.all(visits.map(({ done }) => done))
    expect(entered).toEqual([0, 1, 2, 3])
  })

  it('should run the next call after a failure, and pass the failure on', async () => {
    const semaphore = new Semaphore(1)
    const failed = semaphore.pass(() => Promise.reject(new Error('no')))
    const next = semaphore.pass(async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('yes')
    expect(await semaphore.pass(async () => 'again')).toBe('again')
  })

  it('should let the next caller in when one leaves, and be free again after all have left', async () => {
    const semaphore = new Semaphore(1, { waiting: 5, maxWait: 60_000 })
    for (let round = 0; round < 3; round++) {
      const leaving = Array.from({ length: 4 }, async () => (await semaphore.enter())())
      await Promise.all(leaving)
    }
  })

  it('should refuse callers while too many wait', async () => {
    const semaphore = new Semaphore(1, { waiting: 1, maxWait: 60_000 })
    const leave = await semaphore.enter()
    const waiting = semaphore.enter()
    await expect(semaphore.enter()).rejects.toMatchObject(BUSY)
    leave()
    await waiting
  })

  it('should refuse callers that wait too long, and free their place', async () => {
    const semaphore = new Semaphore(1, { waiting: 1, maxWait: 20 })
    const leave = await semaphore.enter()
    await expect(semaphore.enter()).rejects.toMatchObject(BUSY)
    leave()
    await expect(semaphore.enter()).resolves.toBeTypeOf('function')
  })
})
