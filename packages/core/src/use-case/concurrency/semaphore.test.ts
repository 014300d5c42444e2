import { describe, expect, it } from 'vitest'
import { gate, settle } from '../../../test/gate.js'
import { Semaphore } from './semaphore.js'

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
})
