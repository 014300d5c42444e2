import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Listener, listen } from '../src/index.js'
import type { ListenOptions } from '../src/server/listen.js'
import { jsonOf, rawRequest } from './raw-request.js'
import { ADMIN_KEY, useServer } from './test-server.js'

const server = useServer()

describe('a request that is not HTTP', () => {
  it.each([
    ['nonsense\r\n\r\n', 400],
    ['GET / HTTP/9.9\r\n\r\n', 400],
    ['GET /api/alerts HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n', 400],
    ['POST /api/alert HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n', 400],
    ['POST /api/alert HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n', 417],
  ])('should be answered as JSON: %j', async (bytes, code) => {
    const answer = await rawRequest(server.current.url, bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${code} `))
    expect(answer).toMatch(/\r\nContent-Type: application\/json/)
    expect(jsonOf(answer)).toEqual({
      status: 'error',
      code,
      message: expect.any(String),
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    })
  })

  it('should be answered as JSON when a chunk of the body is broken', async () => {
    const head = `POST /api/alert HTTP/1.1\r\nHost: x\r\nAuthorization: Key ${ADMIN_KEY}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const answer = await rawRequest(server.current.url, `${head}zz\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1)
  })

  it('should let earlier answers finish, and then close the connection', async () => {
    const valid = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
    const answer = await rawRequest(server.current.url, `${valid}${valid}GARBAGE\r\n\r\n`)
    expect(answer.match(/HTTP\/1.1 200 /g)).toHaveLength(2)
    expect(answer.match(/HTTP\/1.1/g)).toHaveLength(2)
    expect(answer).toMatch(/\{"status":"ok"\}$/)
  })

  it('should stop the reading while an earlier answer is pending', async () => {
    let answer: ServerResponse | undefined
    const { url, close } = await serve((_request, response) => {
      answer = response
    })
    const caller = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
    caller.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await until(() => answer !== undefined)
    const { socket } = answer?.req ?? {}
    caller.write(Buffer.alloc(LARGE, 'nonsense'))
    await until(() => socket?.isPaused() === true)
    expect(socket?.bytesRead).toBeLessThan(LARGE)
    answer?.end('hello')
    await new Promise((resolve) => caller.resume().once('close', resolve))
    await close(0)
  })

  it('should be logged when it has no Host, or an unknown expectation', async () => {
    await rawRequest(server.current.url, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n')
    const head = 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n'
    await rawRequest(server.current.url, head)
    await server.current.stop()
    expect(server.current.logLines.map((line) => JSON.parse(line))).toMatchObject([{ status: 400 }, { status: 417 }])
  })

  it('should need no Host in HTTP/1.0', async () => {
    expect(await rawRequest(server.current.url, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /)
  })

  it('should answer 408 when a body does not arrive in time', async () => {
    const waiting = await listen(() => undefined, { host: '127.0.0.1', port: 0, requestTimeout: 100 })
    const answer = await rawRequest(waiting.url, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(jsonOf(answer)).toMatchObject({ status: 'error', code: 408 })
    await waiting.close(0)
  })

  it('should not stop the server when callers disconnect during a request', async () => {
    const { port } = new URL(server.current.url)
    for (const bytes of ['', 'GET /api', 'POST /api/alert HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{']) {
      const socket = connect(Number(port), '127.0.0.1')
      await new Promise<void>((resolve) => socket.write(bytes || ' ', () => resolve()))
      socket.destroy()
    }
    expect((await server.current.call('GET', '/healthz')).status).toBe(200)
  })
})

describe('listen', () => {
  it('should return its URL, and fail when the port is in use', async () => {
    const { url, close } = await serve((_request, response) => response.end('hello'))
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const port = Number(new URL(url).port)
    await expect(listen(() => undefined, { host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await close(0)
  })

  it('should put an IPv6 address in brackets', async () => {
    if (!(await hasIpv6())) return
    const { url, close } = await listen(() => undefined, { host: '::1', port: 0 })
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    await close(0)
  })
})

describe('a caller with a persistent connection', () => {
  it('should be disconnected when it does not receive its answer, while others are served', async () => {
    let isCutOff = false
    const { url, close } = await serveWith({ stallTimeout: 300 }, (request, response) => {
      // Closes the connection after each answer: otherwise the server could close an idle connection while the next
      // request is being sent on it.
      if (request.url !== '/large') return response.setHeader('Connection', 'close').end('hello')
      response.once('close', () => {
        isCutOff = true
      })
      return response.end(Buffer.alloc(LARGE))
    })
    const caller = connect(Number(new URL(url).port), '127.0.0.1').pause()
    caller.on('error', () => undefined)
    caller.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
    while (!isCutOff) expect(await (await fetch(url)).text()).toBe('hello')
    let received = 0
    caller.on('data', (chunk) => (received += chunk.length)).resume()
    await new Promise((resolve) => caller.once('close', resolve))
    expect(received).toBeLessThan(LARGE)
    await close(0)
  })

  it('should be disconnected when it pipelines hundreds of requests, of which only 32 are started', async () => {
    let begun = 0
    const { url, close } = await serve(() => begun++)
    const caller = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
    caller.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500))
    await new Promise((resolve) => caller.once('close', resolve))
    expect(begun).toBe(32)
    await close(0)
  })

  it('should be able to send an unlimited number of requests one after another', async () => {
    const { url, close } = await serve((_request, response) => response.end('hello'))
    const caller = connect(Number(new URL(url).port), '127.0.0.1')
    for (let turn = 0; turn < 100; turn++) {
      const answered = new Promise((resolve, reject) => caller.once('data', resolve).once('close', reject))
      caller.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      await answered
      caller.removeAllListeners('close')
    }
    caller.destroy()
    await close(0)
  })

  it('should not be disconnected while the server computes its answer', async () => {
    const { url, close } = await serveWith({ stallTimeout: 500 }, (_request, response) => {
      setTimeout(() => response.end('late'), 1_500)
    })
    expect(await (await fetch(url)).text()).toBe('late')
    await close(0)
  })

  it('should be disconnected when it sends nothing', async () => {
    const { url, close } = await serveWith({ stallTimeout: 50 }, (_request, response) => response.end('hello'))
    const silent = connect(Number(new URL(url).port), '127.0.0.1')
    await new Promise<void>((resolve) => silent.once('close', () => resolve()))
    await close(0)
  })

  it('should be disconnected for a new caller at the connection limit, unless it waits for an answer', async () => {
    const answers: ServerResponse[] = []
    const { url, close } = await serveWith({ maxConnections: 20 }, (request, response) => {
      if (request.url === '/slow') answers.push(response)
      else response.setHeader('Connection', 'close').end('hello')
    })
    const slow = fetch(`${url}/slow`)
    await until(() => answers.length === 1)
    const { port } = new URL(url)
    const idle = Array.from({ length: 50 }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined))
    for (let round = 0; round < 50; round++) expect(await (await fetch(url)).text()).toBe('hello')
    answers[0]?.end('done')
    expect(await (await slow).text()).toBe('done')
    expect(idle.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(30)
    for (const socket of idle) socket.destroy()
    await close(0)
  })

  it('should be disconnected at the connection limit if it has been idle longest since its last answer', async () => {
    const onRefused = vi.fn()
    const answer = (_request: unknown, response: ServerResponse) => response.end('hello')
    const { url, close } = await serveWith({ maxConnections: 2, onRefused }, answer)
    const callers: Socket[] = []
    for (let count = 0; count < 3; count++) {
      const caller = connect(Number(new URL(url).port), '127.0.0.1')
      callers.push(caller)
      const answered = new Promise((resolve, reject) => caller.once('data', resolve).once('close', reject))
      caller.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      await answered
    }
    await until(() => callers[0]?.destroyed === true)
    expect(callers.map(({ destroyed }) => destroyed)).toEqual([true, false, false])
    expect(onRefused).not.toHaveBeenCalled()
    await close(0)
  })
})

describe('close', () => {
  it('should finish requests in flight, and accept no new ones', async () => {
    let finish = () => {}
    const { url, close } = await serve((_request, response) => {
      finish = () => response.end('done')
    })
    const inFlight = fetch(url)
    await until(() => finish.name !== '' && finish.toString().includes('done'))
    const closed = close(10_000)
    await expect(fetch(url)).rejects.toThrow()
    finish()
    expect(await (await inFlight).text()).toBe('done')
    await closed
  })

  it('should send Connection: close with pending answers', async () => {
    let answer: ServerResponse | undefined
    const { url, close } = await serve((_request, response) => {
      answer = response
    })
    const received = fetch(url)
    await until(() => answer !== undefined)
    const closed = close(10_000)
    answer?.end('done')
    expect((await received).headers.get('connection')).toBe('close')
    await closed
  })

  it('should close a connection after an answer that had already begun', async () => {
    let answer: ServerResponse | undefined
    const { url, close } = await serve((_request, response) => {
      answer = response
      response.writeHead(200, { 'Content-Length': 4 }).write('do')
    })
    const caller = connect(Number(new URL(url).port), '127.0.0.1')
    caller.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await new Promise((resolve) => caller.once('data', resolve))
    const closed = close(60_000)
    answer?.end('ne')
    await closed
  })

  it('should close idle connections at once, including those without any request', async () => {
    const { url, close } = await serve((_request, response) => response.end('hello'))
    await (await fetch(url)).text()
    const silent = connect(Number(new URL(url).port), '127.0.0.1')
    await new Promise<void>((resolve) => silent.once('connect', () => resolve()))
    await (await fetch(url)).text()
    const start = performance.now()
    await close(10_000)
    expect(performance.now() - start).toBeLessThan(2_000)
    silent.destroy()
  })

  it('should destroy the remaining connections after the grace time', async () => {
    let isAsked = false
    const { url, close } = await serve(() => {
      isAsked = true
    })
    const outcome = fetch(url).then(
      () => 'answered',
      () => 'cut off',
    )
    await until(() => isAsked)
    const start = performance.now()
    await close(200)
    const duration = performance.now() - start
    expect(duration).toBeGreaterThan(150)
    expect(duration).toBeLessThan(2_000)
    expect(await outcome).toBe('cut off')
  })

  it('should clear the timer of the grace time when all connections are closed earlier', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { close } = await serve(() => undefined)
    await close(10_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('should allow a second call', async () => {
    const { close } = await serve(() => undefined)
    await Promise.all([close(0), close(0)])
    await close(0)
  })
})

// Helpers

/** The size of an answer in bytes, which is more than a connection can buffer. */
const LARGE = 64 * 1024 * 1024

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

function serve(answer: Answer): Promise<Listener> {
  return serveWith({}, answer)
}

function serveWith(options: Partial<ListenOptions>, answer: Answer): Promise<Listener> {
  return listen(answer, { host: '127.0.0.1', port: 0, ...options })
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

function hasIpv6(): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(0, '::1', () => probe.close(() => resolve(true)))
  })
}
