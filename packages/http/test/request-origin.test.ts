import { type IncomingHttpHeaders, request } from 'node:http'
import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import express from 'express'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type AppOptions, createApp, createLogger, listen } from '../src/index.js'
import { jsonOf, rawRequest } from './raw-request.js'

/** The base URL in the settings of the server. */
const FALLBACK = 'http://fallback.example:8080'

describe('URLs in answers', () => {
  it('should name the host of the request, and never a stored one', async () => {
    const ask = await serve({ followHost: 'always' })
    const first = { host: 'first.example:8080' }
    const created = await ask('POST', '/api/webhook_config', first, { id: 'hook' })
    expect(created.webhook_url).toBe('http://first.example:8080/api/webhooks/custom/hook')
    const alert = { resource: 'a', event: 'e', environment: 'Production' }
    const received = await ask('POST', '/api/alert', first, alert)
    const path = `/api/alert/${received.id}`
    expect(received.alert).toMatchObject({ href: `http://first.example:8080${path}` })
    const second = { host: 'second.example' }
    expect((await ask('GET', path, second)).alert).toMatchObject({ href: `http://second.example${path}` })
    expect((await ask('GET', '/api/alerts', second)).alerts).toMatchObject([{ href: `http://second.example${path}` }])
    for (const headers of [first, second]) {
      expect((await ask('GET', '/openapi.json', headers)).servers).toEqual([{ url: `http://${headers.host}` }])
    }
  })

  it.each([
    ['LOCALHOST:8080', 'http://localhost:8080'],
    ['192.0.2.1:80', 'http://192.0.2.1:80'],
    ['[2001:db8::1]:8080', 'http://[2001:db8::1]:8080'],
    ['ops_graph.example.', 'http://ops_graph.example.'],
    ['0.0.0.0:8080', FALLBACK],
    ['[::]:8080', FALLBACK],
    ['[0:0::0]', FALLBACK],
    ['a..b', FALLBACK],
    ['1.2.3', FALLBACK],
    ['[::1', FALLBACK],
    ['[x::1]', FALLBACK],
    ['evil.example/path', FALLBACK],
    ['user@evil.example', FALLBACK],
    ['evil.example:99999', FALLBACK],
    ['evil.example:0', FALLBACK],
    ['evil.example:', FALLBACK],
    ['<script>', FALLBACK],
    ['x'.repeat(256), FALLBACK],
  ])('should start for the host %j with %s', async (host, url) => {
    expect(await (await server({ followHost: 'always' }))({ host })).toBe(url)
  })

  it('should start with the base URL for HTTP/1.0 without a host', async () => {
    const { url, close } = await listen(appWith({ followHost: 'always' }), { host: '127.0.0.1', port: 0 })
    onTestFinished(() => close(0))
    const answer = await rawRequest(url, 'GET /openapi.json HTTP/1.0\r\n\r\n')
    expect(jsonOf(answer)).toMatchObject({ servers: [{ url: FALLBACK }] })
  })

  it('should start with the base URL for every host if followHost is never', async () => {
    const ask = await server({ trustProxy: 1 })
    expect(await ask({ host: 'evil.example', 'x-forwarded-host': 'evil.example' })).toBe(FALLBACK)
  })

  it('should name the host of a request only behind a trusted proxy if followHost is behindProxy', async () => {
    const headers = { host: 'ops.example', 'x-forwarded-proto': 'https' }
    expect(await (await server({ followHost: 'behindProxy' }))(headers)).toBe(FALLBACK)
    expect(await (await server({ followHost: 'behindProxy', trustProxy: ['10.0.0.1'] }))(headers)).toBe(FALLBACK)
    expect(await (await server({ followHost: 'behindProxy', trustProxy: 1 }))(headers)).toBe('https://ops.example')
  })

  it('should include the path at which the application is mounted', async () => {
    const app = express()
    app.use('/ops', appWith({ followHost: 'always' }))
    const { url, close } = await listen(app, { host: '127.0.0.1', port: 0 })
    onTestFinished(() => close(0))
    const { servers } = (await (await fetch(`${url}/ops/openapi.json`)).json()) as Answer
    expect(servers).toEqual([{ url: `${url}/ops` }])
  })
})

describe('the forwarding headers of proxies', () => {
  const outer = 'https://ops.example'
  it.each<[string, IncomingHttpHeaders, string]>([
    ['nothing', {}, 'http://inner:8080'],
    ['the host', { 'x-forwarded-host': 'ops.example' }, 'http://ops.example'],
    ['scheme and host', { 'x-forwarded-host': 'ops.example', 'x-forwarded-proto': 'HTTPS' }, outer],
    ['only the scheme', { 'x-forwarded-proto': 'https' }, 'https://inner:8080'],
    ['the port', { 'x-forwarded-host': 'ops.example', 'x-forwarded-port': '8443' }, 'http://ops.example:8443'],
    ['two ports', { 'x-forwarded-host': 'ops.example:1', 'x-forwarded-port': '8443' }, 'http://ops.example:1'],
    ['the default port', { ...overTls('ops.example'), 'x-forwarded-port': '443' }, outer],
    ['the prefix', { ...overTls('ops.example'), 'x-forwarded-prefix': '/a/b-1/' }, `${outer}/a/b-1`],
    ['RFC 7239', { forwarded: 'for=192.0.2.1;proto=https;host="ops.example:8443"' }, 'https://ops.example:8443'],
    ['both kinds of headers', { ...overTls('ops.example'), forwarded: 'host=evil.example' }, outer],
    ['X-Forwarded-Host of the caller', { 'x-forwarded-host': 'evil.example, ops.example' }, 'http://ops.example'],
    ['Forwarded of the caller', { forwarded: 'host=evil.example, host=ops.example;proto=https' }, outer],
    ['another scheme', { ...overTls('ops.example'), 'x-forwarded-proto': 'javascript' }, 'http://ops.example'],
    ['a malformed host', { 'x-forwarded-host': 'evil.example/x?' }, 'http://inner:8080'],
    ['a malformed port', { ...overTls('ops.example'), 'x-forwarded-port': '8443x' }, outer],
    ['a malformed prefix', { ...overTls('ops.example'), 'x-forwarded-prefix': '//evil.example' }, outer],
    ['a prefix with ..', { ...overTls('ops.example'), 'x-forwarded-prefix': '/a/../b' }, outer],
    ['a malformed Forwarded', { forwarded: ';=;,="' }, 'http://inner:8080'],
  ])('should apply only if the proxy is trusted: %s', async (_, headers, url) => {
    const sent = { host: 'inner:8080', ...headers }
    expect(await (await server({ followHost: 'always', trustProxy: 1 }))(sent)).toBe(url)
    expect(await (await server({ followHost: 'always' }))(sent)).toBe('http://inner:8080')
  })

  it('should be read from the first of several trusted proxies', async () => {
    const chain = {
      'x-forwarded-for': '6.6.6.6, 192.0.2.1, 10.0.0.1',
      'x-forwarded-host': 'evil.example, ops.example, mid',
    }
    const forwarded = 'for=6.6.6.6;host=evil.example, for=192.0.2.1;host=ops.example, for=10.0.0.1;host=mid'
    for (const headers of [chain, { forwarded }]) {
      for (const trustProxy of [2, ['127.0.0.1', '10.0.0.0/8']]) {
        const ask = await server({ followHost: 'always', trustProxy })
        expect(await ask({ host: 'inner', ...headers })).toBe('http://ops.example')
      }
    }
  })

  it('should add Strict-Transport-Security if callers use TLS', async () => {
    const ask = await serve({ followHost: 'always', trustProxy: 1 })
    const sent = { host: 'ops.example', 'x-forwarded-proto': 'https' }
    expect((await ask('GET', '/api/alerts', sent)).headers['strict-transport-security']).toMatch(/^max-age=/)
    expect((await ask('GET', '/api/alerts', { host: 'x' })).headers['strict-transport-security']).toBeUndefined()
  })
})

// Helpers

type Answer = Readonly<Record<string, unknown>>

function overTls(host: string): IncomingHttpHeaders {
  return { 'x-forwarded-host': host, 'x-forwarded-proto': 'https' }
}

function appWith(options: Partial<AppOptions>) {
  const opsgraph = createOpsgraph({ store: new MemoryStore(), adminKey: 'mine' })
  return createApp({ opsgraph, baseUrl: FALLBACK, logger: createLogger('silent'), ...options })
}

/**
 * Starts a server. Returns a function that sends request headers and reads the server's URL from its OpenAPI document.
 */
async function server(options: Partial<AppOptions>) {
  const ask = await serve(options)
  return async (headers: IncomingHttpHeaders) => {
    const { servers } = await ask('GET', '/openapi.json', headers)
    return (servers as readonly { readonly url: string }[])[0]?.url
  }
}

/** Sends requests with Node's own client, because `fetch` does not allow a custom Host header. */
async function serve(options: Partial<AppOptions>) {
  const { url, close } = await listen(appWith(options), { host: '127.0.0.1', port: 0 })
  onTestFinished(() => close(0))
  return (method: string, path: string, headers: IncomingHttpHeaders, json?: object) =>
    new Promise<Answer & { readonly headers: IncomingHttpHeaders }>((resolve, reject) => {
      const sent = request(
        url + path,
        { method, headers: { authorization: 'Key mine', ...headers } },
        async (answer) => {
          const text = Buffer.concat(await answer.toArray()).toString()
          resolve({ ...(JSON.parse(text) as Answer), headers: answer.headers })
        },
      )
      sent.on('error', reject).end(json === undefined ? undefined : JSON.stringify(json))
    })
}
