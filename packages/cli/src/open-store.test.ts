import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it, onTestFinished } from 'vitest'
import { StartError } from './faults.js'
import { openStore } from './open-store.js'

describe('openStore', () => {
  it('should open a memory store', async () => {
    expect(await openStore({ kind: 'memory' })).toBeInstanceOf(MemoryStore)
  })

  it.each([[[]], [['below']]])('should refuse a data directory that is a file, or below one: %j', async (path) => {
    const file = join(temporaryDirectory(), 'file')
    writeFileSync(file, '')
    const directory = join(file, ...path)
    await expect(openStore({ kind: 'embedded', directory })).rejects.toThrow(
      new StartError(
        `the data directory ${directory} is not a directory, or a part of its path is a file: name another directory with --data-dir (OPSGRAPH_DATA_DIR)`,
      ),
    )
  })

  it.each([
    ['empty', []],
    ['missing', ['missing']],
    ['with another file', [], 'admin-key'],
  ])('should report that there is no database in a directory that is %s', async (_name, path, file?: string) => {
    const directory = join(temporaryDirectory(), ...path)
    if (file !== undefined) writeFileSync(join(directory, file), '')
    await expect(openStore({ kind: 'embedded', directory }, { mustExist: true })).rejects.toThrow(
      new StartError(`there is no database in ${directory}: name its directory with --data-dir (OPSGRAPH_DATA_DIR)`),
    )
  })

  it.skipIf(process.platform === 'win32')('should say what to do with a directory that others can enter', async () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, 'notes'), '')
    chmodSync(directory, 0o755)
    await expect(openStore({ kind: 'embedded', directory })).rejects.toThrow(
      new StartError(
        `the data directory ${directory} is open to other users and holds files that are not of opsgraph: close it with \`chmod 700\` if only you use it, or name another directory with --data-dir (OPSGRAPH_DATA_DIR)`,
      ),
    )
  })

  it('should report on one line that a server is not a PostgreSQL database', async () => {
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const opening = openStore({ kind: 'postgres', url: `postgres://me:hunter2@127.0.0.1:${port}/opsgraph` })
    const error = await opening.catch((caught) => caught)
    expect(error).toBeInstanceOf(StartError)
    expect(error.message).toMatch(/^the database [^\n]*; check DATABASE_URL, and try it with psql from this machine$/)
    expect(error.message).not.toContain('hunter2')
  })
})

// Helpers

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'opsgraph-cli-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
