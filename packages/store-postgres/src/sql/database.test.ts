import { OpsgraphError } from '@opsgraph/core/store'
import { describe, expect, it } from 'vitest'
import { inSavepoint, type Session } from './database.js'

describe('inSavepoint', () => {
  const lost = new OpsgraphError('unavailable', 'the connection was lost', [])

  it('should fail with the error of the work, even if the rollback fails too', async () => {
    const session = sessionOf((text) => text.startsWith('rollback'))
    await expect(inSavepoint(session, () => Promise.reject(lost))).rejects.toBe(lost)
  })

  it('should fail with the error of the release, even if the rollback fails too', async () => {
    const session = sessionOf(
      (text) => text.startsWith('rollback'),
      (text) => text.startsWith('release'),
    )
    await expect(inSavepoint(session, async () => 'done')).rejects.toBe(lost)
  })

  it('should run nothing if there is no savepoint', async () => {
    const session = sessionOf(
      () => false,
      (text) => text.startsWith('savepoint'),
    )
    const work = () => Promise.reject(new Error('must not run'))
    await expect(inSavepoint(session, work)).rejects.toBe(lost)
  })

  /** A session in which some statements fail with `lost`, and some with another error. */
  function sessionOf(isRefused: (text: string) => boolean, isLost: (text: string) => boolean = () => false): Session {
    return {
      query: async ({ text }) => {
        if (isLost(text)) throw lost
        if (isRefused(text)) throw new Error('there is no such savepoint')
        return { rows: [], count: 0 }
      },
      atomic: () => Promise.reject(new Error('not used')),
    }
  }
})
