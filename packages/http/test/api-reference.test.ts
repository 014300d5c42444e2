import { describe, expect, it } from 'vitest'
import { expectRefusal, useServer } from './test-server.js'

const FILES = ['/docs', '/docs/start.js', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js']

describe('the reference at /docs', () => {
  const server = useServer()

  it.each(FILES)('should answer GET and HEAD of %s without a key', async (path) => {
    const { status, headers, text } = await server.current.call('GET', path, { key: null })
    expect([status, text.length > 100]).toEqual([200, true])
    expect(headers.get('content-type')).toMatch(/^text\/(html|javascript|css); charset=utf-8$/)
    const head = await server.current.call('HEAD', path, { key: null })
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', headers.get('etag')])
  })

  it('should need no inline script, no inline style, and no other server', async () => {
    const { text } = await server.current.call('GET', '/docs', { key: null })
    const addresses = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
    // Relative addresses work behind a path prefix too.
    expect(addresses.sort()).toEqual(['data:,', ...FILES.slice(1).map((path) => path.slice(1))].sort())
    expect(text).not.toMatch(/<style|style=|<script>| on\w+=/)
  })

  it.each(FILES)('should answer 304 if the caller has the current %s', async (path) => {
    const { headers } = await server.current.call('GET', path)
    const known = { headers: { 'If-None-Match': headers.get('etag') ?? '' } }
    expect((await server.current.call('GET', path, known)).status).toBe(304)
  })

  it('should refuse other methods and other paths', async () => {
    const refused = await server.current.call('POST', '/docs')
    expectRefusal(refused, 405, 'the method POST is not allowed here')
    expect(refused.headers.get('allow')).toBe('GET, HEAD')
    for (const path of ['/docs/', '/docs/swagger-ui.js', '/docs/..%2Fpackage.json'])
      expectRefusal(await server.current.call('GET', path), 404, 'there is nothing at this path')
  })
})
