import { createOpsgraph, type Scope, type Store } from '@opsgraph/core'
import { readTimestamp, SCOPES } from '@opsgraph/core/pure'
import type { Command } from 'commander'
import { UsageError } from '../faults.js'
import { OPERATOR_CALLER } from '../operator.js'
import type { Ports } from '../ports.js'
import type { Flags } from '../setting-reader.js'
import { readStoreSettings, withStore, withStoreOptions } from '../store-settings.js'

interface KeyFlags extends Flags {
  /** The scopes, separated by commas. */
  readonly scopes: string
  readonly user: string
  readonly text: string
  readonly expires?: string | undefined
}

/** Adds `opsgraph key create`. */
export function addKeyCreate(key: Command, ports: Ports): void {
  withStoreOptions(
    key.command('create').description('create an API key directly in the database; prints its secret once'),
  )
    .requiredOption('--scopes <list>', 'the scopes of the key, separated by commas, such as admin or read,write:alerts')
    .option('--user <name>', 'the user of the key', 'admin')
    .option('--text <text>', 'a description of the key', '')
    .option('--expires <time>', 'when the key expires, such as 2027-01-31T00:00:00Z (default: never)')
    .action(async (flags: KeyFlags) => await createKey(flags, ports))
}

/**
 * Creates an API key directly in the store, for operators that have no key for the HTTP API yet. Prints only the
 * secret, so that a script can read it. Never creates a database (rules.md#command-line-1).
 *
 * @throws UsageError for unknown scopes, an invalid time, and the memory store
 */
async function createKey({ scopes, user, text, expires, ...flags }: KeyFlags, ports: Ports): Promise<void> {
  const settings = readStoreSettings(flags, ports)
  if (settings.kind === 'memory') {
    throw new UsageError('a key in the memory store would be lost at once: name a database, or set ADMIN_KEY')
  }
  const body = { scopes: readScopes(scopes), user, text, expireTime: readExpires(expires) }
  const create = async (store: Store) => {
    const { secret, key } = await createOpsgraph({ store }).createApiKey(OPERATOR_CALLER, body)
    ports.note(`created key ${key.id} of user ${key.user} (${key.scopes.join(', ')}); its secret is shown only once:`)
    ports.print(secret)
  }
  await withStore(settings, ports, create, { mustExist: true })
}

function readExpires(text: string | undefined): string | null {
  if (text === undefined) return null
  const time = readTimestamp(text)
  if (time !== undefined) return time
  const truncated = JSON.stringify(text.slice(0, 100))
  throw new UsageError(`--expires must be an ISO 8601 time such as 2027-01-31T00:00:00Z, not ${truncated}`)
}

function readScopes(list: string): readonly Scope[] {
  return list.split(',').map((text) => {
    const scope = SCOPES.find((known) => known === text.trim())
    if (scope !== undefined) return scope
    throw new UsageError(`--scopes holds ${JSON.stringify(text.trim())}; scopes are ${SCOPES.join(', ')}`)
  })
}
