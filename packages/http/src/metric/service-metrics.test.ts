import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RecentAnswer } from './service-metrics.js'

describe('RecentAnswer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('should ask nothing until somebody calls, and once for all who call at the same time', async () => {
    const ask = vi.fn(async () => 1)
    const answer = new RecentAnswer(ask)
    expect(answer.known).toBeUndefined()
    expect(ask).not.toHaveBeenCalled()
    await Promise.all([answer.refresh(), answer.refresh()])
    expect(answer.known).toBe(1)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('should ask again after 10 seconds', async () => {
    let asked = 0
    const answer = new RecentAnswer(async () => ++asked)
    await answer.refresh()
    vi.advanceTimersByTime(9_999)
    await answer.refresh()
    expect(answer.known).toBe(1)
    vi.advanceTimersByTime(1)
    await answer.refresh()
    expect(answer.known).toBe(2)
  })

  it('should know nothing after a failure, and not ask again at once', async () => {
    const ask = vi.fn(async () => 1)
    const answer = new RecentAnswer(ask)
    await answer.refresh()
    vi.advanceTimersByTime(10_000)
    ask.mockRejectedValue(new Error('away'))
    await answer.refresh()
    await answer.refresh()
    expect(answer.known).toBeUndefined()
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('should wait for a slow answer only for 2 seconds, and keep the last answer for a minute meanwhile', async () => {
    const ask = vi.fn(async () => 1)
    const answer = new RecentAnswer(ask)
    await answer.refresh()
    ask.mockReturnValue(new Promise(() => undefined))
    vi.advanceTimersByTime(10_000)
    const waiting = answer.refresh()
    await vi.advanceTimersByTimeAsync(2_000)
    await waiting
    expect(answer.known).toBe(1)
    vi.advanceTimersByTime(48_000)
    expect(answer.known).toBeUndefined()
    expect(ask).toHaveBeenCalledTimes(2)
    expect(vi.getTimerCount()).toBe(0)
  })
})
