import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REFUSED_CMDB_FILES } from '../../../test/http-on-three-stores/refused-cmdb-files.js'
import { OPERATOR_CALLER } from '../src/operator.js'
import { run } from './command-process.js'
import { KEY_ENV as env, startServer } from './start-server.js'
import { temporaryDirectory } from './temporary-files.js'

interface Answer {
  readonly code: number
  readonly message: string
  readonly errors: readonly { readonly code: string; readonly path: string; readonly message: string }[]
}

describe('invalid CMDB files, on the command line', { timeout: 120_000 }, () => {
  it('should be refused by plan with --json, every fault with its code and path', async () => {
    const { end, stdout, stderr } = await run(['cmdb', 'plan', '--json', '--exit-code', ...writeFiles()])
    expect({ end, stderr }).toEqual({ end: 1, stderr: '' })
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Answer)
    expect(answers.map(({ code, message }) => `${code} ${message}`)).toEqual(
      REFUSED_CMDB_FILES.map(() => '400 invalid CMDB import'),
    )
    const reported = answers.map(({ errors }) => errors.map(({ code, path }) => [code, path]))
    expect(byTitle(reported)).toEqual(byTitle(REFUSED_CMDB_FILES.map(({ faults }) => faults)))
    expect(stdout).toContain('"234 more faults are not listed"')
  })

  it('should be refused by plan for people, with faults grouped by code, rows and lines', async () => {
    const { end, stdout, stderr } = await run(['cmdb', 'plan', ...writeFiles()])
    expect({ end, stderr }).toEqual({ end: 1, stderr: '' })
    const texts = stdout.split(/^\S+inventory-\d+: /m).slice(1)
    for (const [index, { title, faults }] of REFUSED_CMDB_FILES.entries()) {
      const errors = faults.length === 1 ? '1 error' : `${faults.length.toLocaleString('en')} errors`
      expect(texts[index], title).toMatch(new RegExp(`^invalid CMDB import, ${errors}; nothing is written\n`))
      for (const code of new Set(faults.map(([each]) => each))) expect(texts[index], title).toContain(`\n  ${code} (`)
    }
    expect(texts[indexOf('rows with faults')]).toMatch(
      /\n {4}row 2, line 6, resource: .*\n {4}row 3, line 7: .*\n {4}row 0, line 3, parent: /s,
    )
  })

  it('should be refused by import without asking, and write nothing', async () => {
    const { url, opsgraph } = await startServer()
    const paths = writeFiles()
    for (const title of ['faults of all kinds', 'an unclosed quote after another fault', 'more than 20 MiB']) {
      const path = paths[indexOf(title)] ?? ''
      const { end, stdout } = await run(['cmdb', 'import', path, '--yes', '--url', url], env)
      expect([title, end]).toEqual([title, 1])
      expect(stdout).toContain('nothing is written')
    }
    expect((await opsgraph.listAuditEntries(OPERATOR_CALLER, {})).total).toBe(0)
    expect((await opsgraph.listRelations(OPERATOR_CALLER, {})).total).toBe(0)
  })
})

// Helpers

/**
 * Writes the files, and returns their paths in order. The file names have no extension, so that the command detects the
 * format from the content.
 */
function writeFiles(): readonly string[] {
  const directory = temporaryDirectory()
  return REFUSED_CMDB_FILES.map(({ bytes }, index) => {
    const path = join(directory, `inventory-${index}`)
    writeFileSync(path, bytes)
    return path
  })
}

function indexOf(searched: string): number {
  return REFUSED_CMDB_FILES.findIndex(({ title }) => title === searched)
}

function byTitle(results: readonly unknown[]) {
  return Object.fromEntries(REFUSED_CMDB_FILES.map(({ title }, index) => [title, results[index]]))
}
