import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../free-port.js'
import { startPostgresServer } from '../once-a-run/postgres-server.js'

/** The folder in which Debian and Ubuntu install the versions of PostgreSQL. */
const VERSIONS = '/usr/lib/postgresql'
/** The id of the user `nobody`. Root starts PostgreSQL as this user, because PostgreSQL refuses to run as root. */
const NOBODY = 65_534

/** A PostgreSQL server for the documents whose commands need one. */
export interface DocumentedPostgres {
  /** Creates an empty database, and returns its connection string. */
  database(page: number): Promise<string>
  stop(): Promise<void>
}

/** The folder of PostgreSQL programs such as `pg_dump`; `undefined` if none are installed. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined
  const folders = readdirSync(VERSIONS)
    .sort((left, right) => Number(right) - Number(left))
    .map((version) => join(VERSIONS, version, 'bin'))
  return folders.find((folder) =>
    ['initdb', 'postgres', 'pg_dump', 'psql'].every((name) => existsSync(join(folder, name))),
  )
}

/**
 * Starts a server of the same version as the installed PostgreSQL programs. If no such programs are installed, the
 * documents are tested with the server that all other tests share.
 */
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
