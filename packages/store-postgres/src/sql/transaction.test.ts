import { beforeEach, describe, expect, it, vi } from 'vitest'
import { KeyTakenError, OvertakenError } from './sqlstate.js'
import { runWithRetries } from './transaction.js'

describe('runWithRetries', () => {
  // Removes the pauses between attempts.
  beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))

  it('should retry work that collided, and pass isRepeated', async () => {
    const turns: boolean[] = []
    const answer = await runWithRetries(async (isRepeated) => {
      turns.push(isRepeated)
      if (turns.length < 3) throw new OvertakenError('somebody was faster')
      return 'done'
    })
    expect(answer).toBe('done')
    expect(turns).toEqual([false, true, true])
  })

  it('should not retry after any other failure', async () => {
    const refused = Object.assign(new Error('division by zero'), { code: '22012' })
    const work = vi.fn().mockRejectedValue(refused)
    await expect(runWithRetries(work)).rejects.toBe(refused)
    expect(work).toHaveBeenCalledOnce()
  })

  it.each([
    [new OvertakenError('somebody was faster'), 'others write the same'],
    [new KeyTakenError('the key is there'), 'there is such an entry already'],
  ])('should give up after ten attempts, as a conflict: %s', async (collision, message) => {
    const work = vi.fn().mockRejectedValue(collision)
    await expect(runWithRetries(work)).rejects.toMatchObject({ kind: 'conflict', message, cause: collision })
    expect(work).toHaveBeenCalledTimes(10)
  })
})
