/**
 * Wraps `fetch`, so that every answer that a test receives from an opsgraph server is checked against the OpenAPI
 * document. vitest.config.ts sets this up for all tests.
 */
import { afterEach, expect } from 'vitest'

/**
 * Keeps the original `fetch`. This file runs once for each test file, and several test files may share one process:
 * without the original, the wrapper would wrap itself.
 */
const global: typeof globalThis & { unchecked?: typeof fetch } = globalThis
const send = global.unchecked ?? globalThis.fetch
global.unchecked = send
const faults: string[] = []

globalThis.fetch = async (input, init) => {
  const response = await send(input, init)
  // A stream of events does not end, so it is not checked here. Tests that read it check its events.
  const isEndless = response.headers.get('content-type') === 'text/event-stream'
  if (response.headers.has('x-request-id') && !isEndless) await check(input, init, response.clone())
  return response
}

afterEach(() => {
  expect(faults.splice(0), 'answers that deviate from /openapi.json').toEqual([])
})

async function check(...[input, init, response]: [...Parameters<typeof fetch>, Response]): Promise<void> {
  const request = input instanceof Request ? input : { method: 'GET', url: String(input) }
  const method = (init?.method ?? request.method).toUpperCase()
  const { pathname } = new URL(request.url)
  // The text is missing if the test closed the connection before the answer was complete.
  const text = await response.text().catch(() => undefined)
  if (text === undefined || !isOfApi(pathname)) return
  // Loaded lazily, since most tests receive no answer over HTTP.
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
