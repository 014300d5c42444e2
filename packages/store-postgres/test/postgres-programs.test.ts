import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeReachable, postgresUser } from './postgres-programs.mjs'

// As root, this fails for programs that stay in the private folder. Other users own the private folder.
it('should give programs that the user of PostgreSQL can run, although the clone is private', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'opsgraph-private-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['bin', 'lib']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'bin/postgres'), '#!/bin/sh\ncat "$(dirname "$0")/../lib/version"\n', { mode: 0o755 })
  writeFileSync(join(folder, 'lib/version'), 'the newest', { mode: 0o600 })
  const programs = withUmask(0o077, () => makeReachable(folder))
  const printed = execFileSync(join(programs.place, 'bin/postgres'), { ...postgresUser(), cwd: '/', encoding: 'utf8' })
  expect(printed).toBe('the newest')
  expect(statSync(join(folder, 'lib/version')).mode & 0o777).toBe(0o600)
  await programs.remove()
  expect(existsSync(join(folder, 'bin/postgres'))).toBe(true)
  expect(existsSync(programs.place)).toBe(process.getuid?.() !== 0)
})

function withUmask<T>(mask: number, work: () => T): T {
  const before = process.umask(mask)
  try {
    return work()
  } finally {
    process.umask(before)
  }
}
