import { createOpsgraph, type Scope } from '@opsgraph/core'
import { readTimestamp, SCOPES } from '@opsgraph/core/pure'
import { UsageError } from '../faults.js'
import { OPERATOR } from '../operator.js'
import type { Ports } from '../ports.js'
import type { StoreSettings } from '../settings.js'

export interface CreateKeyFlags {
  /** The scopes, separated by commas. */
  readonly scopes: string
  readonly user: string
  readonly text: string
  readonly expires?: string | undefined
}

/**
 * Creates an API key directly in the store, for operators that have no key for the HTTP API yet. Prints only the
 * secret, so that a script can read it. Never creates a database (rules.md#command-line-1).
 *
 * @throws UsageError for unknown scopes, an invalid time, and the memory store
 */
export async function createKey(
  settings: StoreSettings,
  { scopes, user, text, expires }: CreateKeyFlags,
  { openStore, print, note }: Pick<Ports, 'openStore' | 'print' | 'note'>,
): Promise<void> {
  if (settings.kind === 'memory') {
    throw new UsageError('a key in the memory store would be lost at once: name a database, or set ADMIN_KEY')
  }
  const body = { scopes: readScopes(scopes), user, text, expireTime: readExpires(expires) }
  const store = await openStore(settings, { mustExist: true })
  try {
    const { secret, key } = await createOpsgraph({ store }).createApiKey(OPERATOR, body)
    note(`created key ${key.id} of user ${key.user} (${key.scopes.join(', ')}); its secret is shown only once:`)
    print(secret)
  } finally {
    await store.close()
  }
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
