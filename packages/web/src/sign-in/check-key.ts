import { readFailure } from '../api/api-error.js'
import { fetchInTime } from '../api/fetch-in-time.js'

/**
 * The route that is requested to check an API key. It answers 401 if the key is unknown or expired, and 403 if the key
 * is valid but lacks the scope for this route.
 */
const ROUTE = 'api/service_topology?page-size=1'

/**
 * Whether the server accepts an API key. If `key` is `undefined`, the result says whether the server accepts requests
 * without an API key.
 *
 * @throws ApiError if there is no answer, or if the answer has an unexpected status
 */
export async function isAccepted(key: string | undefined): Promise<boolean> {
  const headers = new Headers()
  try {
    if (key !== undefined) headers.set('Authorization', `Key ${key}`)
  } catch {
    // The key contains a character that is not allowed in a header, so it cannot be valid.
    return false
  }
  const response = await fetchInTime(new Request(ROUTE, { headers }))
  if (response.ok || response.status === 403) return true
  if (response.status === 401) return false
  throw await readFailure(response)
}
