import { randomBytes } from 'node:crypto'
import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Opsgraph } from '@opsgraph/core'
import type { Logger } from '@opsgraph/http'
import { errorCode, StartError } from '../faults.js'
import { SYSTEM_CALLER } from '../operator.js'
import { isLongSecret, type Settings } from '../settings.js'
import { writeWholeFile } from '../whole-file.js'

/** The file in the data directory of the embedded database in which the server stores the key that it has created. */
const KEY_FILE_NAME = 'secret-key'
/** The permission bits of the group and of all other users. */
const OTHER_USERS_BITS = 0o077
/** Maximum number of ids of webhooks in a log line. The field `webhookCount` is their total number. */
const MAX_LOGGED_WEBHOOKS = 20

/** The key that protects the secrets of webhooks (rules.md#settings-7). */
export interface SecretKey {
  /** The key that encrypts secrets; empty = the server has no key. */
  readonly key: string
  /** Where the right key may be stored. The warning about secrets that cannot be read contains this text. */
  readonly hint?: string | undefined
}

/**
 * Finds the key that protects the secrets of webhooks: the setting `SECRET_KEY`; otherwise the key that an earlier
 * start has stored beside the embedded database; otherwise a new key. Call this only after this process has opened the
 * embedded database: that locks the data directory, so no other process can store a key at the same time.
 *
 * @throws StartError if the file of the key cannot be read or written, or contains no key
 */
export async function findSecretKey({ secretKey, store }: Pick<Settings, 'secretKey' | 'store'>): Promise<SecretKey> {
  if (store.kind === 'postgres') return { key: secretKey }
  // The key need not be stored: the data in memory are lost with it.
  if (store.kind === 'memory') return { key: secretKey || createSecretKey() }
  const file = join(store.directory, KEY_FILE_NAME)
  if (secretKey === '') {
    const stored = await readStoredKey(file)
    return stored === undefined
      ? { key: await storeNewKey(file), hint: `${file} was missing, so this start has made a new key` }
      : { key: stored }
  }
  const stored = await readFile(file, 'utf8').catch(() => secretKey)
  return { key: secretKey, hint: stored.trim() === secretKey.trim() ? undefined : `${file} holds another key` }
}

/** Logs what does not work because the server has no key, or because stored secrets are protected with another key. */
export async function logSecretKey(
  { key, hint }: SecretKey,
  opsgraph: Pick<Opsgraph, 'listWebhooks'>,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  const { staleSecrets: stale } = await opsgraph.listWebhooks(SYSTEM_CALLER, { pageSize: 1 })
  const webhooks = stale.length > 0 && { webhooks: stale.slice(0, MAX_LOGGED_WEBHOOKS), webhookCount: stale.length }
  if (key === '') {
    const effect = webhooks
      ? 'webhooks with a secret refuse all deliveries'
      : 'no webhook can have a secret, and there can be no subscription'
    const advice = webhooks ? 'set the key that was set before' : 'make one with `openssl rand -hex 32`'
    logger.warn({ ...webhooks }, `SECRET_KEY is not set, so ${effect}: ${advice}, and set it for every server`)
  } else if (webhooks) {
    const place = hint === undefined ? '' : ` (${hint})`
    const advice = 'start with the old key, or save these secrets again'
    logger.warn(webhooks, `webhooks refuse all deliveries: their secrets are of another SECRET_KEY${place}: ${advice}`)
  }
}

function createSecretKey(): string {
  return randomBytes(32).toString('hex')
}

async function storeNewKey(file: string): Promise<string> {
  const key = createSecretKey()
  await writeWholeFile(file, async (write) => await write(`${key}\n`))
  return key
}

/** @returns `undefined` if there is no file */
async function readStoredKey(file: string): Promise<string | undefined> {
  try {
    if (process.getuid !== undefined && ((await stat(file)).mode & OTHER_USERS_BITS) !== 0) await chmod(file, 0o600)
    const key = (await readFile(file, 'utf8')).trim()
    if (isLongSecret(key)) return key
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    const reason = error instanceof Error ? error.message : error
    throw new StartError(`${file} cannot be used (${reason}): correct its owner, or set SECRET_KEY`)
  }
  throw new StartError(
    `${file} does not hold a key: restore it from a backup, or set SECRET_KEY; without the old key, the secrets of webhooks must be saved again`,
  )
}
