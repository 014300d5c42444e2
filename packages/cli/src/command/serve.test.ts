import { Server } from 'node:http'
import { connect, createServer } from 'node:net'
import type { Store } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeTerminal } from '../../test/fake-terminal.js'
import { createProgram } from '../program.js'

describe('opsgraph serve', () => {
  it('should print the generated key, then where it listens, and close the store when it is told to stop', async () => {
    const store = new MemoryStore()
    const close = vi.spyOn(store, 'close')
    const server = start(store, [])
    const [keyLine, listeningLine] = await server.printed(2)
    const key = /^opsgraph admin key \(shown only once\): (\S{40,})$/.exec(keyLine ?? '')?.[1]
    const url = /^opsgraph listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(listeningLine ?? '')?.[1]
    const response = await fetch(`${url}/api/keys`, { headers: { Authorization: `Key ${key}` } })
    expect(response.status).toBe(200)
    expect(close).not.toHaveBeenCalled()
    await server.stop()
    expect(close).toHaveBeenCalledOnce()
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  })

  it('should generate no key when ADMIN_KEY is set or a key exists', async () => {
    const store = keptOpen(new MemoryStore())
    const first = start(store, [], { ADMIN_KEY: 'mine' })
    expect(await first.printed(1)).toEqual([expect.stringMatching(/^opsgraph listening/)])
    await first.stop()
    const second = start(store, [])
    expect(await second.printed(2)).toEqual([expect.stringMatching(/admin key/), expect.stringMatching(/listening/)])
    await second.stop()
    const third = start(store, [])
    expect(await third.printed(1)).toEqual([expect.stringMatching(/^opsgraph listening/)])
    await third.stop()
  })

  it('should write an IPv6 address in brackets', async () => {
    const server = start(new MemoryStore(), ['--host', '::1'], { ADMIN_KEY: 'mine' })
    expect(await server.printed(1)).toEqual([expect.stringMatching(/^opsgraph listening on http:\/\/\[::1\]:\d+$/)])
    await server.stop()
  })

  it('should apply the license', async () => {
    const server = start(new MemoryStore(), [], { ADMIN_KEY: 'mine', TOPOLOGY_LIMIT: '0' })
    const [line = ''] = await server.printed(1)
    const response = await fetch(`${line.split(' ').at(-1)}/api/service_topology`, {
      method: 'POST',
      headers: { Authorization: 'Key mine', 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Shop', description: '', service: 'shop' }),
    })
    expect(response.status).toBe(403)
    await server.stop()
  })

  it('should keep to the limits that it is told', async () => {
    const listening = vi.spyOn(Server.prototype, 'setTimeout')
    onTestFinished(() => void listening.mockRestore())
    const limits = { KEY_RATE_LIMIT: '3', WEBHOOK_RATE_LIMIT: '1', REQUEST_TIMEOUT: '30', HEADERS_TIMEOUT: '5' }
    const server = start(new MemoryStore(), [], { ADMIN_KEY: 'mine', MAX_CONNECTIONS: '1', ...limits })
    const url = (await server.printed(1))[0]?.split(' ').at(-1) ?? ''
    expect(listening.mock.contexts[0]).toMatchObject({ requestTimeout: 30_000, headersTimeout: 5_000 })
    const headers = { Authorization: 'Key mine', Connection: 'close' }
    const defaultValues = { environment: 'Production', type: 'x', event: 'x', severity: 'major', text: 'x' }
    const body = JSON.stringify({ id: 'hook', enabled: true, fieldMappings: { resource: 'host' }, defaultValues })
    const statuses = [(await fetch(`${url}/api/webhook_config`, { method: 'POST', headers, body })).status]
    for (let turn = 0; turn < 3; turn++) statuses.push((await fetch(`${url}/api/keys`, { headers })).status)
    const delivery = { method: 'POST', headers: { Connection: 'close' }, body: '{"host": "web-1"}' }
    for (let turn = 0; turn < 2; turn++) {
      statuses.push((await fetch(`${url}/api/webhooks/custom/hook`, delivery)).status)
    }
    expect(statuses).toEqual([201, 200, 200, 429, 200, 429])
    const [first, second] = [connect(Number(new URL(url).port)), connect(Number(new URL(url).port))]
    await Promise.race([first, second].map((socket) => new Promise((resolve) => socket.once('close', resolve))))
    for (const socket of [first, second]) socket.destroy()
    await server.stop()
  })

  it('should hand on its version, how it is reached, the key of secrets, and how the pool of its store stands', async () => {
    const poolCounts = () => ({ max: 7, open: 3, idle: 2, waiting: 1 })
    const store = Object.assign(new MemoryStore(), { poolCounts })
    const args = ['--base-url', 'https://ops.example/graph']
    const server = start(store, args, { ADMIN_KEY: 'mine', SECRET_KEY: 'of-the-server' })
    const url = (await server.printed(1))[0]?.split(' ').at(-1) ?? ''
    const document = await (await fetch(`${url}/openapi.json`)).json()
    expect(document).toMatchObject({ info: { version: '1.2.3' }, servers: [{ url: 'https://ops.example/graph' }] })
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics.match(/^opsgraph_pool_\w+ \d+$/gm)?.sort()).toEqual([
      'opsgraph_pool_idle 2',
      'opsgraph_pool_max 7',
      'opsgraph_pool_open 3',
      'opsgraph_pool_waiting 1',
    ])
    const signed = { id: 'hook', authMode: 'header', authHeaderScheme: 'hub', authSecret: 'shared' }
    const request = { method: 'POST', headers: { Authorization: 'Key mine' }, body: JSON.stringify(signed) }
    expect((await fetch(`${url}/api/webhook_config`, request)).status).toBe(201)
    await server.stop()
  })

  it('should tell where it listens as how it is reached, unless told otherwise', async () => {
    const server = start(new MemoryStore(), [], { ADMIN_KEY: 'mine' })
    const url = (await server.printed(1))[0]?.split(' ').at(-1) ?? ''
    expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({ servers: [{ url }] })
    await server.stop()
  })

  it('should tell that the port is in use, and close the store', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const store = new MemoryStore()
    const close = vi.spyOn(store, 'close')
    const server = start(store, ['--port', String(port)], { ADMIN_KEY: 'mine' })
    await expect(server.ended).rejects.toThrow(
      `port ${port} on 127.0.0.1 is in use: stop what listens there, or choose another --port (PORT)`,
    )
    expect(close).toHaveBeenCalledOnce()
  })

  it('should tell that the address belongs to another machine', async () => {
    const server = start(new MemoryStore(), ['--host', '192.0.2.1'], { ADMIN_KEY: 'mine' })
    await expect(server.ended).rejects.toThrow(/^192\.0\.2\.1 is not an address of this machine: /)
  })

  it('should not listen when it is told to stop while it starts', async () => {
    const server = start(new MemoryStore(), [])
    await server.stop()
    expect(await server.printed(0)).toEqual([])
  })

  it('should end when it is told to stop and the store never opens', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const server = start(new Promise(() => undefined), [])
    const stopped = server.stop()
    await vi.advanceTimersByTimeAsync(10_000)
    await stopped
    expect(server.lines).toEqual([])
  })

  it('should close a store that opens after it is told to stop', async () => {
    const store = new MemoryStore()
    const close = vi.spyOn(store, 'close')
    let open = (_store: Store) => {}
    const server = start(new Promise((resolve) => (open = resolve)), [])
    const stopped = server.stop()
    open(store)
    await stopped
    expect(close).toHaveBeenCalledOnce()
  })

  it('should end in good order when it is told to stop and the store cannot be opened', async () => {
    let fail = (_error: Error) => {}
    const server = start(new Promise((_resolve, reject) => (fail = reject)), [])
    const stopped = server.stop()
    fail(new Error('refused'))
    await stopped
  })
})

// Helpers

function keptOpen<S extends Store>(store: S): S {
  return Object.assign(store, { close: async () => undefined })
}

/** Runs `opsgraph serve` on a free port until `stop`. */
function start(store: Store | Promise<Store>, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const lines: string[] = []
  const stopping = new AbortController()
  const program = createProgram({
    version: '1.2.3',
    env: { LOG_LEVEL: 'silent', ...env },
    clock: () => new Date(),
    openStore: async () => store,
    print: (line) => lines.push(line),
    note: () => undefined,
    stop: stopping.signal,
    exit: () => undefined,
    terminal: fakeTerminal(),
  })
  const ended = program.parseAsync(['serve', '--port', '0', ...args], { from: 'user' })
  // A failure is told to whoever awaits it, and to those who wait for lines.
  ended.catch(() => undefined)
  return {
    ended,
    lines,
    /** All lines so far, once there are `count`. */
    printed: async (count: number) => {
      const enough = vi.waitUntil(() => lines.length >= count, { timeout: 10_000, interval: 5 })
      await Promise.race([enough, ended])
      return lines
    },
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}
