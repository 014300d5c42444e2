import { createOpsgraph, isScope, readTimestamp, SCOPES } from '@opsgraph/core'
import { UsageError } from '../faults.js'
import { OPERATOR } from '../operator.js'
import type { Ports } from '../ports.js'
import type { StoreSettings } from '../settings.js'

export interface CreateKeyFlags {
  /** Separated by commas. */
  readonly scopes: string
  readonly user: string
  readonly text: string
  readonly expires?: string | undefined
}

/**
 * Creates an API key in the store itself, for operators who have no key to do it with over HTTP. Prints the secret
 * alone, so that a script can take it.
 *
 * @throws UsageError for unknown scopes, for what is no time, and for a store that ends with the process
 */
export async function createKey(
  settings: StoreSettings,
  { scopes, user, text, expires }: CreateKeyFlags,
  { openStore, print, note }: Pick<Ports, 'openStore' | 'print' | 'note'>,
): Promise<void> {
  if (settings.kind === 'memory') {
    throw new UsageError('a key in the memory store would be gone at once: name a database, or set ADMIN_KEY')
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
  const shown = JSON.stringify(text.slice(0, 100))
  throw new UsageError(`--expires must be an ISO 8601 time such as 2027-01-31T00:00:00Z, not ${shown}`)
}

function readScopes(list: string): readonly string[] {
  const scopes = list.split(',').map((scope) => scope.trim())
  const unknown = scopes.filter((scope) => !isScope(scope))
  if (unknown.length > 0) {
    throw new UsageError(`--scopes holds ${JSON.stringify(unknown[0])}; scopes are ${SCOPES.join(', ')}`)
  }
  return scopes
}
