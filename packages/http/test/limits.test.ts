import { Server, type ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLogger, type Listener, type ListenOptions, listen, noteRefusedConnections } from '../src/index.js'
import { jsonOf, rawRequest } from './raw-request.js'

describe('the limit of connections', () => {
  it('should refuse new connections while all are in use, keep the others, and accept again afterwards', async () => {
    const lines: string[] = []
    const logger = createLogger('warn', { write: (line) => lines.push(line) })
    const pending: ServerResponse[] = []
    const hold = (_request: unknown, response: ServerResponse) => pending.push(response)
    const { url } = await serve({ maxConnections: 2, onRefused: noteRefusedConnections(logger) }, hold)
    const inFlight: Promise<Response>[] = []
    for (let count = 1; count <= 2; count++) {
      inFlight.push(fetch(url))
      await vi.waitUntil(() => pending.length === count, { timeout: 10_000, interval: 10 })
    }
    await expect(fetch(url)).rejects.toThrow()
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', refused: 1 })
    for (const response of pending.splice(0)) response.setHeader('Connection', 'close').end('hello')
    for (const answer of inFlight) expect(await (await answer).text()).toBe('hello')
    const again = fetch(url)
    await vi.waitUntil(() => pending.length === 1, { timeout: 10_000, interval: 10 })
    pending[0]?.end('hello')
    expect(await (await again).text()).toBe('hello')
  })

  it('should limit the log lines about refused connections', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const lines: string[] = []
    const note = noteRefusedConnections(createLogger('warn', { write: (line) => lines.push(line) }))
    for (let count = 0; count < 1_000; count++) note()
    expect(lines).toHaveLength(1)
    vi.advanceTimersByTime(60_000)
    expect(lines.map((line) => JSON.parse(line).refused)).toEqual([1, 999])
    note()
    expect(lines).toHaveLength(3)
  })

  it('should not keep the process alive for a further log line', () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    noteRefusedConnections(createLogger('silent'))()
    const [timer] = timers.mock.results.map(({ value }) => value as NodeJS.Timeout)
    expect(timer?.hasRef()).toBe(false)
    clearTimeout(timer)
  })
})

describe('the request timeouts', () => {
  it('should be shorter for the headers than for the body', async () => {
    const { url } = await serve({ headersTimeout: 100, requestTimeout: 60_000 })
    const answer = await rawRequest(url, 'GET / HTTP/1.1\r\nHost: x\r\nX-Sl')
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(jsonOf(answer)).toMatchObject({ status: 'error', code: 408, message: expect.stringContaining('in time') })
  })

  it.each([
    [{ headersTimeout: 1_000, requestTimeout: 60_000 }, 1_000],
    [{ headersTimeout: 60_000, requestTimeout: 2_000 }, 2_000],
    [{ headersTimeout: 20_000, requestTimeout: 120_000 }, 5_000],
  ])('should be checked at an interval that fits %j', async (times, connectionsCheckingInterval) => {
    const set = vi.spyOn(Server.prototype, 'setTimeout')
    await serve(times)
    expect(set.mock.contexts[0]).toMatchObject({ connectionsCheckingInterval })
  })
})

describe('the default timeouts', () => {
  it('should be as documented', async () => {
    const set = vi.spyOn(Server.prototype, 'setTimeout')
    onTestFinished(() => void set.mockRestore())
    await serve({})
    expect(set.mock.contexts[0]).toMatchObject({
      requestTimeout: 120_000,
      headersTimeout: 20_000,
      timeout: 60_000,
      // In milliseconds. Most proxies close idle connections after 60 s, and the server must not close them earlier.
      keepAliveTimeout: 65_000,
    })
  })
})

// Helpers

async function serve(
  options: Partial<ListenOptions>,
  answer: Parameters<typeof listen>[0] = () => undefined,
): Promise<Listener> {
  const listener = await listen(answer, { host: '127.0.0.1', port: 0, ...options })
  onTestFinished(() => listener.close(0))
  return listener
}
