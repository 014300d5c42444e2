import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../create-app.js'
import { createLogger } from '../log/log.js'
import { type Listener, listen } from '../server/listen.js'

const SCRIPT = 'console'.repeat(100)
const folder = mkdtempSync(join(tmpdir(), 'opsgraph-console-'))
let listener: Listener

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'assets/main-1.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/main-1.js.gz'), gzipSync(SCRIPT))
  const opsgraph = createOpsgraph({ store: new MemoryStore() })
  const app = createApp({ opsgraph, baseUrl: '', logger: createLogger('silent'), webConsole: folder })
  listener = await listen(app, { host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await listener.close(0)
  rmSync(folder, { recursive: true })
})

describe('readWebConsole', () => {
  it('should serve the start page with the instruction to revalidate it', async () => {
    const answer = await get('/')
    expect(answer).toMatchObject({ status: 200, body: '<!doctype html>' })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    })
  })

  it('should answer 304 if the caller has the current start page', async () => {
    const { headers } = await get('/')
    expect(await get('/', { 'If-None-Match': headers.etag ?? '' })).toMatchObject({ status: 304, body: '' })
    expect((await get('/', { 'If-None-Match': 'W/"another"' })).status).toBe(200)
  })

  it('should let assets be cached without revalidation', async () => {
    const { status, headers } = await get('/assets/main-1.js')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('should send the compressed form if the caller accepts it, with Vary: Accept-Encoding', async () => {
    const compressed = await get('/assets/main-1.js', { 'Accept-Encoding': 'gzip, br' })
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(gunzipSync(compressed.bytes).toString()).toBe(SCRIPT)
    for (const accepted of ['identity', 'br', 'gzip;q=0']) {
      const plain = await get('/assets/main-1.js', { 'Accept-Encoding': accepted })
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.body).toBe(SCRIPT)
    }
  })

  it('should answer HEAD with the same head and no body', async () => {
    const { status, headers, body } = await send('HEAD', '/assets/main-1.js')
    expect({ status, length: headers['content-length'], body }).toEqual({ status: 200, length: '700', body: '' })
  })

  it('should refuse other methods as JSON', async () => {
    const { status, headers, body } = await send('POST', '/')
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD' })
    expect(JSON.parse(body)).toMatchObject({ status: 'error', code: 405 })
  })

  it.each([
    '/index.html',
    '/topologies',
    '/assets',
    '/assets/',
    '/assets/main-1.js.gz',
    '/assets/../../secret.js',
    '/assets/%2e%2e/index.html',
    '//',
  ])('should answer %s with 404 as JSON, not with a page', async (path) => {
    const { status, headers } = await get(path)
    expect(status).toBe(404)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('should refuse a folder without index.html', () => {
    expect(() => serveFrom(join(folder, 'assets'))).toThrow('holds no index.html')
  })
})

function serveFrom(webConsole: string) {
  const opsgraph = createOpsgraph({ store: new MemoryStore() })
  return createApp({ opsgraph, baseUrl: '', logger: createLogger('silent'), webConsole })
}

function get(path: string, headers: Record<string, string> = {}) {
  return send('GET', path, headers)
}

/** Sends a request with Node's own client, because `fetch` decompresses bodies and normalizes paths. */
function send(method: string, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, string | undefined>; body: string; bytes: Buffer }>(
    (resolve, reject) => {
      const sent = request(`${listener.url}/`, { method, path, headers }, async (answer) => {
        const bytes = Buffer.concat(await answer.toArray())
        const received = answer.headers as Record<string, string | undefined>
        resolve({ status: answer.statusCode ?? 0, headers: received, body: bytes.toString(), bytes })
      })
      sent.on('error', reject).end()
    },
  )
}
