import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { prepareDataDirectory } from '../../../test/once-a-run/prepared-directory.js'
import { COMMAND } from './command-process.js'
import { KEY, KEY_ENV, startServer } from './start-server.js'
import { temporaryDirectory } from './temporary-files.js'

const TOPOLOGY = fileURLToPath(new URL('../../../examples/gitops/topologies/web-shop.json', import.meta.url))
const CSV = fileURLToPath(new URL('../../../examples/cmdb/inventory.csv', import.meta.url))

/** Takes no permission away from new files. What is private with this umask is private with every other one. */
const UMASK = '000'

describe.skipIf(process.platform === 'win32')(`with umask ${UMASK}`, { timeout: 120_000 }, () => {
  it('should write a new data directory that only its owner can read, also while the server works', async () => {
    const data = join(temporaryDirectory(), 'made', 'data')
    const server = await serve(data)
    const csv = new FormData()
    csv.set('file', new Blob(['resource,parent,services\nweb-1,host-1,shop\n']), 'a.csv')
    const headers = { Authorization: `Key ${KEY}` }
    const answer = await fetch(`${server.url}/api/resources/import`, { method: 'POST', headers, body: csv })
    expect(answer.status).toBe(200)
    expect(openPaths(join(data, '..'))).toEqual([])
    expect(readdirSync(data).toSorted()).toEqual(['lock', 'postgres', 'secret-key'])
    await server.stop()
    expect(openPaths(join(data, '..'))).toEqual([])
  })

  it('should tighten a data directory that others could read', async () => {
    const data = join(temporaryDirectory(), 'data')
    await prepareDataDirectory(data)
    writeFileSync(join(data, 'secret-key'), 'k'.repeat(32))
    for (const path of pathsIn(data)) chmodSync(path, lstatSync(path).isDirectory() ? 0o777 : 0o666)
    const server = await serve(data)
    expect(openPaths(data)).toEqual([])
    await server.stop()
  })

  it('should write files that only their owner can read, whichever command writes them', async () => {
    const directory = temporaryDirectory()
    const data = join(directory, 'data')
    await prepareDataDirectory(data)
    const { url } = await startServer()
    const env = { ...KEY_ENV, OPSGRAPH_URL: url }
    const replaced = join(directory, 'replaced.json')
    writeFileSync(replaced, '')
    chmodSync(replaced, 0o666)
    await run(['topology', 'import', TOPOLOGY, '--mode', 'replace', '--yes'], env)
    for (const args of [
      ['snapshot', 'save', join(directory, 'state.jsonl'), '--data-dir', data],
      ['topology', 'export', '--directory', join(directory, 'exported', 'topologies')],
      ['topology', 'export', '-o', join(directory, 'all.json')],
      ['topology', 'export', '-o', replaced],
      ['topology', 'render', TOPOLOGY, '-o', join(directory, 'shop.svg')],
    ])
      await run(args, env)
    await run(['cmdb', 'import', CSV, '--yes'], env)
    expect(openPaths(directory)).toEqual([])
    expect(readdirSync(directory).toSorted()).toEqual([
      'all.json',
      'data',
      'exported',
      'replaced.json',
      'shop.svg',
      'state.jsonl',
    ])
  })

  it('should not change the mode of a folder for exports that exists', async () => {
    const directory = join(temporaryDirectory(), 'topologies')
    mkdirSync(directory)
    chmodSync(directory, 0o755)
    const { url } = await startServer()
    const env = { ...KEY_ENV, OPSGRAPH_URL: url }
    await run(['topology', 'export', '--directory', directory], env)
    expect(lstatSync(directory).mode & 0o777).toBe(0o755)
  })
})

// Helpers

/** The paths below a folder, including the folder, that another user could read, write or enter. */
function openPaths(folder: string): readonly string[] {
  return pathsIn(folder).filter((path) => (lstatSync(path).mode & 0o077) !== 0)
}

function pathsIn(folder: string): readonly string[] {
  return [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))]
}

/** A shell that sets the umask and then becomes the command. */
function shell(args: readonly string[]): readonly string[] {
  return ['-c', 'umask "$0" && exec "$@"', UMASK, process.execPath, '--liftoff-only', COMMAND, ...args]
}

async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  await promisify(execFile)('sh', shell(args), { env: { PATH: process.env.PATH, ...env } })
}

async function serve(data: string) {
  const env = { PATH: process.env.PATH, ADMIN_KEY: KEY, LOG_LEVEL: 'silent' }
  const args = shell(['serve', '--port', '0', '--data-dir', data])
  const child = spawn('sh', args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  return { url: line.split(' ').at(-1) ?? '', stop }
}
