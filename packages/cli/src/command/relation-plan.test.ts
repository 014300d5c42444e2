import { existsSync } from 'node:fs'
import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../test/fake-terminal.js'
import { runProgram } from '../../test/run-program.js'
import { KEY_ENV as env, startServer as startMemoryServer } from '../../test/start-server.js'
import { temporaryDirectory, temporaryFile } from '../../test/temporary-files.js'

const MONDAY = 'environment,resource,parent\nE,esx-1,vm-1\nE,esx-1,vm-2\nE,esx-2,vm-3\n'
const TUESDAY = MONDAY.replace('esx-1,vm-1', 'esx-2,vm-1')

describe('opsgraph relation plan', () => {
  it('should count and list what would change, on the state before each file', async () => {
    const files = [temporaryFile('monday.csv', MONDAY), temporaryFile('tuesday.csv', TUESDAY)]
    const { text, status, noted } = await plan([...files, ...REPLACE, '--changes', '--exit-code'])
    expect(status).toBe(2)
    const tuesday = text.split('tuesday.csv: ')[1]
    expect(tuesday).toContain('3 records; source vcenter, mode replace\n')
    expect(tuesday).toMatch(/relations +1 +0 +1 +2$/m)
    expect(tuesday).toContain(
      '+ relation esx-2 has parent vm-1, in environment E\n    - relation esx-1 has parent vm-1',
    )
    expect(tuesday).not.toContain('topologies')
    expect(text).toMatch(/a plan: nothing is written$/)
    expect(noted).toEqual([expect.stringContaining('planned on an empty state')])
  })

  it('should plan on a snapshot, and read JSON lines from standard input', async () => {
    const store = new MemoryStore()
    const caller = { user: 'ann', scopes: ['admin' as const], requestId: null }
    const body = new TextEncoder().encode(MONDAY)
    await createOpsgraph({ store }).applyRelations(caller, { body, options: { source: 'vcenter' } })
    const state = `${temporaryDirectory()}/state.jsonl`
    await runProgram(['snapshot', 'save', state], { store })
    const lines =
      '{"environment":"E","resource":"esx-1","parent":"vm-1"}\n{"environment":"E","resource":"a","parent":"b"}\n'
    const args = ['-', '--source', 'vcenter', '--state', state, '--json']
    const { printed } = await plan(args, { terminal: { read: () => bytesOf(lines) } })
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({
      ...{ status: 'ok', applied: false, source: 'vcenter', mode: 'merge', records: { total: 2 } },
      relations: { create: 1, update: 0, remove: 0, unchanged: 1 },
    })
  })

  it('should say that a file has no records, since nothing to change would look fine', async () => {
    const { text, status } = await plan([
      temporaryFile('e.csv', 'resource,parent\n'),
      ...REPLACE,
      '--scope',
      'environments',
    ])
    expect(text).toMatch(/\n {2}the file has no records: check whether it is complete\n\nnothing to change$/)
    expect(status).toBe(0)
    expect((await plan([temporaryFile('m.csv', MONDAY), ...REPLACE])).text).not.toContain('no records')
  })

  it('should show all faults of a file with their lines, and need a source', async () => {
    const { text, status } = await plan([temporaryFile('a.csv', 'resource,parent\na,\nb,b\n'), '--source', 'x'])
    expect(status).toBe(1)
    expect(text).toContain('a.csv: invalid relations, 2 errors; nothing is written')
    expect(text).toContain('missingParent (1 error)\n    row 0, line 2, parent: the relation of a needs a parent')
    await expect(plan([temporaryFile('a.csv', MONDAY)])).rejects.toThrow('--source is required')
  })
})

describe('opsgraph relation apply', () => {
  it('should show the plan, ask, apply and show the result', async () => {
    const { url, count } = await startServer()
    const asked: string[] = []
    const ask = async (question: string) => {
      asked.push(question)
      expect(await count()).toBe(0)
      return 'y'
    }
    const file = temporaryFile('monday.csv', MONDAY)
    const { text, status } = await apply([file, '--source', 'vcenter', '--url', url], { isInteractive: true, ask })
    expect(asked).toEqual([`Apply this to ${url}? [y/N] `])
    expect(text).toMatch(/the plan: nothing is written yet\n\n\S+monday\.csv: applied\n[\s\S]*relations +3 +0 +0 +0$/m)
    expect([status, await count()]).toEqual([0, 3])
    const unasked = apply([temporaryFile('t.csv', TUESDAY), ...REPLACE, '--url', url])
    await expect(unasked).rejects.toThrow(
      'cannot ask here whether to apply this: pass --yes, or run "opsgraph relation',
    )
    const refusing = apply([temporaryFile('t.csv', TUESDAY), ...REPLACE, '--url', url], {
      ...{ isInteractive: true, ask: async () => 'n' },
    })
    await expect(refusing).rejects.toThrow('not applied: nothing was written')
    const moved = await apply([temporaryFile('t.csv', TUESDAY), ...REPLACE, '--yes', '--json', '--url', url])
    expect(JSON.parse(moved.printed[0] ?? '')).toMatchObject({ applied: true, relations: { create: 1, remove: 1 } })
  })

  it('should refuse to leave a source with nothing, until --max-removals none', async () => {
    const { url, count } = await startServer()
    await apply([temporaryFile('m.csv', MONDAY), '--source', 'vcenter', '--yes', '--url', url])
    const empty = [temporaryFile('e.csv', 'resource,parent\n'), ...REPLACE, '--yes', '--url', url]
    const { text, status } = await apply(empty)
    expect([status, await count()]).toEqual([1, 3])
    expect(text).toContain(
      '--max-removals: the import would leave vcenter with nothing: it would take away 3 relations',
    )
    const out = `${temporaryDirectory()}/plan.json`
    const planned = await plan([...empty.filter((arg) => arg !== '--yes'), '--out', out], { env })
    expect([planned.status, planned.noted, existsSync(out)]).toEqual([1, [], false])
    expect((await apply([...empty, '--max-removals', 'none'])).status).toBe(0)
    expect(await count()).toBe(0)
  })

  it('should apply a plan, undo it, and refuse a plan of another state with status 3', async () => {
    const { url, count } = await startServer()
    const out = `${temporaryDirectory()}/plan.json`
    const { noted } = await plan([temporaryFile('m.csv', MONDAY), ...REPLACE, '--out', out, '--url', url], { env })
    expect(noted).toEqual([`the plan is in ${out}: apply it with "opsgraph relation apply ${out}"`])
    const applied = await apply([out, '--yes', '--url', url])
    expect([applied.status, applied.printed.at(-1), await count()]).toEqual([0, `${out}: applied`, 3])
    const undone = await apply([out, '--undo', '--yes', '--url', url])
    expect([undone.status, undone.printed.at(-1), await count()]).toEqual([0, `${out}: undone`, 0])
    await apply([temporaryFile('t.csv', TUESDAY), ...REPLACE, '--yes', '--url', url])
    const refused = await apply([out, '--yes', '--url', url])
    expect([refused.status, await count()]).toEqual([3, 3])
    await expect(apply([out, ...REPLACE, '--yes', '--url', url])).rejects.toThrow(
      'a plan is applied as it was made, so --source and --mode would change nothing: make a new plan',
    )
    for (const flag of ['--max-removals', '--remove-stale-after', '--scope', '--environment', '--map', '--encoding']) {
      await expect(apply([out, flag, '1', '--yes', '--url', url]), flag).rejects.toThrow(
        `so ${flag} would change nothing`,
      )
    }
    const none = apply([temporaryFile('m.csv', MONDAY), '--undo', '--yes', '--url', url])
    await expect(none).rejects.toThrow('--undo needs a plan of "opsgraph relation plan --out"')
  })

  it('should need a source', async () => {
    const { url } = await startServer()
    const unnamed = apply([temporaryFile('m.csv', MONDAY), '--yes', '--url', url])
    await expect(unnamed).rejects.toThrow('the server refuses: source is required')
  })
})

// Helpers

const REPLACE = ['--source', 'vcenter', '--mode', 'replace']

function plan(args: readonly string[], stage: Parameters<typeof runProgram>[1] = {}) {
  return runProgram(['relation', 'plan', ...args], stage)
}

function apply(args: readonly string[], terminal: NonNullable<Parameters<typeof runProgram>[1]>['terminal'] = {}) {
  return runProgram(['relation', 'apply', ...args], { env, terminal })
}

async function startServer() {
  const { url, store } = await startMemoryServer()
  const count = async () => (await store.relations.after(undefined, 1_000)).length
  return { url, count }
}
