import type { PGlite } from '@electric-sql/pglite'
import { DatabaseError } from 'pg-protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PgliteInstance } from './pglite-instance.js'

const BYTES = new Uint8Array()

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

describe('PgliteInstance', () => {
  it('should tell a disk without room as unavailable, and go on', async () => {
    const { instance, reopen } = refusing({ code: '53100', severity: 'ERROR' })
    await expect(instance.exchange(BYTES)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'the embedded database refuses: because',
    })
    await instance.requireOpen()
    expect(reopen).not.toHaveBeenCalled()
  })

  it('should pass on what the statement is to blame for, and go on', async () => {
    const { instance, reopen } = refusing({ code: '23505', severity: 'ERROR' })
    await expect(instance.exchange(BYTES)).rejects.toMatchObject({ name: 'error', code: '23505' })
    await instance.requireOpen()
    expect(reopen).not.toHaveBeenCalled()
  })

  it.each(['PANIC', 'FATAL'])('should open the database again after %s', async (severity) => {
    const { instance, reopen } = refusing({ code: 'XX000', severity })
    const failed = { kind: 'unavailable', message: 'the embedded database has failed: because' }
    await expect(instance.exchange(BYTES)).rejects.toMatchObject(failed)
    // Not at once, so that a disk that stays full is not asked again and again.
    await expect(instance.requireOpen()).rejects.toMatchObject(failed)
    vi.advanceTimersByTime(1_000)
    await instance.requireOpen()
    expect(reopen).toHaveBeenCalledOnce()
  })

  it('should leave behind what cannot be undone, with its database', async () => {
    const { instance, reopen } = refusing({ code: 'XX000', severity: 'ERROR' })
    await instance.rollBack()
    vi.advanceTimersByTime(1_000)
    await instance.requireOpen()
    expect(reopen).toHaveBeenCalledOnce()
  })
})

// Helpers

/** A database that answers everything with this error. */
function refusing(refusal: { readonly code: string; readonly severity: string }) {
  const error = Object.assign(new DatabaseError('because', 0, 'error'), refusal)
  const database = { closed: false, execProtocolRaw: () => Promise.reject(error) } as unknown as PGlite
  const reopen = vi.fn(async () => database)
  return { instance: new PgliteInstance(database, reopen), reopen }
}
