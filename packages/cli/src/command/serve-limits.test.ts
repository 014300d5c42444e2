import { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { RelationLog, Store, StoreSnapshot } from '@opsgraph/core/store'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { serveProgram } from '../../test/serve-program.js'

const KEY = 'the-key-of-this-test'
const ALERT = JSON.stringify({
  environment: 'Production',
  resource: 'disk-sdb',
  event: 'Failing',
  severity: 'critical',
})

describe('opsgraph serve with limits', () => {
  it('should apply the configured rate limits and timeouts', async () => {
    const listening = vi.spyOn(Server.prototype, 'setTimeout')
    onTestFinished(() => void listening.mockRestore())
    const limits = { KEY_RATE_LIMIT: '3', WEBHOOK_RATE_LIMIT: '1', REQUEST_TIMEOUT: '30', HEADERS_TIMEOUT: '5' }
    const { url, stop } = await start(limits)
    expect(listening.mock.contexts[0]).toMatchObject({ requestTimeout: 30_000, headersTimeout: 5_000 })
    const headers = { Authorization: `Key ${KEY}` }
    const defaultValues = { environment: 'Production', type: 'x', event: 'x', severity: 'major', text: 'x' }
    const body = JSON.stringify({ id: 'hook', enabled: true, fieldMappings: { resource: 'host' }, defaultValues })
    const statuses = [(await fetch(`${url}/api/webhook_config`, { method: 'POST', headers, body })).status]
    for (let turn = 0; turn < 3; turn++) statuses.push((await fetch(`${url}/api/keys`, { headers })).status)
    const delivery = { method: 'POST', body: '{"host": "web-1"}' }
    for (let turn = 0; turn < 2; turn++) {
      statuses.push((await fetch(`${url}/api/webhooks/custom/hook`, delivery)).status)
    }
    expect(statuses).toEqual([201, 200, 200, 429, 200, 429])
    await stop()
  })

  it('should refuse and log connections beyond MAX_CONNECTIONS while all are in use', async () => {
    const { url, logged, stop } = await start({ MAX_CONNECTIONS: '1', LOG_LEVEL: 'warn' })
    const first = await halfSent(url)
    const answer = text(first)
    const second = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
    await new Promise((resolve) => second.resume().once('close', resolve))
    expect(logged).toMatchObject([{ level: 'warn', refused: 1, msg: 'connections were refused: too many are open' }])
    first.write(ALERT.slice(SENT))
    await stop()
    expect(await answer).toMatch(/^HTTP\/1\.1 201 /)
  })

  it.each([
    ['32', 1],
    ['0', 0],
  ])('should keep the resource graph in memory with GRAPH_MEMORY=%s: %d relations', async (megabytes, relations) => {
    const store = new LoggedStore()
    const { url, stop } = await start({ GRAPH_MEMORY: megabytes }, store)
    const headers = { Authorization: `Key ${KEY}` }
    const body = JSON.stringify({ environment: 'Production', resource: 'disk-sdb', parent: 'database' })
    await fetch(`${url}/api/resources/relations`, { method: 'POST', headers, body })
    const walk = `${url}/api/resources/graph?environment=Production&resource=disk-sdb`
    // The first request starts to load the graph into memory. The second request waits until the graph is loaded,
    // because the store runs snapshots one at a time.
    for (let turn = 0; turn < 2; turn++) expect((await fetch(walk, { headers })).status).toBe(200)
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toContain(`\nopsgraph_graph_memory_relations ${relations}\n`)
    expect(store.pagesRead).toBe(relations)
    await stop()
  })

  it('should answer 408 after REQUEST_TIMEOUT to a caller that sends its body byte by byte', async () => {
    const { url, stop } = await start({ REQUEST_TIMEOUT: '2', HEADERS_TIMEOUT: '60' })
    const slow = await halfSent(url)
    const timer = setInterval(() => slow.write(' '), 100)
    onTestFinished(() => clearInterval(timer))
    expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 .*"the request was not complete in time"/s)
    await stop()
  })

  it('should give requests in flight ten seconds after a stop signal, and then disconnect them', async () => {
    const { url, stop } = await start({})
    const [finished, unfinished] = [await halfSent(url), await halfSent(url)]
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const [stopped, cutOff] = [stop(), text(unfinished)]
    await vi.advanceTimersByTimeAsync(9_999)
    finished.write(ALERT.slice(SENT))
    expect(await text(finished)).toMatch(/^HTTP\/1\.1 201 /)
    await vi.advanceTimersByTimeAsync(1)
    expect(await cutOff.catch(() => '')).toBe('')
    await stopped
  })
})

// Helpers

/** How many bytes of the request body the test sends first. */
const SENT = 20

async function start(env: Readonly<Record<string, string>>, store: Store = new MemoryStore()) {
  const server = serveProgram({ store, env: { ADMIN_KEY: KEY, ...env } })
  return { ...server, url: await server.url() }
}

/** A store with a log of relations. The log never reports a changed relation. */
class LoggedStore extends MemoryStore {
  pagesRead = 0

  override snapshot<T>(work: (parts: StoreSnapshot) => Promise<T>): Promise<T> {
    const relationLog: RelationLog = {
      position: async () => 'here',
      version: async () => 'here',
      page: async () => {
        this.pagesRead++
        return [{ resource: 'disk-sdb', parent: 'database', rank: 0, time: 0 }]
      },
      since: async (positions) =>
        Array.from(positions, ([environment, position]) => ({ environment, kind: 'changed', position, links: [] })),
    }
    return super.snapshot((parts) => work({ ...parts, relationLog }))
  }
}

/** Sends the headers and the beginning of the body of a request, and waits until the server handles the request. */
async function halfSent(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  const head = ['POST /api/alert HTTP/1.1', 'Host: x', `Authorization: Key ${KEY}`, `Content-Length: ${ALERT.length}`]
  socket.write(`${[...head, 'Expect: 100-continue'].join('\r\n')}\r\n\r\n`)
  // The interim answer `100 Continue` shows that the server has begun to handle the request.
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause().write(ALERT.slice(0, SENT))
  return socket
}
