import { describe, expect, it } from 'vitest'
import { listen } from '../src/index.js'
import { headersOf, jsonOf, rawRequest } from './raw-request.js'
import { ADMIN_KEY, useServer } from './test-server.js'

const server = useServer()
const overHttp = useServer(() => ({}), { baseUrl: 'http://10.0.0.5:8080' })

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';')

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

const CHUNKED = `POST /api/alert HTTP/1.1\r\nHost: x\r\nAuthorization: Key ${ADMIN_KEY}\r\nTransfer-Encoding: chunked\r\n\r\n`

describe('every answer', () => {
  it.each([
    ['GET', '/api/alerts', 200],
    ['GET', '/api/alert/unknown', 404],
    ['POST', '/api/webhooks/custom/unknown', 404],
    ['PATCH', '/api/alerts', 405],
    ['OPTIONS', '/api/alerts', 204],
    ['GET', '/', 404],
    ['GET', '/healthz', 200],
    ['GET', '/%zz', 400],
    ['GET', '/api/%zz', 400],
  ])('should carry the security headers: %s %s', async (method, path, status) => {
    const answer = await server.current.call(method, path)
    expect(answer.status).toBe(status)
    const isVersioned = status === 200 && path === '/api/alerts'
    expectOnce(answer.headers, { ...HEADERS, ...(isVersioned && { 'cache-control': 'private, no-cache' }) })
  })

  it.each([
    ['bytes that are not HTTP', 'nonsense\r\n\r\n', 400],
    ['a malformed URL', 'GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['headers that are too long', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['a URL that is too long', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['chunk extensions that are too long', `${CHUNKED}1;${'y'.repeat(20_000)}\r\n`, 413],
  ])('should carry them when it refuses %s', async (_what, bytes, status) => {
    const answer = await rawRequest(server.current.url, bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expectOnce(headersOf(answer), HEADERS)
    expect(jsonOf(answer)).toMatchObject({ status: 'error', code: status })
  })

  it('should carry them when a request times out', async () => {
    const { url, close } = await listen(() => undefined, {
      host: '127.0.0.1',
      port: 0,
      requestTimeout: 100,
    })
    const answer = await rawRequest(url, 'GET / HTTP/1.1\r\nHost: x\r\nX-Sl')
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expectOnce(headersOf(answer), HEADERS)
    await close(0)
  })

  it('should carry each header once on a path outside of /api/', async () => {
    const head = 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-ID: mine\r\nConnection: close\r\n\r\n'
    const names = (await rawRequest(server.current.url, head)).split('\r\n\r\n')[0]?.match(/^[\w-]+(?=:)/gm) ?? []
    expect(names).toContain('X-Request-ID')
    expect(names).toEqual([...new Set(names)])
  })

  it('should carry Strict-Transport-Security only if callers use TLS', async () => {
    const secured = await server.current.call('GET', '/api/alerts')
    expect(secured.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const plain = await overHttp.current.call('GET', '/api/alerts')
    expect(plain.headers.get('strict-transport-security')).toBeNull()
    expect(plain.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
  })
})

// Helpers

/** Checks that each header is sent once: a header that is sent twice has both values, joined by a comma. */
function expectOnce(headers: Headers, expected: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(expected)) expect(headers.get(name), name).toBe(value)
}
