import createClient, { type Middleware } from 'openapi-fetch'
import { session } from '../session/session.js'
import { createNoAnswerError, createNoKeyError, createTimeoutError, readFailure } from './api-error.js'
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

/** The milliseconds after which the console gives up a request. */
const TIMEOUT = 10_000
/** The timeout of requests that export or change thousands of items at once, in milliseconds. */
const LONG_TIMEOUT = 120_000
const LONG_PATHS = /\/api\/(.*\/(export|import|suggest|bulk)(\/|$)|alerts\/status|alert_policy\/preview$)/
/** The timeout of requests that send or receive a file, in milliseconds: the file may be large and the network slow. */
export const FILE_TIMEOUT = 900_000
const FILE_PATHS = /\/api\/resources\/plans\//
/** The statuses of answers that have no body. */
const STATUSES_WITHOUT_BODY = [204, 304]

/**
 * Sends a request and reads the whole answer. If this takes too long, the request is given up, so that a page does not
 * wait forever for a server that hangs.
 *
 * @throws ApiError if the complete answer does not arrive in time; the reason of `request.signal` if the caller aborts
 * the request
 */
export async function fetchWithTimeout(request: Request): Promise<Response> {
  const limit = chooseTimeout(new URL(request.url))
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(createTimeoutError(limit, request.method)), limit)
  const signal = AbortSignal.any([request.signal, late.signal])
  try {
    const response = await fetch(request, { signal })
    const { status, statusText, headers } = response
    // Read the answer to its end even if it is empty: the browser would abort a request whose answer is left unread.
    const body = await response.arrayBuffer()
    return new Response(STATUSES_WITHOUT_BODY.includes(status) ? null : body, { status, statusText, headers })
  } catch {
    throw signal.aborted ? signal.reason : createNoAnswerError()
  } finally {
    clearTimeout(timer)
  }
}

function chooseTimeout({ pathname, searchParams }: URL): number {
  if (searchParams.get('format') === 'csv' || FILE_PATHS.test(pathname)) return FILE_TIMEOUT
  return LONG_PATHS.test(pathname) ? LONG_TIMEOUT : TIMEOUT
}
