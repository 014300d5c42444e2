import { execFile } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { COMMAND, run, serve } from './command-process.js'
import { temporaryDirectory } from './temporary-files.js'

const EXAMPLE = fileURLToPath(new URL('../../../examples/gitops', import.meta.url))
const KEY = 'the-key-of-this-test'
const env = { OPSGRAPH_KEY: KEY }

describe.skipIf(process.platform === 'win32')('examples/gitops', () => {
  it('should be valid, and show the plan of its import', async () => {
    const { end, output } = await check(EXAMPLE)
    expect(end).toBe(0)
    expect(output).toMatch(/^3 files with 3 topologies: valid\n/)
    for (const service of ['data-platform', 'payments', 'web-shop']) expect(output).toContain(`${service}: create`)
  })

  it('should fail with the position of a fault, as an annotation on GitHub', async () => {
    const copy = copyOfExample()
    const file = join(copy, 'topologies', 'payments.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"label":"hsm-1"', '"label":""'))
    const { end, output } = await check(copy)
    expect(end).toBe(1)
    expect(output).toMatch(/^topologies\/payments\.json:12:76: error missingLabel: nodes\[4\]\.label: /)
    expect(output).not.toContain('::error')
    expect((await check(copy, { GITHUB_ACTIONS: 'true' })).output).toMatch(
      /^::error file=topologies\/payments\.json,line=12,/,
    )
  })

  it('should be exported unchanged after its import', async () => {
    const server = serve(['--store', 'memory'], { ADMIN_KEY: KEY })
    const url = await server.url()
    const copy = copyOfExample()
    const directory = join(copy, 'topologies')
    const files = readdirSync(directory).map((name) => join(directory, name))
    const imported = await run(['topology', 'import', ...files, '--mode', 'replace', '--yes', '--url', url], env)
    expect(imported).toMatchObject({ end: 0, stderr: '' })
    const { end, output } = await check(copy, { ...env, OPSGRAPH_URL: url })
    expect([end, output.match(/^nothing to change$/gm)]).toEqual([0, Array(3).fill('nothing to change')])
    expect(await run(['topology', 'export', '--directory', directory, '--url', url], env)).toMatchObject({
      end: 0,
      stdout: '',
    })
  }, 60_000)
})

// Helpers

function copyOfExample(): string {
  const copy = temporaryDirectory()
  cpSync(EXAMPLE, copy, { recursive: true })
  return copy
}

/** Runs the script `check.sh` of the example, as a CI job would. */
async function check(directory: string, variables: Readonly<Record<string, string>> = {}) {
  const base = { PATH: process.env.PATH, OPSGRAPH: `${process.execPath} ${COMMAND}` }
  return await new Promise<{ end: unknown; output: string }>((resolve) => {
    execFile(join(directory, 'check.sh'), { env: { ...base, ...variables } }, (error, stdout, stderr) =>
      resolve({ end: error === null ? 0 : error.code, output: stdout + stderr }),
    )
  })
}
