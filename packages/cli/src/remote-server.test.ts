import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { RemoteServer } from './remote-server.js'

describe('a server that cannot be used', () => {
  it('should be given up after it has sent nothing for the timeout', async () => {
    const port = await listen(createServer(() => undefined))
    const since = Date.now()
    await expect(ask(`http://127.0.0.1:${port}`, { timeout: '1' })).rejects.toThrow(
      `http://127.0.0.1:${port} sent nothing for 1 second, and answers no other request: check the server, or wait longer with --timeout`,
    )
    expect(Date.now() - since).toBeGreaterThan(900)
    const server = new RemoteServer({ url: `http://127.0.0.1:${port}`, timeout: '1' }, ports())
    await expect(server.postJson('/x', {})).rejects.toThrow(/with --timeout; it may still carry out the request$/)
  })

  it('should be given up if it sends a part of its answer, and then nothing', async () => {
    const port = await listen(createHttpServer((_request, response) => void response.write('{')))
    await expect(ask(`http://127.0.0.1:${port}`, { timeout: '1' })).rejects.toThrow(/sent nothing for 1 second, /)
  })

  it('should not be given up while it works on the request and answers other requests', async () => {
    const url = await answering((request, response) => {
      if (request.url === '/healthz') response.end('{"status": "ok"}')
      else setTimeout(() => response.end('"at last"'), 2_500)
    })
    expect((await ask(url, { timeout: '1' })).body).toBe('at last')
  })

  it.each([400, 800])('should not be given up while its answer arrives, one piece in %d ms', async (pause) => {
    const port = await listen(
      createHttpServer((_request, response) => {
        let count = 0
        const timer = setInterval(() => {
          response.write(' ')
          if (++count < 4) return
          clearInterval(timer)
          response.end('{"a": 1}')
        }, pause)
      }),
    )
    expect((await ask(`http://127.0.0.1:${port}`, { timeout: '1' })).body).toEqual({ a: 1 })
  })

  it('should be explained if nothing listens, or its name is unknown', async () => {
    const server = createServer()
    const port = await listen(server)
    server.close()
    await expect(ask(`http://127.0.0.1:${port}`)).rejects.toThrow(
      `http://127.0.0.1:${port} refuses the connection (ECONNREFUSED): is the server running, and is ${port} its port?`,
    )
    await expect(ask('http://nowhere.invalid')).rejects.toThrow(
      /^http:\/\/nowhere\.invalid cannot be found: the name nowhere\.invalid is unknown \(E[A-Z_]+\); check the name and the DNS$/,
    )
    await expect(ask('http://127.0.0.1:6000')).rejects.toThrow('has a port that HTTP clients refuse')
  })

  it.each<[string, (socket: Socket) => void, RegExp]>([
    [
      'closes the connection',
      (socket) => socket.destroy(),
      /^\S+ closed the connection without a complete answer: check the port and the log of the server; if the port uses TLS, begin the URL with https:\/\/$/,
    ],
    [
      'speaks another protocol',
      (socket) => socket.end('SSH-2.0-OpenSSH\r\n'),
      /^\S+ does not speak HTTP: check the port; if the port uses TLS, begin the URL with https:\/\/$/,
    ],
  ])('should be explained if it %s', async (_name, onSocket, message) => {
    const port = await listen(createServer(onSocket))
    await expect(ask(`http://127.0.0.1:${port}`)).rejects.toThrow(message)
  })

  it('should be explained if the URL says TLS but the port does not use it', async () => {
    const port = await listen(createHttpServer((_request, response) => response.end('{}')))
    await expect(ask(`https://127.0.0.1:${port}`)).rejects.toThrow(
      `https://127.0.0.1:${port} does not use TLS on this port: begin the URL with http://, or name the port that uses TLS`,
    )
  })

  it('should be explained if the port uses TLS, and if its certificate is not trusted', async () => {
    const port = await listen(createHttpsServer(certificate(), (_request, response) => response.end('{}')))
    await expect(ask(`http://127.0.0.1:${port}`)).rejects.toThrow(/if the port uses TLS, begin the URL with https:/)
    await expect(ask(`https://127.0.0.1:${port}`)).rejects.toThrow(
      /^\S+ has a certificate that is not trusted here \(DEPTH_ZERO_SELF_SIGNED_CERT\): name the file of its certificate authority in NODE_EXTRA_CA_CERTS$/,
    )
  })

  it.each<[string, number, string, string]>([
    [
      'is a proxy without its server',
      502,
      '<html><h1>502 Bad Gateway</h1>',
      'is a proxy that answers 502: the opsgraph server behind it does not answer',
    ],
    ['is a proxy with an empty answer', 503, '', 'is a proxy that answers 503: the opsgraph server behind it does not'],
    ['is a proxy that answers with a text', 504, 'upstream request timeout', 'is a proxy that answers 504: '],
    ['is a proxy with a limit', 413, '<html>', 'is a proxy that refuses so large a file (413): raise its limit'],
    [
      'expects TLS, as nginx says it',
      400,
      '<html>The plain HTTP request was sent to HTTPS port</html>',
      'uses TLS on this port: begin the URL with https://',
    ],
    [
      'expects TLS, as a server in Go says it',
      400,
      'Client sent an HTTP request to an HTTPS server.\n',
      'uses TLS on this port: begin the URL with https://',
    ],
    [
      'is a web page',
      200,
      '<!doctype html>',
      'answers 200 with a web page, but not like an opsgraph server: check the address',
    ],
    ['is another program', 404, 'not found', 'answers 404, but not like an opsgraph server: check the address'],
  ])('should be explained if it %s', async (_name, status, text, message) => {
    const url = await answering((_request, response) => response.writeHead(status).end(text))
    await expect(ask(url)).rejects.toThrow(`${url} ${message}`)
  })

  it('should not be taken for opsgraph if it is a proxy that answers with JSON', async () => {
    const answer = { status: 502, body: { message: 'no healthy upstream' }, text: '{"message":"no healthy upstream"}' }
    const server = new RemoteServer({ url: 'http://127.0.0.1' }, ports())
    expect(server.refusal(answer).message).toBe(
      'http://127.0.0.1 is a proxy that answers 502: the opsgraph server behind it does not answer',
    )
  })

  it('should be named if it redirects, without its control characters', async () => {
    const url = await answering((_request, response) => response.writeHead(302, { Location: '/login' }).end())
    await expect(ask(url)).rejects.toThrow(`${url} redirects to /login: name the server's own address`)
  })
})

describe('the server of a command', () => {
  it('should be the flag, or the variable OPSGRAPH_URL', async () => {
    const urls = [await answering(saying('"first"')), await answering(saying('"second"'))] as const
    expect((await ask(urls[0], {}, { OPSGRAPH_URL: urls[1] })).body).toBe('first')
    expect((await ask(undefined, {}, { OPSGRAPH_URL: urls[1] })).body).toBe('second')
  })

  it.each([
    [undefined, {}, 'no server is named: set --url, or OPSGRAPH_URL'],
    [undefined, { OPSGRAPH_URL: '' }, 'no server is named: set --url, or OPSGRAPH_URL'],
    [undefined, { OPSGRAPH_URL: 'nowhere' }, 'OPSGRAPH_URL must be a URL such as https://opsgraph.example.org'],
    ['nowhere', { OPSGRAPH_URL: 'http://127.0.0.1' }, '--url must be a URL such as https://opsgraph.example.org'],
    [undefined, { OPSGRAPH_URL: 'http://me:hunter2@host' }, 'OPSGRAPH_URL must not hold a user or password'],
  ])('should be refused: --url %j and %j', async (url, env, message) => {
    await expect(ask(url, {}, env)).rejects.toThrow(message)
  })

  it.each(['0', '301', '1.5', '-1', '', 'long'])('should refuse --timeout %j', async (timeout) => {
    await expect(ask('http://127.0.0.1:1', { timeout })).rejects.toThrow(
      `--timeout must be a whole number of seconds from 1 to 300, not "${timeout}"`,
    )
  })
})

// Helpers

async function ask(url: string | undefined, flags: { timeout?: string } = {}, env = {}) {
  return await new RemoteServer({ url, ...flags }, ports(env)).get('/api/x')
}

function ports(env = {}) {
  return { env: { OPSGRAPH_KEY: 'the-key', ...env }, stop: new AbortController().signal }
}

/** Starts a server on a free port until the test ends, and returns the port. */
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)))
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function answering(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createHttpServer(listener))}`
}

function saying(text: string): RequestListener {
  return (_request, response) => response.end(text)
}

/** A certificate that nobody has signed. */
function certificate() {
  const pem = readFileSync(new URL('../test/self-signed.pem', import.meta.url))
  return { key: pem, cert: pem }
}
