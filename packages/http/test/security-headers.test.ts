import { describe, expect, it } from 'vitest'
import { rawRequest } from './raw-request.js'
import { type Received, useServer } from './test-server.js'

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
]

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
  ])('should tell browsers what it may do: %s %s', async (method, path, status) => {
    const answer = await server.current.call(method, path)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-security-policy')?.split(';')).toEqual(POLICY)
    expectOnce(answer, {
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  })

  it('should carry each header once, with its id, where it is said in two ways', async () => {
    const head = 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-ID: mine\r\nConnection: close\r\n\r\n'
    const names = (await rawRequest(server.current.url, head)).split('\r\n\r\n')[0]?.match(/^[\w-]+(?=:)/gm) ?? []
    expect(names).toContain('X-Request-ID')
    expect(names).toEqual([...new Set(names)])
  })

  it('should keep browsers on TLS where callers come by it, and only there', async () => {
    const secured = await server.current.call('GET', '/api/alerts')
    expect(secured.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const plain = await overHttp.current.call('GET', '/api/alerts')
    expect(plain.headers.get('strict-transport-security')).toBeNull()
    expect(plain.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
  })
})

// Helpers

/** Values that were sent twice would be joined by commas. */
function expectOnce({ headers }: Received, expected: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(expected)) expect(headers.get(name), name).toBe(value)
}
