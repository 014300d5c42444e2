import { fileURLToPath } from 'node:url'
import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../test/fake-terminal.js'
import { runProgram } from '../../test/run-program.js'
import { temporaryDirectory, temporaryFile } from '../../test/temporary-files.js'

const CSV = fileURLToPath(new URL('../../../../examples/cmdb/inventory.csv', import.meta.url))
const JSON_FILE = fileURLToPath(new URL('../../../../examples/cmdb/inventory.json', import.meta.url))
const INVALID = 'resource,parent\na,a\n"b\nc",\nd,\nd,\n'
const FIRST = { action: 'create', environment: 'Production', resource: 'web-1', parent: 'shop-cluster' }
const LARGE = `resource,services\n${Array.from({ length: 60 }, (_, index) => `host-${index},service-${index}`).join('\n')}`

describe('opsgraph cmdb plan', () => {
  it('should show people the effects of an import', async () => {
    const { text, status } = await plan([CSV])
    expect(status).toBe(0)
    expect(text).toContain(`${CSV}: 23 records, 3 of them for the resource graph alone; source cmdb, mode merge\n`)
    expect(text).toMatch(/^ {2}relations +15 +0 +0 +0$/m)
    expect(text).toMatch(/^ {2}services in the catalog +3 +0 +0 +0$/m)
    expect(text).toMatch(/^ {2}payments +create +11 +0 +0 +0 +10 +0 +0 +0$/m)
    expect(text).toContain(
      '\n  parentNotInService (2 warnings)\n    row 5, line 7: the parent cart-db-volume is not in ',
    )
    expect(text).toContain('\n\na plan: nothing is written')
    expect(text).not.toContain('\u001b')
  })

  it('should list the changes by service, with a mark for each action, with --changes', async () => {
    const before = 'resource,environment,parent,services\nvm-1,P,,shop\nvm-2,P,,shop\ndb,P,vm-1,shop\nold,P,vm-1,shop\n'
    const after =
      'resource,environment,parent,services,type\nvm-1,P,,shop,\nvm-2,P,,shop,vm\ndb,P,vm-2,shop,\nnew,,vm-2,,\n'
    const files = [temporaryFile('a.csv', before), temporaryFile('b.csv', after)] as const
    const { text } = await plan([...files, '--mode', 'replace', '--changes'])
    expect(text.split(`${files[1]}: `)[1]).toContain(
      [
        '',
        '  changes of the resource graph',
        '    + relation new has parent vm-2, in the empty environment',
        '    ~ relation db has parent vm-2, in environment P (instead of vm-1)',
        '    - relation old has parent vm-1, in environment P',
        '',
        '  changes of shop',
        '    ~ node vm-2 in environment P (params.type)',
        '    - node old in environment P',
        '    ~ edge vm-2 -> db in environment P (instead of vm-1)',
        '    - edge vm-1 -> old in environment P',
        '',
      ].join('\n'),
    )
    expect((await plan([...files, '--mode', 'replace'])).text).not.toContain('changes of')
  })

  it('should count the changes that it does not list, and color marks only on a terminal', async () => {
    const many = `resource,parent\n${Array.from({ length: 1_002 }, (_, index) => `r${index},top`).join('\n')}\n`
    const file = temporaryFile('a.csv', many)
    const { text } = await plan([file, '--changes'])
    expect(text.match(/^ {4}\+ relation /gm)).toHaveLength(1_000)
    expect(text).toContain('\n  … and 2 more; removals are listed first, then updates\n')
    const { text: colored } = await plan([CSV, '--changes'], { terminal: { isColored: true } })
    expect(colored).toContain('    \u001b[32m+\u001b[39m relation web-1 has parent shop-cluster')
  })

  it('should not say that nothing changes if a misspelt source would declare everything once more', async () => {
    const file = temporaryFile('a.csv', 'resource,environment,parent,services\nvm,P,,shop\ndb,P,vm,shop\n')
    const snapshot = await snapshotWith(file, 'itop')
    const same = await plan(['--state', snapshot, '--source', 'itop', '--exit-code', file])
    expect(same.text).toContain('\nnothing to change')
    expect(same.text).not.toContain('declared')
    const { text, status } = await plan(['--state', snapshot, '--source', 'itopp', '--exit-code', file])
    expect(status).toBe(2)
    expect(text).toContain('\n  unchanged, but newly declared by itopp: 4\n')
    expect(text).toContain(
      '\n  newSource (1 warning)\n    the source itopp has declared nothing so far; what the file declares is already declared by itop. ',
    )
    expect(text).toContain('\na plan: nothing is written')
  })

  it('should escape control characters in names of changes', async () => {
    const records = [{ resource: '\u001b[2Jvm', parent: '\u202etop', environment: 'P', services: ['a\u0007'] }]
    const { text } = await plan([temporaryFile('a.json', JSON.stringify(records)), '--changes'])
    expect(text).toContain('\n    + relation \\u{1b}[2Jvm has parent \\u{202e}top, in environment P\n')
    expect(text).toContain('\n  changes of a\\u{7}\n')
  })

  it('should list the changes in --json like the server', async () => {
    const { printed } = await plan([CSV, '--changes', '--json'])
    const { changes, changesTotal } = JSON.parse(printed[0] ?? '')
    expect([changes.length, changes[0]]).toEqual([changesTotal, { kind: 'relation', ...FIRST }])
    expect(JSON.parse((await plan([CSV, '--json'])).printed[0] ?? '')).not.toHaveProperty('changes')
  })

  it('should plan each file on the result of the files before it', async () => {
    const { text, status } = await plan(['--exit-code', CSV, JSON_FILE])
    expect(status).toBe(2)
    expect(text.split(`${JSON_FILE}: `)[1]).toMatch(
      /relations +0 +0 +0 +15$[\s\S]*unchanged: 3 topologies[\s\S]*nothing to change$/m,
    )
  })

  it('should note on stderr that it planned on an empty state, also with --json', async () => {
    const empty =
      'planned on an empty state, as if nothing was stored yet: name a snapshot with --state, or a server with --url'
    for (const args of [[CSV], [CSV, '--json'], [CSV, JSON_FILE], [temporaryFile('a.csv', INVALID), CSV]]) {
      expect((await plan(args)).noted).toEqual([empty])
    }
    expect((await plan([CSV, '--state', await snapshotWith(CSV)])).noted).toEqual([])
    expect((await plan([temporaryFile('a.csv', INVALID)])).noted).toEqual([])
  })

  it('should plan the same from both formats of the example', async () => {
    const [csv, json] = [await plan(['--json', CSV]), await plan(['--json', JSON_FILE])]
    expect(JSON.parse(csv.text)).toEqual(JSON.parse(json.text))
  })

  it('should not change the state for a refused file', async () => {
    const { printed, status } = await plan(['--json', '--exit-code', temporaryFile('a.csv', INVALID), CSV])
    expect(status).toBe(1)
    expect(printed.map((line) => JSON.parse(line))).toMatchObject([
      { status: 'error', code: 400, message: 'invalid CMDB import', requestId: '' },
      { status: 'ok', applied: false, relations: { create: 15 } },
    ])
  })

  it('should show every error with its row, line and field', async () => {
    const { text, status } = await plan([temporaryFile('a.csv', INVALID)])
    expect(status).toBe(1)
    expect(text).toContain('a.csv: invalid CMDB import, 2 errors; nothing is written')
    expect(text).toContain('\n  selfParent (1 error)\n    row 0, line 2, parent: the parent of a is itself')
    expect(text).toContain('\n  duplicateRecord (1 error)\n    row 3, line 6: ')
  })

  it('should exit with 4 if records with errors are left out, and name them', async () => {
    const file = temporaryFile('a.csv', `${INVALID}e,f\n`)
    const { text, status } = await plan([file, '--skip-invalid', '--exit-code'])
    expect(status).toBe(4)
    expect(text).toContain('a.csv: 2 records')
    expect(text).toMatch(/^ {2}relations +1 +0 +0 +0$/m)
    expect(text).toContain('left out: 3 records with errors')
    expect(text).toContain('\n  selfParent (1 error)\n    row 0, line 2, parent: the parent of a is itself')
    expect(text).toMatch(/a plan: nothing is written$/)
    expect((await plan([temporaryFile('b.csv', 'resource\na\n'), '--skip-invalid'])).status).toBe(0)
    expect((await plan([temporaryFile('c.csv', 'name\na\n'), '--skip-invalid'])).status).toBe(1)
  })

  it('should read other encodings and names of columns, also to find the lines of warnings', async () => {
    const file = temporaryFile('a.csv', Buffer.from('Ger\xe4t;Dient\nk\xfchler;ofen\n', 'latin1'))
    const { text, status } = await plan([
      ...[file, '--changes', '--encoding', 'windows-1252', '--map', 'Gerät:resource,Dient:parent'],
    ])
    expect(status).toBe(0)
    expect(text).toContain('+ relation kühler has parent ofen')
    expect(text).toContain('row 0, line 2: the parent ofen of kühler is not in the file')
    await expect(plan([file, '--map', 'Gerät'])).rejects.toThrow('--map needs a name and a field')
    await expect(plan([file, '--encoding', 'latin'])).rejects.toThrow('--encoding must be one of utf-8')
    await expect(plan([file, '--scope', 'all'])).rejects.toThrow('--scope must be one of source, environments')
  })

  it('should point to the row of an unknown field of JSON, and to the header of a CSV file', async () => {
    const json = temporaryFile('a.json', '[{"resource": "a", "parnet": "b"}]')
    expect((await plan([json])).text).toContain('row 0: the field parnet is not known; it is ignored. Is parent meant?')
    expect((await plan([temporaryFile('a.csv', 'resource,parnet\na,b\n')])).text).toContain(
      'header: the column parnet is not known',
    )
  })

  it('should plan standard input, with the options of an import', async () => {
    const json = '[{"resource": "a", "parent": "b", "services": "shop"}]'
    const options = ['--mode', 'replace', '--source', 'itop', '--environment', 'Test', '--format', 'json']
    const { printed } = await plan(['-', '--json', ...options], { terminal: { read: () => bytesOf(json) } })
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({
      mode: 'replace',
      source: 'itop',
      warnings: expect.arrayContaining([
        expect.objectContaining({ code: 'environmentDefaulted', params: { environment: 'Test' } }),
      ]),
    })
  })

  it('should plan on a snapshot', async () => {
    const state = await snapshotWith(CSV)
    const { text, status } = await plan(['--exit-code', '--state', state, CSV])
    expect(text).toContain('nothing to change')
    expect(status).toBe(0)
    const further = temporaryFile('further.csv', 'resource,parent\nnew,other\n')
    expect((await plan(['--exit-code', '--state', state, further])).status).toBe(2)
  })

  it('should shorten long lists except lists of errors', async () => {
    const many = await plan([temporaryFile('a.csv', LARGE)])
    expect(many.text).toContain('\n  … and 20 more topologies (--json lists all)\n')
    expect(many.text).toContain('\n    … and 55 more; in rows 5-59; lines 7-61\n')
    const faulty = `resource,parent\n${Array.from({ length: 60 }, (_, index) => `h${index},h${index}`).join('\n')}`
    expect((await plan([temporaryFile('a.csv', faulty)])).printed.filter((line) => /^ {4}row/.test(line))).toHaveLength(
      60,
    )
  })

  it('should say of further unknown columns no row, since they are in the header', async () => {
    const columns = Array.from({ length: 8 }, (_, index) => `x${index}`).join()
    const { text } = await plan([temporaryFile('a.csv', `resource,parent,${columns}\na,b${','.repeat(8)}\n`)])
    expect(text).toContain('\n    … and 3 more\n')
    expect(text).not.toContain('rows 0')
  })

  it('should escape control characters in names from a file', async () => {
    const { text } = await plan([temporaryFile('a.csv', 'resource,services\na,\u001b[31mred\u202e\n')])
    expect(text).toContain('\\u{1b}[31mred\\u{202e}')
    expect(text).not.toContain('\u001b')
    expect(text).not.toContain('\u202e')
  })

  it('should use colors and show progress on a terminal', async () => {
    const progress: string[] = []
    const terminal = { isColored: true, progress: (text: string) => progress.push(text) }
    const { text } = await plan([temporaryFile('a.csv', `${LARGE}\n${'\n'.repeat(2_500_000)}`)], { terminal })
    expect(text).toContain('\u001b[1m')
    expect(progress.filter((line) => /a\.csv: reading \[#+ *\] \d+ %, \d\.\d MB$/.test(line)).length).toBeGreaterThan(0)
    expect(progress.at(-1)).toBe('')
  })

  it.each([
    [['/nowhere.csv'], 'there is no file /nowhere.csv'],
    [[temporary()], /^\S+ is a directory: name a file$/],
    [[CSV, '--mode', 'ersetzen'], '--mode must be one of merge, replace'],
    [[CSV, '--source', 'x'.repeat(101)], '--source is longer than 100 characters'],
    [[CSV, '--max-removals', 'all'], '--max-removals must be a number such as 10, a percentage'],
    [[CSV, '--max-removals', ''], '--max-removals must be a number such as 10, a percentage'],
    [[CSV, '--remove-stale-after', 'x'], '--remove-stale-after must be a whole number of days from 1 to 36500'],
    [[CSV, '--state', CSV], /inventory\.csv: line 1: the file is not a snapshot: /],
    [[CSV, '--state', '/nowhere'], 'there is no file /nowhere'],
    [[CSV, '--key', 'secret'], '--key needs --url: the server that the key is for'],
    [[CSV, '--url', 'example.org'], /^--url must be a URL such as \S+, not "example.org"$/],
    [[CSV, '--url', 'http://me:hunter2@example.org'], '--url must not hold a user or password'],
    [[CSV, '--url', 'http://example.org'], 'the server needs an API key: set OPSGRAPH_KEY (or --key)'],
    [[CSV, '--url', 'http://example.org', '--key', 'ä'], 'the API key may hold visible ASCII characters only'],
    [
      [CSV, CSV, '--url', 'http://example.org', '--key', 'k'],
      /^a server \(--url or OPSGRAPH_URL\) plans one file at a time, /,
    ],
    [[CSV, '--state', CSV, '--url', 'http://example.org'], '--state or --url, not both: name a snapshot or a server'],
    [[CSV, '--timeout', '5'], '--timeout needs --url: the server to wait for'],
    [['-', '-'], '- is standard input, which can be read once'],
    [['--jsn', CSV], "unknown option '--jsn' (Did you mean --json?)"],
    [[], "missing required argument 'file'"],
  ])('should refuse %j with status 1, since 2 means changes', async (args, message) => {
    const refused = plan(args)
    await expect(refused).rejects.toMatchObject({ name: 'StartError' })
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.not.toThrow(/hunter2|secret/)
  })
})

// Helpers

function plan(args: readonly string[], stage: Parameters<typeof runProgram>[1] = {}) {
  return runProgram(['cmdb', 'plan', ...args], stage)
}

function temporary(): string {
  return fileURLToPath(new URL('.', import.meta.url))
}

/** Imports a file into an empty store, saves a snapshot of the store, and returns the path of the snapshot. */
async function snapshotWith(path: string, source = 'cmdb'): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  const store = new MemoryStore()
  const caller = { user: 'ann', scopes: ['admin' as const], requestId: null }
  await createOpsgraph({ store }).importCmdb(caller, {
    body: await readFile(path),
    fileName: path,
    options: { source },
  })
  const target = `${temporaryDirectory()}/state.jsonl`
  await runProgram(['snapshot', 'save', target], { store })
  return target
}
