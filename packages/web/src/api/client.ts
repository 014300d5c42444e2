import createClient, { type Middleware } from 'openapi-fetch'
import { session } from '../session/session.js'
import { noAnswer, noKey, readFailure } from './api-error.js'
import type { paths } from './schema.js'

/** Beside the page: a proxy may serve both below any path. */
const baseUrl = new URL('.', window.location.href).href.replace(/\/$/, '')

const withKey: Middleware = {
  onRequest({ request }) {
    const { key, isRefused } = session.current()
    // What a page asks for meanwhile is asked again when there is another key.
    if (isRefused) throw noKey()
    if (key !== undefined) request.headers.set('Authorization', `Key ${key}`)
    return request
  },
  async onResponse({ request, response }) {
    if (response.ok) return
    // The key was taken back, or has expired: whatever the page shows, the next thing to do is to sign in.
    if (response.status === 401) session.refuse(request.headers.get('Authorization')?.slice('Key '.length))
    throw await readFailure(response)
  },
  onError({ error }) {
    return error instanceof DOMException && error.name === 'AbortError' ? error : noAnswer()
  },
}

/** The public HTTP API, typed by its own document. Whatever is no success is thrown as an `ApiError`. */
export const api = createClient<paths>({ baseUrl, querySerializer: { array: { style: 'form', explode: true } } })
api.use(withKey)

/** The body of an answer; failures were thrown before. */
export async function bodyOf<Body>(answer: Promise<{ data?: Body; response: Response }>): Promise<Body> {
  const { data, response } = await answer
  if (data === undefined) throw await readFailure(response)
  return data
}
