import { randomBytes } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createOpsgraph, type Opsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp, createLogger, type Listener, listen } from '../src/index.js'

const KEY = 'mine'
const ADMIN = { user: 'admin', scopes: ['admin'], requestId: null } as const
const PATH = '/api/service_topology'
/** The number of relations in a list whose text is larger than what is sent whole. */
const MANY = 1_000

let opsgraph: Opsgraph
let listener: Listener

beforeEach(async () => {
  opsgraph = createOpsgraph({ store: new MemoryStore(), adminKey: KEY })
  const app = createApp({ opsgraph, baseUrl: 'https://ops.example', logger: createLogger('silent'), answerBudget: 1 })
  listener = await listen(app, { host: '127.0.0.1', port: 0 })
})
afterEach(() => listener.close(0))

describe('JSON of more than 1 KB', () => {
  it.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['identity', undefined],
    ['deflate', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['identity;q=0', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('should be compressed as the caller accepts it: %s gives %s', async (accepted, encoding) => {
    for (const resources of [20, MANY]) {
      await relate(resources)
      const plain = await ask('/api/resources/relations?page-size=1000')
      const answer = await ask('/api/resources/relations?page-size=1000', { encoding: accepted })
      expect([answer.status, answer.encoding, answer.headers.vary]).toEqual([200, encoding, 'Accept-Encoding'])
      expect(answer.text === plain.text).toBe(true)
      if (encoding !== undefined) expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 4)
    }
  })

  it('should have a Content-Length unless it is sent in chunks', async () => {
    await relate(20)
    const small = await ask('/api/resources/relations?page-size=1000', { encoding: 'gzip' })
    expect(small.headers['content-length']).toBe(String(small.bytes.length))
    await relate(MANY)
    const large = await ask('/api/resources/relations?page-size=1000', { encoding: 'gzip' })
    expect(large.headers['content-length']).toBeUndefined()
    expect(large.text.length).toBeGreaterThan(256 * 1024)
  })

  it('should be compressed in the answer to a write, in an export, and in the OpenAPI document', async () => {
    const nodes = [{ id: 's', kind: 'service', label: 'shop' }]
    const environments = Array.from({ length: 30 }, (_, at) => ({ id: `e${at}`, kind: 'environment', label: `E${at}` }))
    const edges = environments.map((node) => ({ source: 's', target: node.id }))
    const body = { name: 'Shop', description: '', service: 'shop', nodes: [...nodes, ...environments], edges }
    const created = await ask(PATH, { method: 'POST', encoding: 'gzip', body })
    expect([created.status, created.encoding]).toEqual([201, 'gzip'])
    const { id } = JSON.parse(created.text) as { id: string }
    expect((await ask(`${PATH}/${id}/export`, { encoding: 'br' })).encoding).toBe('br')
    expect((await ask('/openapi.json', { encoding: 'br' })).encoding).toBe('br')
  })

  it('should have no body for HEAD, but the same headers', async () => {
    for (const resources of [20, MANY]) {
      await relate(resources)
      const path = '/api/resources/relations?page-size=1000'
      const full = await ask(path, { encoding: 'gzip' })
      const head = await ask(path, { method: 'HEAD', encoding: 'gzip' })
      expect(head.bytes).toHaveLength(0)
      for (const name of ['etag', 'content-encoding', 'content-length', 'vary'])
        expect(head.headers[name], name).toBe(full.headers[name])
    }
  })
})

describe('no compression', () => {
  it('should be applied to at most 1 KB', async () => {
    const { encoding, headers } = await ask('/api/alerts', { encoding: 'gzip, br' })
    expect([encoding, headers.vary]).toEqual([undefined, 'Accept-Encoding'])
  })

  it('should be applied to a text other than JSON', async () => {
    const metrics = await ask('/metrics', { encoding: 'gzip, br' })
    expect([metrics.text.length > 1_024, metrics.encoding]).toEqual([true, undefined])
  })

  it('should be applied to an answer that shows a secret', async () => {
    const body = { scopes: ['read'], text: 'x'.repeat(2_000) }
    const created = await ask('/api/key', { method: 'POST', encoding: 'gzip, br', body })
    expect([created.status, created.encoding, created.headers.vary]).toEqual([201, undefined, undefined])
    expect(created.text.length).toBeGreaterThan(2_000)
  })
})

describe('a compressed answer in chunks', () => {
  it('should wait for its caller, and release its budget when the caller disconnects', async () => {
    // Random texts stay long when they are compressed: longer than a connection can buffer.
    for (let at = 0; at < 25; at++) {
      const rawData = randomBytes(700_000).toString('base64')
      await opsgraph.receiveAlert(ADMIN, { environment: 'Production', resource: `r${at}`, event: 'Down', rawData })
    }
    const caller = await begin('/api/alerts')
    expect(caller.headers['content-encoding']).toBe('gzip')
    expect((await ask('/api/alerts', { encoding: 'gzip' })).status).toBe(503)
    expect((await ask('/api/alerts?page-size=1')).status).toBe(503)
    caller.destroy()
    await vi.waitUntil(async () => (await ask('/api/alerts', { encoding: 'br' })).status === 200, { timeout: 30_000 })
  })
})

// Helpers

async function relate(count: number): Promise<void> {
  const relations = Array.from({ length: count }, (_, at) => ({
    resource: `resource-${at}-${'x'.repeat(60)}`,
    parent: 'the parent of all',
  }))
  await opsgraph.putRelations(ADMIN, { relations })
}

interface Asked {
  readonly method?: string
  readonly encoding?: string | undefined
  readonly body?: object
}

/** Sends a request with `node:http`, which neither asks for an encoding nor decodes the answer, and decodes it. */
async function ask(path: string, { method = 'GET', encoding, body }: Asked = {}) {
  const message = await send(path, { method, encoding, body })
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const { statusCode: status, headers } = message
  const sent = headers['content-encoding']
  const decode = sent === 'br' ? brotliDecompressSync : gunzipSync
  const text = (sent === undefined || bytes.length === 0 ? bytes : decode(bytes)).toString()
  return { status, headers, encoding: sent, bytes, text }
}

/** Sends a request without reading the body of the answer. */
function begin(path: string): Promise<IncomingMessage> {
  return send(path, { method: 'GET', encoding: 'gzip' })
}

function send(path: string, { method = 'GET', encoding, body }: Asked): Promise<IncomingMessage> {
  const accepted = encoding === undefined ? {} : { 'Accept-Encoding': encoding }
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Key ${KEY}`, ...accepted }
    const sent = request(listener.url + path, { method, headers }, resolve).on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
