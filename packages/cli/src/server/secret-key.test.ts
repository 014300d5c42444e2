import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/temporary-files.js'
import { StartError } from '../faults.js'
import { findSecretKey, logSecretKey, type SecretKey } from './secret-key.js'

const GIVEN = 'the-key-of-the-environment'

describe('the secret key', () => {
  it('should be made for an embedded database, and be the same at each start', async () => {
    const { file, find } = embedded()
    const { key, hint } = await find()
    expect(hint).toBe(`${file} was missing, so this start has made a new key`)
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(readFileSync(file, 'utf8')).toBe(`${key}\n`)
    expect(readdirSync(join(file, '..'))).toEqual(['secret-key'])
    expect(await find()).toEqual({ key })
    expect((await embedded().find()).key).not.toBe(key)
  })

  it.skipIf(process.platform === 'win32')('should be in a file that only this user can read', async () => {
    const { file, find } = embedded()
    const { key } = await find()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    chmodSync(file, 0o644)
    expect(await find()).toEqual({ key })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('should be SECRET_KEY, which changes no file, and name a file with another key', async () => {
    const { file, find } = embedded()
    expect(await find(GIVEN)).toEqual({ key: GIVEN, hint: undefined })
    expect(readdirSync(join(file, '..'))).toEqual([])
    const { key } = await find()
    expect(await find(GIVEN)).toEqual({ key: GIVEN, hint: `${file} holds another key` })
    expect(await find(key)).toEqual({ key, hint: undefined })
    expect(await find()).toEqual({ key })
  })

  it.each(['', 'short', '\n'])('should not be read from a file with the content %j', async (text) => {
    const { file, find } = embedded()
    writeFileSync(file, text)
    await expect(find()).rejects.toThrow(`${file} does not hold a key: restore it from a backup, or set SECRET_KEY; `)
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect((await find(GIVEN)).key).toBe(GIVEN)
  })

  it('should not be made if its file cannot be read', async () => {
    const { file, find } = embedded()
    mkdirSync(file)
    await expect(find()).rejects.toThrow(StartError)
    await expect(find()).rejects.toThrow(/secret-key cannot be used \([^\n]+\): correct its owner, or set SECRET_KEY$/)
  })

  it('should be made anew for each start in memory, and never be made for PostgreSQL', async () => {
    const memory = { secretKey: '', store: { kind: 'memory' } } as const
    expect((await findSecretKey(memory)).key).not.toBe((await findSecretKey(memory)).key)
    expect(await findSecretKey({ ...memory, secretKey: GIVEN })).toEqual({ key: GIVEN })
    const postgres = { secretKey: '', store: { kind: 'postgres', url: 'postgres://nowhere' } } as const
    expect(await findSecretKey(postgres)).toEqual({ key: '' })
  })
})

describe('the log line about the secret key', () => {
  it('should say what does not work without a key, and how to make one', async () => {
    expect(await logged({ key: '' })).toEqual([
      [
        {},
        'SECRET_KEY is not set, so no webhook can have a secret, and there can be no subscription: make one with `openssl rand -hex 32`, and set it for every server',
      ],
    ])
    expect(await logged({ key: '' }, 'the-key-before')).toEqual([
      [
        { webhooks: ['hook'], webhookCount: 1 },
        'SECRET_KEY is not set, so webhooks with a secret refuse all deliveries: set the key that was set before, and set it for every server',
      ],
    ])
  })

  it('should name the webhooks whose secrets are of another key, and the file that may hold it', async () => {
    expect(await logged({ key: GIVEN, hint: '/data/secret-key holds another key' }, 'the-key-before')).toEqual([
      [
        { webhooks: ['hook'], webhookCount: 1 },
        'webhooks refuse all deliveries: their secrets are of another SECRET_KEY (/data/secret-key holds another key): start with the old key, or save these secrets again',
      ],
    ])
  })

  it('should be missing if the key works for all secrets, even if a file holds another key', async () => {
    expect(await logged({ key: GIVEN, hint: '/data/secret-key holds another key' }, GIVEN)).toEqual([])
    expect(await logged({ key: GIVEN, hint: '/data/secret-key holds another key' })).toEqual([])
  })
})

// Helpers

function embedded() {
  const directory = temporaryDirectory()
  const find = (secretKey = '') => findSecretKey({ secretKey, store: { kind: 'embedded', directory } })
  return { file: join(directory, 'secret-key'), find }
}

/**
 * The lines that a start with a key logs.
 *
 * @param sealedWith the key under which the secret of a webhook was saved; `undefined` = there is no webhook
 */
async function logged(key: SecretKey, sealedWith?: string): Promise<readonly unknown[]> {
  const store = new MemoryStore()
  const body = { id: 'hook', authMode: 'header', authHeaderScheme: 'hub', authSecret: 'shared' } as const
  const caller = { user: 'ann', scopes: ['admin' as const], requestId: null }
  if (sealedWith !== undefined) await createOpsgraph({ store, secretKey: sealedWith }).createWebhook(caller, body)
  const lines: unknown[] = []
  const warn = (...line: unknown[]) => void lines.push(line)
  await logSecretKey(key, createOpsgraph({ store, secretKey: key.key }), { warn })
  return lines
}
