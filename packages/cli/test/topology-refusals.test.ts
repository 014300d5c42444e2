import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { REFUSED_FILES, type RefusedFile } from '../../../test/http-on-three-stores/refused-topology-files.js'
import type { ImportAnswer } from '../../../test/http-on-three-stores/topology-api.js'
import { fileText, PATH, shopDocument } from '../../../test/http-on-three-stores/topology-files.js'
import { OPERATOR_CALLER } from '../src/operator.js'
import { run } from './command-process.js'
import { runHere, runProgram } from './run-program.js'
import { KEY_ENV as env, KEY, startServer } from './start-server.js'
import { temporaryDirectory } from './temporary-files.js'

const ALONE = REFUSED_FILES.filter(({ before }) => before === undefined)
const MERGED = REFUSED_FILES.filter(({ before }) => before !== undefined)
/** Without the files of megabytes, which the command reads as it reads small ones. */
const SMALL = ALONE.filter(({ file }) => fileText(file).length < 10_000)
const MERGE = ['--mode', 'merge'] as const

describe('invalid topology files, on the command line', { timeout: 60_000 }, () => {
  it('should be refused by validate with status 1, each fault with its line', async () => {
    const paths = writeFiles(ALONE)
    const { end, stdout, stderr } = await run(['topology', 'validate', '--json', ...paths])
    expect({ end, stderr }).toEqual({ end: 1, stderr: '' })
    const { files } = JSON.parse(stdout) as { readonly files: readonly Validated[] }
    expect(
      byTitle(
        ALONE,
        files.map(({ errors }) => errors.map(({ code, path }) => [code, path])),
      ),
    ).toEqual(
      byTitle(
        ALONE,
        ALONE.map(({ faults }) => faults),
      ),
    )
    const unplaced = files
      .flatMap(({ errors }) => errors)
      .filter(({ line, column }) => line === null || column === null)
    expect(unplaced.map(({ code, path }) => [code, path])).toEqual([
      ['tooLarge', 'body'],
      ['invalidFormat', 'body'],
      ['invalidFormat', 'body'],
    ])
  })

  it.each(ALONE)('should be refused for people, $title', async (row) => {
    const [path = ''] = writeFiles([row])
    const validated = await runProgram(['topology', 'validate', path])
    const planned = await runProgram(['topology', 'plan', path, ...MERGE])
    expect([validated.status, planned.status]).toEqual([1, 1])
    for (const [code, at] of row.faults) {
      const where = at === 'body' ? '' : `${at}: `
      expect(validated.printed).toContainEqual(expect.stringMatching(line(`${path}#: error ${code}: ${where}`)))
      expect(planned.printed).toContain(`  ${code} (${counted(row.faults.filter(([each]) => each === code).length)})`)
      expect(planned.printed).toContainEqual(expect.stringMatching(line(`    ${path}#: ${where}`)))
    }
    expect(planned.text).toContain('nothing is written')
  })

  it('should be refused by plan with the answers of the HTTP API, with and without a server', async () => {
    const { url } = await startServer()
    for (const [rows, flags] of [
      [ALONE, []],
      [SMALL, ['--url', url]],
    ] as const) {
      const answers = await Promise.all(rows.map(async ({ file }) => await post(url, file)))
      const planned = await run(['topology', 'plan', '--json', ...MERGE, ...flags, ...writeFiles(rows)], env)
      expect(planned).toMatchObject({ end: 1, stderr: '' })
      expect(withoutRequestId(JSON.parse(planned.stdout))).toEqual(withoutRequestId(answers))
    }
  })

  it('should not be sent by import, nor a valid file together with them', async () => {
    const { url, opsgraph } = await startServer()
    const paths = writeFiles([{ title: '', file: shopDocument(), faults: [] }, ...SMALL])
    const { end, stdout } = await run(['topology', 'import', '--json', '--yes', ...MERGE, '--url', url, ...paths], env)
    expect(end).toBe(1)
    const answers = JSON.parse(stdout) as readonly ImportAnswer[]
    expect(answers.map(({ status }) => status)).toEqual(['ok', ...SMALL.map(() => 'error')])
    expect((await opsgraph.listTopologies(OPERATOR_CALLER, {})).total).toBe(0)
    expect((await opsgraph.listAuditEntries(OPERATOR_CALLER, {})).total).toBe(0)
  })

  it.each(MERGED)(
    'should be refused by plan and import after merging, $title',
    async ({ title, before, file, faults }) => {
      const { url, opsgraph } = await startServer()
      await post(url, before, 'mode=merge')
      const [path = ''] = writeFiles([{ title, file, faults }])
      const plan = await runHere(['topology', 'plan', '--json', ...MERGE, '--url', url, path], env)
      expect(plan).toMatchObject({ end: 1, stderr: '' })
      const answer = JSON.parse(plan.stdout) as ImportAnswer
      expect([answer.message, answer.errors?.map((error) => [error.code, error.path])]).toEqual([
        'invalid import',
        faults,
      ])
      const imported = await runHere(['topology', 'import', '--yes', ...MERGE, '--url', url, path], env)
      expect(imported).toMatchObject({ end: 1, stderr: '' })
      for (const [, at] of faults) expect(imported.stdout).toContain(`    ${path}: ${at}: after merge: `)
      expect((await opsgraph.listAuditEntries(OPERATOR_CALLER, {})).total).toBe(1)
    },
  )
})

// Helpers

interface Validated {
  readonly errors: readonly {
    readonly code: string
    readonly path: string
    readonly line: number | null
    readonly column: number | null
  }[]
}

/** Writes the files, and returns their paths in order. */
function writeFiles(rows: readonly RefusedFile[]): readonly string[] {
  const directory = temporaryDirectory()
  return rows.map(({ file }, index) => {
    const path = join(directory, `${index}.json`)
    writeFileSync(path, fileText(file))
    return path
  })
}

/** Posts a file to the HTTP API, and returns the body of the answer. */
async function post(url: string, file: unknown, query = 'mode=merge&dryRun=1'): Promise<object> {
  const headers = { Authorization: `Key ${KEY}`, 'Content-Type': 'application/json' }
  const response = await fetch(`${url}${PATH}/import?${query}`, { method: 'POST', headers, body: fileText(file) })
  return (await response.json()) as object
}

function byTitle(rows: readonly RefusedFile[], results: readonly unknown[]) {
  return Object.fromEntries(rows.map(({ title }, index) => [title, results[index]]))
}

function withoutRequestId(answers: readonly object[]): readonly object[] {
  return answers.map((answer) => ({ ...answer, requestId: '' }))
}

/** A pattern for lines that begin with a text. A `#` in the text matches an optional location such as `:3:5`. */
function line(text: string): RegExp {
  const literal = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace('#', '(:\\d+:\\d+)?')}\\S`)
}

function counted(errors: number): string {
  return errors === 1 ? '1 error' : `${errors} errors`
}
