import createClient, { type Middleware } from 'openapi-fetch'
import { session } from '../session/session.js'
import { createNoKeyError, readFailure } from './api-error.js'
import { fetchWithTimeout } from './fetch-with-timeout.js'
import type { paths } from './schema.js'

/** The base URL is relative to the page, because a proxy may serve the page and the API below any path. */
export const baseUrl = new URL('.', window.location.href).href.replace(/\/$/, '')

const NOT_MODIFIED = 304

const authenticate: Middleware = {
  onRequest({ request }) {
    const { key, isRefused } = session.current()
    // The server has refused the key. Send nothing until the user enters another key. Queries are then sent again
    // automatically.
    if (isRefused) throw createNoKeyError()
    if (key !== undefined) request.headers.set('Authorization', `Key ${key}`)
    return request
  },
  async onResponse({ request, response }) {
    if (response.ok || response.status === NOT_MODIFIED) return
    // The key was deleted or has expired. The user has to sign in again, whichever page is open.
    if (response.status === 401) session.refuse(request.headers.get('Authorization')?.slice('Key '.length))
    throw await readFailure(response)
  },
}

/**
 * The client of the public HTTP API, with types from its OpenAPI document. It throws an `ApiError` if a request does
 * not succeed.
 */
export const api = createClient<paths, 'application/json'>({
  baseUrl,
  fetch: fetchWithTimeout,
  querySerializer: { array: { style: 'form', explode: true } },
})
api.use(authenticate)

/**
 * Returns the body of an answer. Answers with an error status never get here, because `api` throws an `ApiError` for
 * them.
 */
export async function readBody<Body>(answer: Promise<{ data?: Body; response: Response }>): Promise<Body> {
  const { data, response } = await answer
  if (data === undefined) throw await readFailure(response)
  return data
}
