import createClient, { type Middleware } from 'openapi-fetch'
import { session } from '../session/session.js'
import { noAnswer, noKey, readFailure } from './api-error.js'
import type { paths } from './schema.js'

/** Relative to the page, because a proxy may serve the page and the API below any path. */
const baseUrl = new URL('.', window.location.href).href.replace(/\/$/, '')

const withKey: Middleware = {
  onRequest({ request }) {
    const { key, isRefused } = session.current()
    // Queries that fail here run again once another key is entered.
    if (isRefused) throw noKey()
    if (key !== undefined) request.headers.set('Authorization', `Key ${key}`)
    return request
  },
  async onResponse({ request, response }) {
    if (response.ok) return
    // The key was deleted or has expired: the user has to sign in again, on any page.
    if (response.status === 401) session.refuse(request.headers.get('Authorization')?.slice('Key '.length))
    throw await readFailure(response)
  },
  onError({ error }) {
    return error instanceof DOMException && error.name === 'AbortError' ? error : noAnswer()
  },
}

/** The public HTTP API, typed by its OpenAPI document. Any answer but a success is thrown as an `ApiError`. */
export const api = createClient<paths>({ baseUrl, querySerializer: { array: { style: 'form', explode: true } } })
api.use(withKey)

/** The body of an answer. `api` has already thrown failures. */
export async function bodyOf<Body>(answer: Promise<{ data?: Body; response: Response }>): Promise<Body> {
  const { data, response } = await answer
  if (data === undefined) throw await readFailure(response)
  return data
}
