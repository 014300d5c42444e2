/**
 * Holds every answer of an opsgraph server that any test receives against the document that describes the API, however
 * the test asks: what it calls is `fetch`. Set up for all tests by vitest.config.ts.
 */
import { afterEach, expect } from 'vitest'

/** Files of tests may follow each other in one process, where this is run anew for each. */
const global: typeof globalThis & { unchecked?: typeof fetch } = globalThis
const send = global.unchecked ?? globalThis.fetch
global.unchecked = send
const faults: string[] = []

globalThis.fetch = async (input, init) => {
  const response = await send(input, init)
  if (response.headers.has('x-request-id')) await check(input, init, response.clone())
  return response
}

afterEach(() => {
  expect(faults.splice(0), 'answers that are not as /openapi.json says').toEqual([])
})

async function check(...[input, init, response]: [...Parameters<typeof fetch>, Response]): Promise<void> {
  const request = input instanceof Request ? input : { method: 'GET', url: String(input) }
  const method = (init?.method ?? request.method).toUpperCase()
  const { pathname } = new URL(request.url)
  // A test may have cut the connection: then there is no answer.
  const text = await response.text().catch(() => undefined)
  if (text === undefined || !isOfApi(pathname)) return
  // Loaded when it is needed: most tests receive no answer.
  const { faultsOf } = await import('./check-answer.js')
  const { status, headers } = response
  faults.push(
    ...faultsOf(method, pathname, { status, headers, text }).map(
      (fault) => `${method} ${pathname} ${status}: ${fault}`,
    ),
  )
}

function isOfApi(path: string): boolean {
  return path.startsWith('/api/') || ['/healthz', '/readyz', '/metrics', '/openapi.json'].includes(path)
}
