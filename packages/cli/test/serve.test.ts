import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { findFreePort } from '../../../test/free-port.js'
import { call, run, serve } from './command-process.js'

const KEY = 'the-key-of-this-test'
const MEMORY = ['--store', 'memory']

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

  it('should go on if its output is closed', async () => {
    const port = await findFreePort()
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
    const url = `postgres://me:hunter2@127.0.0.1:${await findFreePort()}/opsgraph`
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

async function isHealthy(url: string): Promise<boolean> {
  return await fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
