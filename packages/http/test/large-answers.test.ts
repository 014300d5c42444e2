import type { RequestListener, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApp, createLogger, listen } from '../src/index.js'

const MEBIBYTE = 1024 * 1024
/**
 * The number of resources in the graph. The answer to `GRAPH` has 24 MiB, which is more than a connection can buffer.
 */
const RESOURCES = 10_000
const ON_A_LEVEL = 500
const LENGTH = 20 * MEBIBYTE
/** This budget suffices for two answers of 24 MiB. */
const BUDGET = 60 * MEBIBYTE
const NAME = 'resource-'.repeat(25)
const GRAPH = '/api/resources/graph?resource=root&direction=descendants&depth=20'

/** The store of all servers. The tests do not change its relations. */
const store = new MemoryStore()
beforeAll(async () => {
  const relations = Array.from({ length: RESOURCES }, (_, at) => ({
    resource: `${NAME}${at}`,
    parent: at < ON_A_LEVEL ? 'root' : `${NAME}${at - ON_A_LEVEL}`,
  }))
  await createOpsgraph({ store }).putRelations(ADMIN, { relations })
})

describe('a large answer', () => {
  it('should have the same text as an unchunked answer, and no Content-Length', async () => {
    const { url, opsgraph } = await serve()
    const answer = await fetch(url + GRAPH, { headers: AUTHORIZATION })
    const text = await answer.text()
    expect(text.length).toBeGreaterThan(LENGTH)
    const read = JSON.parse(text) as { descendants: unknown }
    const { descendants } = await opsgraph.readResourceGraph(ADMIN, QUERY)
    expect(read.descendants).toEqual(descendants)
    // Compares with `===`, because Vitest would print a diff of millions of characters.
    expect(text === JSON.stringify(read)).toBe(true)
    expect(answer.headers.get('content-length')).toBeNull()
  })

  it('should have no body for HEAD', async () => {
    const { url } = await serve()
    const { status, text } = await answerOf(await ask(url, { method: 'HEAD' }))
    expect([status, text]).toEqual([200, ''])
  })

  it('should not affect small answers, which have a Content-Length', async () => {
    const { url } = await serve()
    const answer = await fetch(`${url}/api/alerts`, { headers: AUTHORIZATION })
    expect(answer.headers.get('content-length')).toBe(String((await answer.text()).length))
  })

  it('should buffer only a few chunks while its caller receives nothing, and not block other requests', async () => {
    const { url, responses } = await serve()
    const callers = await Promise.all(Array.from({ length: 5 }, () => ask(url)))
    await vi.waitUntil(() => responses.length === 5, { timeout: 20_000 })
    await untilStill(responses)
    for (const response of responses) {
      expect(response.writableEnded).toBe(false)
      expect(response.writableLength).toBeGreaterThan(0)
      expect(response.writableLength + (response.socket?.writableLength ?? 0)).toBeLessThan(MEBIBYTE)
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const taken = await Promise.all(callers.map(answerOf))
    expect(taken.map(({ text }) => text.length > LENGTH && text.endsWith('0\r\n\r\n'))).toEqual(callers.map(() => true))
  })

  it('should buffer only a few chunks behind another answer on its connection', async () => {
    const { url, responses } = await serve()
    const caller = await begun(url, 20)
    expect(responses).toHaveLength(20)
    await untilStill(responses)
    for (const response of responses) expect(response.writableLength).toBeLessThan(MEBIBYTE)
    caller.destroy()
    await vi.waitUntil(async () => (await graphStatus(url)) === 200, { timeout: 20_000 })
  })
})

describe('the budget of large answers', () => {
  it('should refuse answers beyond it, and serve again when one is received or its caller disconnects', async () => {
    const { url } = await serve({ answerBudget: BUDGET })
    const [one, other] = [await begun(url), await begun(url)]
    const refused = await fetch(url + GRAPH, { headers: AUTHORIZATION })
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('too many large answers') })
    expect((await fetch(`${url}/api/alerts`, { headers: AUTHORIZATION })).status).toBe(200)
    expect((await answerOf(one)).status).toBe(200)
    await vi.waitUntil(async () => (await graphStatus(url)) === 200, { timeout: 20_000 })
    const third = await begun(url)
    expect(await graphStatus(url)).toBe(503)
    other.destroy()
    await vi.waitUntil(async () => (await graphStatus(url)) === 200, { timeout: 20_000 })
    third.destroy()
  })

  it('should allow a single answer that exceeds it', async () => {
    const { url } = await serve({ answerBudget: 1 })
    expect(await graphStatus(url)).toBe(200)
  })

  it('should not apply to answers to writes and of public routes', async () => {
    const { url } = await serve({ answerBudget: 1 })
    await begun(url)
    const alert = { environment: 'Production', resource: 'disk-sdb', event: 'Failing', rawData: 'x'.repeat(400_000) }
    const sent = { method: 'POST', headers: AUTHORIZATION, body: JSON.stringify(alert) }
    const written = await fetch(`${url}/api/alert`, sent)
    expect(written.status).toBe(201)
    const { id } = (await written.json()) as { id: string }
    expect((await fetch(`${url}/api/alert/${id}`, { headers: AUTHORIZATION })).status).toBe(503)
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
  })
})

describe('a caller that receives nothing of a large answer', () => {
  it('should be disconnected after the timeout, not after twice the timeout, and release its budget', async () => {
    const { url, responses } = await serve({ answerBudget: 1, stallTimeout: 4_000 })
    const start = performance.now()
    await begun(url)
    await untilStill(responses)
    const still = performance.now()
    expect(await graphStatus(url)).toBe(503)
    await vi.waitUntil(() => responses[0]?.closed, { timeout: 20_000, interval: 10 })
    expect(performance.now() - start).toBeGreaterThan(4_000)
    expect(performance.now() - still).toBeLessThan(7_000)
    await vi.waitUntil(async () => (await graphStatus(url)) === 200, { timeout: 20_000 })
  })

  it('should stay connected while it receives data slowly', async () => {
    const { url } = await serve({ stallTimeout: 2_000 })
    const start = performance.now()
    const caller = await begun(url)
    const chunks: Buffer[] = []
    while (!caller.readableEnded && !caller.destroyed) {
      const chunk: Buffer | null = caller.read(64 * 1024) ?? caller.read()
      if (chunk !== null) chunks.push(chunk)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(performance.now() - start).toBeGreaterThan(3_000)
    expect(Buffer.concat(chunks).subarray(-5).toString()).toBe('0\r\n\r\n')
  })
})

// Helpers

const ADMIN = { user: 'admin', scopes: ['admin'], requestId: null } as const
const AUTHORIZATION = { Authorization: 'Key mine' }
const QUERY = { resource: 'root', environment: '', direction: 'descendants', depth: 20 } as const

interface Options {
  readonly answerBudget?: number
  readonly stallTimeout?: number
}

/** Starts a server, and records its responses to requests for `GRAPH`. */
async function serve({ stallTimeout, ...options }: Options = {}) {
  const opsgraph = createOpsgraph({ store, adminKey: 'mine' })
  const app = createApp({ opsgraph, baseUrl: 'https://ops.example', logger: createLogger('silent'), ...options })
  const responses: ServerResponse[] = []
  const answer: RequestListener = (request, response) => {
    if (request.url === GRAPH) responses.push(response)
    app(request, response)
  }
  const { url, close } = await listen(answer, {
    host: '127.0.0.1',
    port: 0,
    ...(stallTimeout && { stallTimeout }),
  })
  onTestFinished(() => close(0))
  return { url, opsgraph, responses }
}

/** Sends requests without reading the answers. */
async function ask(url: string, { method = 'GET', times = 1 } = {}): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await new Promise((resolve) => socket.once('connect', resolve))
  const connection = times === 1 ? 'close' : 'keep-alive'
  const head = `${method} ${GRAPH} HTTP/1.1\r\nHost: x\r\nAuthorization: Key mine\r\nConnection: ${connection}`
  socket.pause().write(`${head}\r\n\r\n`.repeat(times))
  return socket
}

/** Sends requests, and waits for the first bytes of the answer. */
async function begun(url: string, times = 1): Promise<Socket> {
  const socket = await ask(url, { times })
  await new Promise((resolve) => socket.once('readable', resolve))
  return socket
}

/** Reads the rest of an answer. */
async function answerOf(socket: Socket): Promise<{ readonly status: number; readonly text: string }> {
  const chunks: Buffer[] = []
  socket.removeAllListeners('readable')
  await new Promise((resolve) =>
    socket
      .on('data', (chunk) => chunks.push(chunk))
      .once('close', resolve)
      .resume(),
  )
  const [head = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), text: body.join('\r\n\r\n') }
}

/** The status of an answer. Without `fetch`, because the tests check every answer to a `fetch`, which takes seconds. */
async function graphStatus(url: string): Promise<number> {
  return (await answerOf(await ask(url))).status
}

/** Resolves when all responses have begun, and have stopped making progress. */
async function untilStill(responses: readonly ServerResponse[]): Promise<void> {
  const written = () => responses.reduce((sum, { socket }) => sum + (socket?.bytesWritten ?? 0), 0)
  // A response that waits for another one on its connection has no socket yet.
  const hasBegun = ({ socket }: ServerResponse) => socket === null || socket.bytesWritten > 0
  await vi.waitUntil(() => responses.every(hasBegun), { timeout: 20_000 })
  for (let last = -1; last !== written(); ) {
    last = written()
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
