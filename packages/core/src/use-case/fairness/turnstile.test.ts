import { describe, expect, it } from 'vitest'
import { gate, settle } from '../../../test/gate.js'
import { Semaphore } from './turnstile.js'

describe('Semaphore', () => {
  it('should run a limited number of calls, and the next one as soon as one ends, in order of arrival', async () => {
    const turnstile = new Semaphore(2)
    const entered: number[] = []
    const visits = [0, 1, 2, 3].map((visitor) => {
      const { opened, open: leave } = gate()
      const done = turnstile.pass(async () => {
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
    const turnstile = new Semaphore(1)
    const failed = turnstile.pass(() => Promise.reject(new Error('no')))
    const next = turnstile.pass(async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('yes')
    expect(await turnstile.pass(async () => 'again')).toBe('again')
  })
})
