import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { findFreePort } from '../free-port.js'
import { startPostgresServer } from '../once-a-run/postgres-server.js'
import { readPage } from './block.js'

/** The folder in which Debian and Ubuntu install the versions of PostgreSQL. */
const VERSIONS = '/usr/lib/postgresql'
/** The id of the user `nobody`. Root starts PostgreSQL as this user, because PostgreSQL refuses to run as root. */
const NOBODY = 65_534

/** The connection strings of an empty database: of its owner, and of the administrator of the server. */
export interface PageDatabase {
  readonly url: string
  readonly admin: string
}

/** A PostgreSQL server for the documents whose commands need one. */
export interface DocumentedPostgres {
  database(page: number): Promise<PageDatabase>
  stop(): Promise<void>
}

/** Finds the folder of PostgreSQL programs such as `pg_dump`; `undefined` if none are installed. */
export function findPostgresPrograms(): string | undefined {
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
  const programs = findPostgresPrograms()
  if (programs !== undefined) return await startOwn(programs)
  const server = await startPostgresServer()
  const database = async () => {
    const url = await server.createDatabase()
    return { url, admin: url }
  }
  return { database, stop: () => server.stop() }
}

async function startOwn(programs: string): Promise<DocumentedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'opsgraph-docs-postgres-'))
  const as = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if ('uid' in as) chownSync(folder, NOBODY, NOBODY)
  const port = await findFreePort()
  const data = join(folder, 'data')
  const run = (program: string, args: string[]) =>
    execFileSync(join(programs, program), args, { ...as, cwd: folder, stdio: 'ignore' })
  run('initdb', ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'])
  const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', folder, '-c', 'fsync=off']
  const server = spawn(join(programs, 'postgres'), args, { ...as, cwd: folder, stdio: 'ignore' })
  const admin = `postgres://postgres:secret@127.0.0.1:${port}/postgres`
  const administrate = (statement: string) => run('psql', [admin, '--command', statement])
  await vi.waitFor(() => administrate('select'), { timeout: 60_000, interval: 100 })
  const [createRole, createDatabase] = readDocumentedStatements()
  administrate(createRole)
  const database = async (page: number) => {
    administrate(createDatabase.replace('database opsgraph', `database page_${page}`))
    return { url: `postgres://opsgraph:secret@127.0.0.1:${port}/page_${page}`, admin }
  }
  return { database, stop: () => stopped(server, folder) }
}

/** Reads the statements of docs/operating.md that create the role and the database with which each page is run. */
function readDocumentedStatements(): readonly [string, string] {
  const lines = readPage('docs/operating.md').flatMap(({ text }) => text.split('\n'))
  const find = (start: string) => {
    const statement = lines.find((line) => line.startsWith(start))
    if (statement === undefined) throw new Error(`docs/operating.md has no statement "${start}"`)
    return statement
  }
  return [find('create role opsgraph '), find('create database opsgraph ')]
}

async function stopped(server: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
  rmSync(folder, { recursive: true, force: true })
}
