import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'

const CHECK = fileURLToPath(new URL('../scripts/check.mjs', import.meta.url))
const PACKAGES = 'exec node scripts/check-packages.mjs'
const COUNTS = `echo '{"passed":7,"failed":0}' > "$OPSGRAPH_TEST_COUNTS"`

describe('pnpm check', () => {
  it('should name the failed steps at the end, each with its last lines', () => {
    const { status, stdout, stderr } = check({
      'run lint': 'seq 1 30; exit 1',
      'exec vitest': 'echo the tests ran >&2; sleep 1; echo spawn initdb EACCES >&2; exit 1',
    })
    const lastLines = Array.from({ length: 20 }, (_, line) => line + 11).join('\n')
    expect(stderr.endsWith(`\nlint failed:\n${lastLines}\ntests failed:\nthe tests ran\nspawn initdb EACCES\n`)).toBe(
      true,
    )
    expect({ status, stdout }).toEqual({ status: 1, stdout: '0 passed, 2 failed\n' })
  })

  it('should run no tests if the build fails', () => {
    const { status, stdout, stderr, calls } = check({ 'run build': 'echo no room left; exit 1' })
    expect(stderr.endsWith('build failed:\nno room left\n')).toBe(true)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '0 passed, 1 failed\n' })
    expect(calls).not.toContainEqual(expect.stringContaining('vitest'))
  })

  it('should check the packages with --all only, after their build with declarations', () => {
    const all = check({ 'exec vitest': COUNTS }, ['--all'])
    expect(all.status).toBe(0)
    expect(all.calls[0]).toBe('run build')
    expect(all.calls).toContain(PACKAGES)
    const few = check({ 'exec vitest': COUNTS })
    expect(few.status).toBe(0)
    expect(few.calls[0]).toBe('run build --no-dts')
    expect(few.calls).not.toContain(PACKAGES)
  })

  it('should count a check of the packages that fails', () => {
    const { status, stdout, stderr } = check({ 'exec vitest': COUNTS, [PACKAGES]: 'echo no types >&2; exit 1' }, [
      '--all',
    ])
    expect(stderr.endsWith('packages:check failed:\nno types\n')).toBe(true)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '7 passed, 1 failed\n' })
  })
})

// Helpers

/**
 * Runs the check with a fake pnpm. It runs these lines of shell instead of its commands, and ignores other commands.
 */
function check(commands: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'opsgraph-check-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const cases = Object.entries(commands).map(([command, lines]) => `'${command}'*) ${lines} ;;`)
  const script = ['#!/bin/sh', `echo "$*" >> '${folder}/calls'`, 'case "$*" in', ...cases, 'esac', '']
  writeFileSync(join(folder, 'pnpm'), script.join('\n'), { mode: 0o755 })
  const env = { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) }
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, ...args], { env, encoding: 'utf8' })
  return { status, stdout, stderr, calls: readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') }
}
