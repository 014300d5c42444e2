import { noAnswer, readFailure } from '../api/api-error.js'

/** A route that needs a key: 401 means that the key is unknown, 403 that it is known but lacks the scope. */
const ROUTE = 'api/service_topology?page-size=1'

/**
 * Whether the server accepts this key, or requests without a key if `key` is `undefined`.
 *
 * @throws ApiError if there is no answer, or an unexpected status
 */
export async function isAccepted(key: string | undefined): Promise<boolean> {
  const headers = new Headers()
  try {
    if (key !== undefined) headers.set('Authorization', `Key ${key}`)
  } catch {
    // The key has a character that is not allowed in a header, so it cannot be valid.
    return false
  }
  const response = await fetch(ROUTE, { headers }).catch(() => {
    throw noAnswer()
  })
  if (response.ok || response.status === 403) return true
  if (response.status === 401) return false
  throw await readFailure(response)
}
