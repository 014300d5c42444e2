import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createNotifier, type NotifierOptions } from '../src/create-notifier.js'
import type { FoundAddress } from '../src/http/post.js'
import { drip, listen, startReceiver, startTcpReceiver } from './receiver.js'
import { SHOP } from './sample-notice.js'

const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'

describe('a message by HTTP', () => {
  it('should arrive with its signature and its length, by one POST', async () => {
    const { port, received } = await startReceiver((_request, response) => response.writeHead(204).end())
    expect(await send(port, { path: '/hook?team=shop' })).toEqual({
      delivered: true,
      status: 204,
      error: null,
      retryAfter: null,
      took: expect.any(Number),
    })
    const [{ method, url, headers, body } = NO_REQUEST, ...further] = received
    expect([method, url, further]).toEqual(['POST', '/hook?team=shop', []])
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'opsgraph/1.2.3',
      connection: 'close',
    })
    expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'impact.changed',
    })
  })

  it.each([200, 201, 202, 204, 299])(
    'should be delivered if the receiver answers %i, whatever it says',
    async (status) => {
      const { port } = await startReceiver((_request, response) => response.writeHead(status).end('error: no_service'))
      expect(await send(port)).toMatchObject({ delivered: true, status, error: null })
    },
  )

  it.each([304, 400, 401, 404, 410, 500, 502, 599])('should fail if the receiver answers %i', async (status) => {
    const { port } = await startReceiver((_request, response) =>
      response.writeHead(status, { 'retry-after': '9' }).end(),
    )
    expect(await send(port)).toMatchObject({ delivered: false, status, retryAfter: null })
  })

  it.each([429, 503])('should say after %i when the receiver wants the next try', async (status) => {
    const soon = new Date(Date.now() + 60_000).toUTCString()
    for (const [text, seconds] of [
      ['30', 30],
      [soon, expect.closeTo(60, -1)],
      ['soon', null],
    ] as const) {
      const { port } = await startReceiver((_request, response) =>
        response.writeHead(status, { 'retry-after': text }).end(),
      )
      const error = `the receiver answered ${status}`
      expect(await send(port)).toMatchObject({ delivered: false, status, retryAfter: seconds, error })
    }
  })

  it.each([301, 302, 303, 307, 308])('should not follow the redirect %i to another address', async (status) => {
    const secret = await startReceiver((_request, response) => response.end())
    const location = `http://127.0.0.1:${secret.port}/latest/meta-data`
    const { port, received } = await startReceiver((_request, response) =>
      response.writeHead(status, { location }).end(),
    )
    const error = `the receiver answered ${status}, a redirect, which is not followed`
    expect(await send(port)).toMatchObject({ delivered: false, status, error })
    expect([received.length, secret.received.length]).toEqual([1, 0])
  })
})

describe('a receiver that fails', () => {
  it('should be given up on when it does not answer in time', async () => {
    const { port, sockets } = await startTcpReceiver((socket) => socket.resume())
    expect(await send(port, { timeout: 300 })).toMatchObject(TIMED_OUT)
    await expect.poll(() => [...sockets].map((socket) => socket.destroyed)).toEqual([true])
  })

  it('should be given up on in time while it sends its headers byte by byte', async () => {
    const { port } = await startTcpReceiver((socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-slow: ', 'x'))
    expect(await send(port, { timeout: 300 })).toMatchObject({ ...TIMED_OUT, delivered: false })
  })

  it('should not hold up longer than the whole time with an answer that drips, and its status decides', async () => {
    const { port } = await startTcpReceiver((socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n', 'x'))
    const result = await send(port, { timeout: 300 })
    expect(result).toMatchObject({ delivered: true, status: 200 })
    expect(result.took).toBeLessThan(2_000)
  })

  it('should have failed with its status if it refuses a message with an answer that drips', async () => {
    const { port } = await startTcpReceiver((socket) =>
      drip(socket, 'HTTP/1.1 429 Wait\r\nretry-after: 7\r\n\r\n', 'x'),
    )
    const error = 'the receiver answered 429'
    expect(await send(port, { timeout: 300 })).toMatchObject({ delivered: false, status: 429, retryAfter: 7, error })
  })

  it('should be refused if its headers never end', async () => {
    const { port } = await startTcpReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const pour = (): boolean => socket.destroyed || (socket.write(`x-${'y'.repeat(1_000)}: z\r\n`) && pour())
      socket.on('drain', pour)
      socket.once('data', pour)
    })
    const error = 'the answer of the receiver is not HTTP (HPE_HEADER_OVERFLOW)'
    expect(await send(port)).toMatchObject({ delivered: false, status: null, error })
  })

  it('should cost nothing with an answer of 64 MB: at most a few hundred KB are read', async () => {
    const { port, sockets } = await startTcpReceiver((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${64 * MEGABYTE}\r\n\r\n`)
      let left = 64
      const pour = (): void => {
        while (left > 0 && !socket.destroyed && socket.write(Buffer.alloc(MEGABYTE))) left--
      }
      socket.on('drain', () => {
        left--
        pour()
      })
      socket.once('data', pour)
    })
    expect(await send(port)).toMatchObject({ delivered: true, status: 200 })
    const [socket] = sockets
    await expect.poll(() => socket?.destroyed).toBe(true)
    expect(socket?.bytesWritten).toBeLessThan(32 * MEGABYTE)
  })

  it('should have got the message if it drops the connection after its status line', async () => {
    const { port } = await startTcpReceiver((socket) => {
      socket.once('data', () =>
        socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 100\r\n\r\nhalf', () => socket.resetAndDestroy()),
      )
    })
    expect(await send(port)).toMatchObject({ delivered: true, status: 202 })
  })

  it.each([
    ['drops the connection', '', 'the receiver closed the connection without an answer'],
    [
      'says nothing of HTTP',
      'SSH-2.0-OpenSSH_9.6\r\n',
      'the answer of the receiver is not HTTP (HPE_INVALID_CONSTANT)',
    ],
    ['changes the protocol', SWITCHING, 'the receiver closed the connection without an answer'],
  ])('should be told from one that answers if it %s', async (_what, answer, error) => {
    const { port } = await startTcpReceiver((socket) => socket.once('data', () => socket.end(answer)))
    expect(await send(port)).toMatchObject({ delivered: false, status: null, error })
  })

  it('should be told from one that answers if nothing listens', async () => {
    const { port, sockets } = await startTcpReceiver(() => undefined)
    expect(sockets.size).toBe(0)
    expect(await send(port, { path: '/secret', host: '127.0.0.2' })).toMatchObject({
      delivered: false,
      status: null,
      error: 'the receiver refuses connections',
    })
  })

  it('should not be trusted with a certificate that nobody has signed', async () => {
    const pem = readFileSync(new URL('../../cli/test/self-signed.pem', import.meta.url))
    const received: string[] = []
    const answer: RequestListener = (request, response) => {
      received.push(request.url ?? '')
      response.end()
    }
    const port = await listen(createServer({ key: pem, cert: pem }, answer))
    const error = 'the certificate of the receiver is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)'
    expect(await send(port, { scheme: 'https' })).toMatchObject({ delivered: false, status: null, error })
    expect(received).toEqual([])
  })

  it('should not be trusted either if the environment switches the check of certificates off', async () => {
    setEnvironment({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })
    const pem = readFileSync(new URL('../../cli/test/self-signed.pem', import.meta.url))
    const received: string[] = []
    const port = await listen(createServer({ key: pem, cert: pem }, (request) => received.push(request.url ?? '')))
    const error = 'the certificate of the receiver is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)'
    expect(await send(port, { scheme: 'https' })).toMatchObject({ delivered: false, status: null, error })
    expect(received).toEqual([])
  })

  it.each(['http', 'https'])('should be connected to by %s without the proxy of the environment', async (scheme) => {
    const proxy = await startTcpReceiver((socket) => socket.end())
    const url = `http://127.0.0.1:${proxy.port}`
    const all = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']
    setEnvironment({ ...Object.fromEntries(all.map((name) => [name, url])), NO_PROXY: '', no_proxy: '' })
    const { port, sockets } = await startTcpReceiver((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'))
    })
    await send(port, { scheme, host: 'hooks.example.org', resolve: async () => [v4('127.0.0.1')] })
    expect([sockets.size, proxy.sockets.size]).toEqual([1, 0])
  })

  it('should be told apart if it does not speak TLS', async () => {
    const { port } = await startReceiver((_request, response) => response.end())
    const { error } = await send(port, { scheme: 'https' })
    expect(error).toMatch(/^the receiver does not speak TLS [(]\w+[)]$/)
  })

  it('should never show the address or a secret in an error', async () => {
    const failures: RequestListener[] = [
      (request, response) => response.writeHead(404, `no ${request.url}`).end(request.url),
      (request, response) => response.writeHead(302, { location: request.url }).end(),
      (request) => request.socket.destroy(),
    ]
    for (const fail of failures) {
      const { port } = await startReceiver(fail)
      const result = await send(port, { path: '/services/T0/B0/top-secret?token=abc' })
      expect(JSON.stringify(result)).not.toMatch(/services|top-secret|token|abc|whsec|127[.]0/)
    }
  })
})

describe('the name of a receiver', () => {
  it('should be looked up once, and the checked address be connected to', async () => {
    const { port, received } = await startReceiver((_request, response) => response.end())
    const asked: string[] = []
    // The second look-up would lead elsewhere, as with DNS rebinding.
    const resolve = async (name: string): Promise<FoundAddress[]> => {
      asked.push(name)
      return [{ address: asked.length === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }]
    }
    expect(await send(port, { host: 'hooks.example.org', resolve })).toMatchObject({ delivered: true })
    expect(asked).toEqual(['hooks.example.org'])
    expect(received[0]?.headers.host).toBe(`hooks.example.org:${port}`)
  })

  it.each([
    ['a private address', [v4('10.0.0.1')]],
    ['a public and a private address', [v4('127.0.0.1'), v4('10.0.0.1')]],
    ['a private address at last', [v4('127.0.0.1'), { address: '::ffff:10.0.0.1', family: 6 }]],
  ])('should be refused if it has %s, and nothing be sent', async (_what, found) => {
    const { port, received } = await startReceiver((_request, response) => response.end())
    const result = await send(port, { host: 'hooks.example.org', resolve: async () => found })
    expect(result).toMatchObject({ delivered: false, status: null })
    expect(result.error).toMatch(/^the receiver has a.* address.*: the server sends there only if SUBSCRIPTION_ALLOW/)
    expect(received).toEqual([])
  })

  it('should be tried at its other addresses if the first refuses connections', async () => {
    const { port } = await startReceiver((_request, response) => response.end())
    const resolve = async () => [v4('127.0.0.2'), v4('127.0.0.1')]
    expect(await send(port, { host: 'hooks.example.org', resolve, allow: ['127.0.0.0/8'] })).toMatchObject({
      delivered: true,
    })
  })

  it.each([
    ['ENOTFOUND', 'the name of the receiver is unknown'],
    ['EAI_AGAIN', 'the name of the receiver could not be looked up: no DNS server answered'],
  ])('should be explained if its look-up fails with %s', async (code, error) => {
    const resolve = () => Promise.reject(Object.assign(new Error(`getaddrinfo ${code} hooks.example.org`), { code }))
    expect(await send(1, { host: 'hooks.example.org', resolve })).toMatchObject({
      delivered: false,
      status: null,
      error,
    })
  })

  it('should be given up on if its look-up does not end', async () => {
    const resolve = () => new Promise<FoundAddress[]>(() => undefined)
    expect(await send(1, { host: 'hooks.example.org', resolve, timeout: 300 })).toMatchObject(TIMED_OUT)
  })

  it('should be checked again at each try, also an address', async () => {
    const { port, received } = await startReceiver((_request, response) => response.end())
    const error = 'the url is an address of this machine: the server sends there only if SUBSCRIPTION_ALLOW contains it'
    expect(await send(port, { allow: [] })).toMatchObject({ delivered: false, status: null, error })
    expect(received).toEqual([])
  })
})

describe('createNotifier', () => {
  it('should refuse a list that contains anything but addresses', () => {
    expect(() => createNotifier({ allow: ['10.0.0.0/99'], version: '1' })).toThrow()
    expect(() => createNotifier({ allow: ['intranet'], version: '1' })).toThrow()
  })

  it('should know the usual address of PagerDuty only', () => {
    const notifier = createNotifier({ allow: [], version: '1' })
    expect(notifier.usualUrl('pagerduty')).toBe('https://events.pagerduty.com/v2/enqueue')
    expect(notifier.usualUrl('slack')).toBeUndefined()
  })

  it('should not reject if a secret cannot sign, and not show it', async () => {
    const { port, received } = await startReceiver((_request, response) => response.end())
    const result = await send(port, { secret: 'whsec_no base64' })
    expect(result).toMatchObject({
      delivered: false,
      status: null,
      error: 'the message could not be written or signed (Error)',
    })
    expect(received).toEqual([])
  })
})

// Helpers

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const MEGABYTE = 1_000_000
const NO_REQUEST = { method: '', url: '', headers: {}, body: '' }
const TIMED_OUT = { delivered: false, status: null, error: 'there was no answer within 0.3 seconds' }

interface Sending extends Partial<NotifierOptions> {
  readonly scheme?: string
  readonly host?: string
  readonly path?: string
  readonly secret?: string
}

async function send(port: number, sending: Sending = {}) {
  const { scheme = 'http', host = '127.0.0.1', path = '/', secret = SECRET, ...options } = sending
  const notifier = createNotifier({ allow: ['127.0.0.1', '127.0.0.2'], version: '1.2.3', ...options })
  const url = `${scheme}://${host}:${port}${path}`
  return await notifier.send({ format: 'json', url, secrets: [secret], notice: SHOP })
}

/** Sets variables of the environment until the test ends. */
function setEnvironment(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
}

function v4(address: string): FoundAddress {
  return { address, family: 4 }
}
