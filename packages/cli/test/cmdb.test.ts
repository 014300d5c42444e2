import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { run, serve } from './command-process.js'
import { runHere } from './run-program.js'
import { temporaryFile } from './temporary-files.js'

const CSV = fileURLToPath(new URL('../../../examples/cmdb/inventory.csv', import.meta.url))
const JSON_FILE = fileURLToPath(new URL('../../../examples/cmdb/inventory.json', import.meta.url))
const INVALID = temporary('resource,environment,parent\nweb,P,web\n,P,\nweb,P,\n')
const EMPTY = expect.stringMatching(/^planned on an empty state, [^\n]*\n$/)
const KEY = 'the-key-of-this-test'

describe('opsgraph cmdb', () => {
  it('should exit with 0 for a plan, 2 for changes with --exit-code, 1 for an invalid file', async () => {
    const clean = await run(['cmdb', 'plan', CSV])
    expect(clean).toMatchObject({
      end: 0,
      stderr: EMPTY,
      stdout: expect.stringContaining('a plan: nothing is written'),
    })
    expect(await run(['cmdb', 'plan', '--exit-code', JSON_FILE])).toMatchObject({ end: 2, stderr: EMPTY })
    const invalid = await run(['cmdb', 'plan', '--exit-code', INVALID()])
    expect(invalid).toMatchObject({ end: 1, stderr: '' })
    expect(invalid.stdout).toContain('invalid CMDB import, 3 errors; nothing is written')
    for (const place of ['row 0, line 2, parent', 'row 1, line 3, resource', 'row 2, line 4']) {
      expect(invalid.stdout).toContain(`\n    ${place}: `)
    }
  })

  it('should show every warning with its row and line, and exit with 0', async () => {
    const file = temporaryFile('odd.csv', 'resource,parent,services,color\na,,shop,red\nb,a,bank,\nc,elsewhere,,\n')
    const { end, stdout } = await runHere(['cmdb', 'plan', file])
    expect(end).toBe(0)
    for (const group of [
      ...['unknownColumn (1 warning)', 'environmentDefaulted (3 warnings)', 'unknownParent (1 warning)'],
      ...['parentNotInService (1 warning)', 'serviceCreated (2 warnings)', 'topologyCreated (2 warnings)'],
    ]) {
      expect(stdout).toContain(`\n  ${group}\n`)
    }
    expect(stdout).toContain('\n    row 2, line 4: ')
  })

  it('should report a wrong command line on one line of stderr, and never exit with the status of changes', async () => {
    for (const args of [['/nowhere.csv'], ['/'], ['--exit-cod', CSV], [], [CSV, '--url', 'x']]) {
      const { end, stdout, stderr } = await runHere(['cmdb', 'plan', ...args])
      expect({ end, stdout }).toEqual({ end: 1, stdout: '' })
      expect(stderr).toMatch(/^opsgraph: [^\n]+\n$/)
    }
    const wrong = ['cmdb', 'plan', '--exit-cod', CSV]
    expect(await run(wrong)).toEqual(await runHere(wrong))
  })

  it('should print no colors into a pipe', async () => {
    const { stdout } = await run(['cmdb', 'plan', CSV], { FORCE_COLOR: '1', TERM: 'xterm-256color' })
    expect(stdout).not.toContain('\u001b')
  })

  it('should print the answers of the server with --json, before, during and after the import', async () => {
    const server = serve(['--store', 'memory'], { ADMIN_KEY: KEY })
    const url = await server.url()
    const post = async (file: string, query: string) => {
      const response = await fetch(`${url}/api/resources/import?${query}`, {
        method: 'POST',
        headers: { Authorization: `Key ${KEY}`, 'Content-Type': 'text/csv' },
        body: readFileSync(file),
      })
      return await response.text()
    }
    const plan = await runHere(['cmdb', 'plan', '--json', CSV])
    expect(plan.stdout).toBe(`${await post(CSV, 'dryRun=1')}\n`)
    const listed = await runHere(['cmdb', 'plan', '--json', '--changes', CSV])
    expect(listed.stdout).toBe(`${await post(CSV, 'dryRun=1&changes=1')}\n`)
    expect(JSON.parse(listed.stdout).changes).toHaveLength(JSON.parse(listed.stdout).changesTotal)
    const invalid = INVALID()
    expect(withoutId((await runHere(['cmdb', 'plan', '--json', invalid])).stdout)).toEqual(
      withoutId(await post(invalid, '')),
    )

    const env = { OPSGRAPH_KEY: KEY }
    const remote = await runHere(['cmdb', 'plan', '--changes', CSV, '--url', url], env)
    expect(remote.stdout).toBe((await runHere(['cmdb', 'plan', '--changes', CSV])).stdout)
    expect(remote.stdout).toContain('\n    + relation web-1 has parent shop-cluster, in environment Production\n')
    const refused = await runHere(['cmdb', 'import', CSV, '--url', url], env)
    expect(refused).toMatchObject({
      end: 1,
      stdout: '',
      stderr: expect.stringMatching(/^opsgraph: cannot ask here/),
    })
    const imported = await runHere(['cmdb', 'import', CSV, '--url', url, '--yes', '--json'], env)
    expect(imported.end).toBe(0)
    expect(JSON.parse(imported.stdout)).toMatchObject({ applied: true, relations: { create: 15 } })
    const again = await runHere(['cmdb', 'plan', '--json', '--exit-code', CSV, '--url', url], env)
    expect(again).toMatchObject({ end: 0, stdout: `${await post(CSV, 'dryRun=1')}\n` })
    expect(JSON.parse(again.stdout).relations).toEqual({ create: 0, update: 0, remove: 0, unchanged: 15 })
  }, 60_000)
})

// Helpers

/**
 * Returns a function that creates the file when a test calls it. The table of test cases cannot create the file itself,
 * because `temporaryFile` works only inside a test.
 */
function temporary(content: string): () => string {
  return () => temporaryFile('inventory.csv', content)
}

function withoutId(body: string): unknown {
  const { requestId, ...rest } = JSON.parse(body)
  return { ...rest, hasId: typeof requestId === 'string' }
}
