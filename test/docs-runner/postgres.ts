import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../free-port.js'
import { startPostgresServer } from '../once-a-run/postgres-server.js'

/** Where Debian and Ubuntu have the versions of PostgreSQL. */
const VERSIONS = '/usr/lib/postgresql'
/** PostgreSQL does not run as root: `nobody` then. */
const NOBODY = 65_534

/** A server for the pages that speak of one. */
export interface DocumentedPostgres {
  /** Makes an empty database; the answer is its connection string. */
  database(page: number): Promise<string>
  stop(): Promise<void>
}

/** Programs such as `pg_dump`, of the version of the server; `undefined` when this machine has none. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined
  const folders = readdirSync(VERSIONS)
    .sort((left, right) => Number(right) - Number(left))
    .map((version) => join(VERSIONS, version, 'bin'))
  return folders.find((folder) =>
    ['initdb', 'postgres', 'pg_dump', 'psql'].every((name) => existsSync(join(folder, name))),
  )
}

/** A server of the version whose programs are here; without these, the one that all tests run on. */
export async function startDocumentedPostgres(): Promise<DocumentedPostgres> {
  const programs = postgresPrograms()
  if (programs !== undefined) return await startOwn(programs)
  const server = await startPostgresServer()
  return { database: () => server.createDatabase(), stop: () => server.stop() }
}

async function startOwn(programs: string): Promise<DocumentedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'opsgraph-docs-postgres-'))
  const as = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if ('uid' in as) chownSync(folder, NOBODY, NOBODY)
  const port = await freePort()
  const data = join(folder, 'data')
  const run = (program: string, args: string[]) =>
    execFileSync(join(programs, program), args, { ...as, cwd: folder, stdio: 'ignore' })
  run('initdb', ['--pgdata', data, '--username=opsgraph', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'])
  const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', folder, '-c', 'fsync=off']
  const server = spawn(join(programs, 'postgres'), args, { ...as, cwd: folder, stdio: 'ignore' })
  const url = `postgres://opsgraph:secret@127.0.0.1:${port}`
  const create = (name: string) => run('createdb', [`--maintenance-db=${url}/postgres`, name])
  await vi.waitFor(() => create('opsgraph'), { timeout: 60_000, interval: 100 })
  const database = async (page: number) => {
    create(`page_${page}`)
    return `${url}/page_${page}`
  }
  return { database, stop: () => stopped(server, folder) }
}

async function stopped(server: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
  rmSync(folder, { recursive: true, force: true })
}
