import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findFreePort } from '../../test/free-port.js'

describe('npm start', { timeout: 180_000 }, () => {
  it('should have the same admin key at the next start, so that saved commands still work', async () => {
    const data = join(temporaryDirectory(), 'data')
    const first = await started(data)
    expect((await first.call('/api/keys')).status).toBe(200)
    expect(first.printed[2]).toMatch(/^the service astronomy-shop is critical; 3 of its \d+ root causes/)
    expect(first.printed[3]).toBe('- DiskFailing on disk-sdb -> volume-astronomy-db -> astronomy-db-0 -> astronomy-db')
    const files = [data, join(data, 'admin-key'), join(data, 'secret-key')]
    expect(files.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600, 0o600])
    await first.stop()
    const second = await started(data)
    expect(second.key).toBe(first.key)
    expect((await second.call('/api/keys')).status).toBe(200)
    await second.stop()
  })

  it('should neither print nor store a key if the port is in use', async () => {
    const data = temporaryDirectory()
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const child = start(['--data-dir', data, '--port', String(port)])
    const lines: string[] = []
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => lines.push(line))
    expect(await once(child, 'close')).toEqual([1, null])
    expect(lines).toEqual([])
    expect(existsSync(join(data, 'admin-key'))).toBe(false)
  })

  it('should end without a message after Ctrl-C while it loads the demo', async () => {
    const [port, key] = [await findFreePort(), 'the-key-of-this-test']
    const child = spawn(process.execPath, ['--eval', SCRIPT, '--', '--store', 'memory', '--port', String(port)], {
      env: { PATH: process.env.PATH, ADMIN_KEY: key },
      detached: true,
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const output = Promise.all([text(child.stdout), text(child.stderr)])
    const ended = once(child, 'close')
    const headers = { Authorization: `Key ${key}` }
    await expect
      .poll(
        async () => {
          const url = `http://127.0.0.1:${port}/api/service_topology?page-size=1`
          const answer = await fetch(url, { headers }).catch(() => undefined)
          return ((await answer?.json()) as { readonly total?: number } | undefined)?.total
        },
        { interval: 5, timeout: 60_000 },
      )
      .toBe(1)
    // A terminal sends the signal to the process and to the server.
    process.kill(-(child.pid ?? 0), 'SIGINT')
    expect(await ended).toEqual([0, null])
    expect(await output).toEqual(['', ''])
  })
})

// Helpers

const SCRIPT = `import(${JSON.stringify(new URL('start.mjs', import.meta.url).href)}).then(async ({ start }) => {
  process.exitCode = await start(process.argv.slice(1))
})`

function start(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, ['--eval', SCRIPT, '--', ...args], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGTERM'))
  return child
}

/** Starts a server with the demo, and returns the printed key. */
async function started(data: string) {
  const child = start(['--data-dir', data, '--port', '0'])
  const printed: string[] = []
  for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
    printed.push(line)
    if (line.startsWith('and the nodes')) break
  }
  const find = (pattern: RegExp) => pattern.exec(printed.join('\n'))?.[1] ?? ''
  const [url, key] = [find(/^opsgraph listening on (\S+)$/m), find(/^opsgraph admin key: (\S+)$/m)]
  return {
    key,
    printed,
    call: (path: string) => fetch(`${url}${path}`, { headers: { Authorization: `Key ${key}` } }),
    stop: async () => {
      child.kill('SIGTERM')
      expect(await once(child, 'close')).toEqual([0, null])
    },
  }
}

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'opsgraph-start-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
