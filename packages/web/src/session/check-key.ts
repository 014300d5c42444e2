import { noAnswer, readFailure } from '../api/api-error.js'

/** Any route that needs a key tells whether there is one: 401 says no, 403 says that it is known, but may do less. */
const ROUTE = 'api/service_topology?page-size=1'

/**
 * Whether the server lets requests in with this key, or with none where it asks for none.
 *
 * @throws ApiError when there is no answer, or none that tells
 */
export async function isLetIn(key: string | undefined): Promise<boolean> {
  const headers = new Headers()
  try {
    if (key !== undefined) headers.set('Authorization', `Key ${key}`)
  } catch {
    // A letter that no header can carry, as of another keyboard: there is no such key.
    return false
  }
  const response = await fetch(ROUTE, { headers }).catch(() => {
    throw noAnswer()
  })
  if (response.ok || response.status === 403) return true
  if (response.status === 401) return false
  throw await readFailure(response)
}
