import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../../../test/free-port.js'
import { call, run, serve } from './command-process.js'

const KEY = 'the-key-of-this-test'
const MEMORY = ['--store', 'memory']
const ALERT = { environment: 'Production', resource: 'disk-sdb', event: 'DiskFailing', severity: 'critical' }

describe('opsgraph serve', () => {
  it('should print its URL and accept the configured admin key', async () => {
    const server = serve(MEMORY, { ADMIN_KEY: KEY })
    const url = await server.url()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
    expect((await call(`${url}/api/keys`, KEY)).status).toBe(200)
    expect((await call(`${url}/api/keys`, 'another')).status).toBe(401)
    server.kill('SIGTERM')
    expect(await server.ended).toEqual({ end: 0, stdout: `opsgraph listening on ${url}\n`, stderr: '' })
  })

  it('should serve the console at /, and its assets with an unlimited cache time', async () => {
    const server = serve(MEMORY, { ADMIN_KEY: KEY })
    const url = await server.url()
    const page = await (await fetch(`${url}/`)).text()
    const script = /src="\.(\/assets\/[^"]+\.js)"/.exec(page)?.[1]
    const answer = await fetch(`${url}${script}`)
    expect(answer.headers.get('Cache-Control')).toContain('immutable')
    expect(answer.headers.get('Content-Encoding')).toMatch(/^(br|gzip)$/)
    expect((await answer.text()).length).toBeGreaterThan(1_000)
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ end: 0, stderr: '' })
  })

  it('should log JSON lines to stderr', async () => {
    const server = serve([...MEMORY, '--log-level', 'info'], { ADMIN_KEY: KEY, LOG_LEVEL: 'warn', TRUST_PROXY: '1' })
    const headers = { Authorization: `Key ${KEY}`, 'X-Forwarded-For': '198.51.100.1, 203.0.113.7' }
    await fetch(`${await server.url()}/api/keys`, { headers })
    server.kill('SIGINT')
    const { end, stderr } = await server.ended
    expect(end).toBe(0)
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'info', method: 'GET', status: 200, client: '203.0.113.7' }),
    )
    expect(stderr).not.toContain(KEY)
  })

  it('should finish requests in flight after a stop signal', async () => {
    const server = serve(MEMORY, { ADMIN_KEY: KEY })
    const url = await server.url()
    const { socket, rest } = await halfSent(url)
    const answer = text(socket)
    server.kill('SIGTERM')
    await vi.waitUntil(() => isRefused(url), { timeout: 20_000, interval: 20 })
    socket.write(rest)
    expect(await answer).toMatch(/^HTTP\/1\.1 201 .*"disk-sdb"/s)
    expect(await server.ended).toMatchObject({ end: 0, stderr: '' })
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('should end at %s while it waits for the database', async (signal) => {
    const database = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void database.close())
    const { port } = await listening(database)
    const server = serve([], { DATABASE_URL: `postgres://me@127.0.0.1:${port}/opsgraph` })
    await new Promise((resolve) => database.once('connection', resolve))
    server.kill(signal)
    expect(await server.ended).toEqual({ end: 0, stdout: '', stderr: '' })
  })

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('should end immediately at the second %s', async (signal, status) => {
    const server = serve(MEMORY, { ADMIN_KEY: KEY })
    const url = await server.url()
    await halfSent(url)
    server.kill(signal)
    await vi.waitUntil(() => isRefused(url), { timeout: 20_000, interval: 20 })
    // Waits, because a second signal within 100 ms would count as the same Ctrl-C.
    await new Promise((resolve) => setTimeout(resolve, 200))
    server.kill(signal)
    expect(await server.ended).toMatchObject({ end: status })
  })

  it('should go on if its output is closed', async () => {
    const port = await freePort()
    const server = serve([...MEMORY, '--port', String(port)], { LOG_LEVEL: 'silent' })
    server.closeOutput()
    await vi.waitUntil(() => isHealthy(`http://127.0.0.1:${port}`), { timeout: 20_000, interval: 50 })
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ end: 0, stderr: '' })
  })

  it('should report that the port is in use', async () => {
    const first = serve(MEMORY, { ADMIN_KEY: KEY })
    const { port } = new URL(await first.url())
    expect(await run(['serve', '--port', port], { OPSGRAPH_STORE: 'memory', ADMIN_KEY: KEY })).toEqual({
      end: 1,
      stdout: '',
      stderr: `opsgraph: port ${port} on 127.0.0.1 is in use: stop the process that listens there, or choose another --port (PORT)\n`,
    })
  })

  it('should report an unreachable database without its password', async () => {
    const url = `postgres://me:hunter2@127.0.0.1:${await freePort()}/opsgraph`
    const { end, stdout, stderr } = await run(['serve'], { DATABASE_URL: url })
    expect({ end, stdout }).toEqual({ end: 1, stdout: '' })
    expect(stderr).toMatch(
      /^opsgraph: the database does not answer: [^\n]*ECONNREFUSED[^\n]*check DATABASE_URL[^\n]*\n$/,
    )
    expect(stderr).not.toContain('hunter2')
  })

  it.runIf(process.platform === 'linux')('should report a data directory that cannot be created', async () => {
    const { end, stdout, stderr } = await run(['serve', '--data-dir', '/proc/opsgraph'])
    expect({ end, stdout }).toEqual({ end: 1, stdout: '' })
    expect(stderr).toMatch(
      /^opsgraph: the data directory \/proc\/opsgraph cannot be used \([^\n]*\): correct [^\n]*\n$/,
    )
  })

  it.each([
    [['serve', '--port', 'http'], {}, '--port must be a whole number from 0 to 65535, not "http"'],
    [['serve'], { PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000"'],
    [['serve'], { OPSGRAPH_STORE: 'mysql' }, 'OPSGRAPH_STORE must be one of postgres, embedded, memory, not "mysql"'],
    [['serve', '--store', 'postgres'], {}, '--store is postgres, which needs DATABASE_URL or --database-url'],
    [
      ['serve'],
      { DATABASE_URL: 'postgres://me:hunter2@db1,db2/opsgraph?target_session_attrs=prefer-standby' },
      'DATABASE_URL: target_session_attrs must be one of any, read-write, primary, not "prefer-standby", because opsgraph writes to its database',
    ],
    [
      ['key', 'create', '--scopes', 'admin', '--database-url', 'postgres://me:hunter2@db1:5432,db2:x/opsgraph'],
      {},
      'DATABASE_URL: must look like postgres://user:password@host:5432/database, or name several hosts as in host1:5432,host2:5432; escape special characters of the password (@ is %40)',
    ],
    [['serve', '--prot', '1'], {}, "unknown option '--prot' (Did you mean --port?)"],
    [['serve', '--port'], {}, "option '--port <number>' argument missing"],
    [['serv'], {}, "unknown command 'serv' (Did you mean serve?)"],
  ])('should refuse %j with %j on one line', async (args, env, message) => {
    expect(await run(args, env)).toEqual({ end: 2, stdout: '', stderr: `opsgraph: ${message}\n` })
  })

  it('should print its version and its help', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    expect(await run(['--version'])).toEqual({ end: 0, stdout: `${version}\n`, stderr: '' })
    expect(await run(['serve', '--help'])).toMatchObject({ end: 0, stdout: expect.stringContaining('--base-url') })
    expect(await run([])).toMatchObject({ end: 2, stdout: '', stderr: expect.stringContaining('Usage: opsgraph') })
  })
})

// Helpers

/** Sends the headers and half of the body of a request, and waits until the server handles the request. */
async function halfSent(url: string): Promise<{ socket: Socket; rest: string }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  const body = JSON.stringify(ALERT)
  const head = [
    'POST /api/alert HTTP/1.1',
    'Host: opsgraph',
    `Authorization: Key ${KEY}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  // The interim answer `100 Continue` shows that the server has begun to handle the request.
  await new Promise((resolve) => socket.once('data', resolve))
  socket.write(body.slice(0, 20))
  return { socket, rest: body.slice(20) }
}

async function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  return await new Promise((resolve) => {
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true))
    socket.once('connect', () => socket.destroy())
  })
}

async function isHealthy(url: string): Promise<boolean> {
  return await fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function listening(server: Server): Promise<AddressInfo> {
  await new Promise((resolve) => server.once('listening', resolve))
  return server.address() as AddressInfo
}
