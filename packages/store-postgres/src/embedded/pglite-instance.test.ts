import type { PGlite } from '@electric-sql/pglite'
import { DatabaseError } from 'pg-protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PgliteInstance } from './pglite-instance.js'

const BYTES = new Uint8Array()

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

describe('PgliteInstance', () => {
  it('should report a full disk as unavailable, and continue', async () => {
    const { instance, reopen } = refusing({ code: '53100', severity: 'ERROR' })
    await expect(instance.exchange(BYTES)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'the embedded database refuses: because',
    })
    await instance.requireOpen()
    expect(reopen).not.toHaveBeenCalled()
  })

  it('should rethrow an error of the statement, and continue', async () => {
    const { instance, reopen } = refusing({ code: '23505', severity: 'ERROR' })
    await expect(instance.exchange(BYTES)).rejects.toMatchObject({ name: 'error', code: '23505' })
    await instance.requireOpen()
    expect(reopen).not.toHaveBeenCalled()
  })

  it.each(['PANIC', 'FATAL'])('should open the database again after %s', async (severity) => {
    const { instance, reopen } = refusing({ code: 'XX000', severity })
    const failed = { kind: 'unavailable', message: 'the embedded database has failed: because' }
    await expect(instance.exchange(BYTES)).rejects.toMatchObject(failed)
    // The database is not opened again immediately: if the disk stays full, the server must not repeat the attempt
    // without a pause.
    await expect(instance.requireOpen()).rejects.toMatchObject(failed)
    vi.advanceTimersByTime(1_000)
    await instance.requireOpen()
    expect(reopen).toHaveBeenCalledOnce()
  })

  it('should abandon the instance if a transaction cannot be rolled back', async () => {
    const { instance, reopen } = refusing({ code: 'XX000', severity: 'ERROR' })
    await instance.rollBack()
    vi.advanceTimersByTime(1_000)
    await instance.requireOpen()
    expect(reopen).toHaveBeenCalledOnce()
  })

  it('should open the database again after an error that is not from PostgreSQL', async () => {
    const { instance, reopen } = failing(new RangeError('unreachable'))
    await expect(instance.exchange(BYTES)).rejects.toMatchObject({ kind: 'unavailable' })
    vi.advanceTimersByTime(1_000)
    await instance.requireOpen()
    expect(reopen).toHaveBeenCalledOnce()
  })

  it('should report the failure to all later calls', async () => {
    const { instance } = refusing({ code: 'XX000', severity: 'PANIC' })
    const failed = { kind: 'unavailable', message: 'the embedded database has failed: because' }
    await expect(instance.exchange(BYTES)).rejects.toMatchObject(failed)
    await instance.rollBack()
    await expect(instance.exchange(BYTES)).rejects.toMatchObject(failed)
    await expect(instance.requireOpen()).rejects.toMatchObject(failed)
  })

  it('should try again later if the database cannot be opened again', async () => {
    const { instance, reopen } = refusing({ code: 'XX000', severity: 'PANIC' })
    await instance.exchange(BYTES).catch(() => undefined)
    reopen.mockRejectedValueOnce(new Error('no room'))
    vi.advanceTimersByTime(1_000)
    const failed = { kind: 'unavailable', message: 'the embedded database has failed: no room' }
    await expect(instance.requireOpen()).rejects.toMatchObject(failed)
    await expect(instance.requireOpen()).rejects.toMatchObject(failed)
    expect(reopen).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(1_000)
    await instance.requireOpen()
  })

  it('should stay failed if it cannot be opened again', async () => {
    const instance = new PgliteInstance(answering(new Error('because')), undefined)
    await instance.exchange(BYTES).catch(() => undefined)
    vi.advanceTimersByTime(60_000)
    await expect(instance.requireOpen()).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'the embedded database has failed: because',
    })
  })

  it('should not be opened again once it is closed', async () => {
    const { instance, reopen } = refusing({ code: 'XX000', severity: 'PANIC' })
    await instance.exchange(BYTES).catch(() => undefined)
    await instance.close()
    vi.advanceTimersByTime(1_000)
    await expect(instance.requireOpen()).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'the embedded database is closed',
    })
    expect(reopen).not.toHaveBeenCalled()
  })
})

// Helpers

function refusing(refusal: { readonly code: string; readonly severity: string }) {
  return failing(Object.assign(new DatabaseError('because', 0, 'error'), refusal))
}

function failing(error: Error) {
  const reopen = vi.fn(async () => answering(error))
  return { instance: new PgliteInstance(answering(error), reopen), reopen }
}

/** A database that answers everything with this error. */
function answering(error: Error): PGlite {
  return { closed: false, execProtocolRaw: () => Promise.reject(error) } as unknown as PGlite
}
