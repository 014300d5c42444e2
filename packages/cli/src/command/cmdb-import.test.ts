import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../test/fake-terminal.js'
import { runProgram } from '../../test/run-program.js'
import { KEY_ENV as env, KEY, startServer as startMemoryServer } from '../../test/start-server.js'
import { temporaryFile } from '../../test/temporary-files.js'

const CSV = fileURLToPath(new URL('../../../../examples/cmdb/inventory.csv', import.meta.url))

describe('opsgraph cmdb plan --url', () => {
  it('should make the same plan as on a snapshot of the server', async () => {
    const { url } = await startServer()
    const remote = await runProgram(['cmdb', 'plan', CSV, '--json', '--exit-code', '--url', `${url}/`], { env })
    const local = await runProgram(['cmdb', 'plan', CSV, '--json', '--exit-code'])
    expect(JSON.parse(remote.text)).toEqual(JSON.parse(local.text))
    expect([remote.status, local.status]).toEqual([2, 2])
    const text = await runProgram(['cmdb', 'plan', CSV, '--url', url, '--key', KEY])
    expect(text.text).toBe((await runProgram(['cmdb', 'plan', CSV])).text)
  })

  it('should refuse a file with the same answer as without a server, except for the request id', async () => {
    const { url } = await startServer()
    for (const file of [temporaryFile('a.csv', 'name\na'), temporaryFile('a.csv', 'x'.repeat(20 * 1024 ** 2 + 9))]) {
      const remote = await runProgram(['cmdb', 'plan', file, '--json', '--url', url], { env })
      const local = await runProgram(['cmdb', 'plan', file, '--json'])
      expect({ ...JSON.parse(remote.text), requestId: '' }).toEqual(JSON.parse(local.text))
      expect(remote.status).toBe(local.status)
    }
  })

  it('should give the reason if the server does not answer, or refuses', async () => {
    const { url, close } = await startServer()
    const wrongKey = { env: { OPSGRAPH_KEY: 'another' } }
    await expect(runProgram(['cmdb', 'plan', CSV, '--url', url], wrongKey)).rejects.toThrow(
      'the server refuses: the API key is unknown or has expired',
    )
    const { status, text } = await runProgram(['cmdb', 'plan', CSV, '--json', '--url', url], wrongKey)
    expect([status, JSON.parse(text).code]).toEqual([1, 401])
    await expect(runProgram(['cmdb', 'plan', CSV, '--url', `${url}/metrics`], { env })).rejects.toThrow(
      /refuses|answers/,
    )
    await expect(runProgram(['cmdb', 'plan', CSV, '--url', url, '--mode', 'x'], { env })).rejects.toThrow(
      /^the server refuses: .*mode/,
    )
    await close()
    await expect(runProgram(['cmdb', 'plan', CSV, '--url', url], { env })).rejects.toThrow(
      /refuses the connection \(ECONNREFUSED\)/,
    )
  })
})

describe('opsgraph cmdb import', () => {
  it('should list the changes before it asks, with --changes', async () => {
    const { url } = await startServer()
    const { printed, noted } = await importFile([CSV, '--url', url, '--yes', '--json', '--changes'])
    expect(noted.join('\n')).toContain('\n    + relation web-1 has parent shop-cluster, in environment Production\n')
    const { applied, changes, changesTotal } = JSON.parse(printed[0] ?? '')
    expect([applied, changes.length]).toEqual([true, changesTotal])
  })

  it('should show the plan, ask, import and show the result', async () => {
    const { url, count } = await startServer()
    const asked: string[] = []
    const ask = async (question: string) => {
      asked.push(question)
      expect(await count()).toBe(0)
      return ' Yes'
    }
    const { text, status } = await importFile([CSV, '--url', url], { isInteractive: true, ask })
    expect(asked).toEqual([`Import this into ${url}? [y/N] `])
    expect(text).toMatch(
      /the plan: nothing is written yet\n\n\S+inventory\.csv: imported\n[\s\S]*relations +15 +0 +0 +0$/m,
    )
    expect(status).toBe(0)
    expect(await count()).toBe(15)
  })

  it.each(['', 'n', 'yesterday'])('should import nothing when the answer is %j', async (said) => {
    const { url, count } = await startServer()
    const asking = { isInteractive: true, ask: async () => said }
    await expect(importFile([CSV, '--url', url], asking)).rejects.toThrow('not imported: nothing was written')
    expect(await count()).toBe(0)
  })

  it('should not ask without a terminal or with --yes', async () => {
    const { url, count } = await startServer()
    const cannotAsk = /^cannot ask here whether to import: pass --yes/
    await expect(importFile([CSV, '--url', url])).rejects.toThrow(cannotAsk)
    const piped = { isInteractive: true, read: () => bytesOf('resource,parent\na,b\n') }
    await expect(importFile(['-', '--url', url], piped)).rejects.toThrow(cannotAsk)
    expect(await count()).toBe(0)
    expect((await importFile(['-', '--yes', '--url', url], piped)).text).toContain('standard input: imported')
    expect(await count()).toBe(1)
  })

  it('should print only the answer of the API with --json', async () => {
    const { url } = await startServer()
    const { printed, noted } = await importFile([CSV, '--yes', '--json', '--url', url])
    expect(printed).toHaveLength(1)
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({ status: 'ok', applied: true, relations: { create: 15 } })
    expect(noted.join('\n')).toContain('the plan: nothing is written yet')
  })

  it('should not ask if nothing changes or the file is refused', async () => {
    const { url, count } = await startServer()
    await importFile([CSV, '--yes', '--url', url])
    const again = await importFile([CSV, '--url', url], { isInteractive: true })
    expect(again).toMatchObject({ status: 0, text: expect.stringMatching(/nothing to change$/) })
    const confirmed = await importFile([CSV, '--json', '--url', url], { isInteractive: true })
    expect(JSON.parse(confirmed.printed[0] ?? '')).toMatchObject({ applied: true, relations: { unchanged: 15 } })
    const invalid = await importFile([temporaryFile('a.csv', 'resource,parent\na,a\n'), '--yes', '--url', url])
    expect(invalid).toMatchObject({ status: 1, text: expect.stringContaining('selfParent (1 error)') })
    expect(await count()).toBe(15)
  })

  it('should import the records without errors with --skip-invalid, and exit with 4', async () => {
    const { url, count } = await startServer()
    const file = temporaryFile('a.csv', 'resource,parent\na,a\nb,c\n')
    const { text, status } = await importFile([file, '--yes', '--skip-invalid', '--url', url])
    expect(status).toBe(4)
    expect(text).toContain('left out: 1 record with errors')
    expect(text).toContain('a.csv: imported')
    expect(await count()).toBe(1)
    const again = await importFile([file, '--yes', '--skip-invalid', '--json', '--url', url])
    expect(again.status).toBe(4)
    expect(JSON.parse(again.printed[0] ?? '')).toMatchObject({ records: { skipped: 1 }, relations: { unchanged: 1 } })
  })

  it('should refuse to remove too much, also with --yes, until --max-removals allows it', async () => {
    const { url, count } = await startServer()
    await importFile([CSV, '--yes', '--url', url])
    const empty = temporaryFile('a.csv', 'resource,environment,parent\n')
    const args = [empty, '--mode', 'replace', '--yes', '--url', url]
    for (const limit of [[], ['--max-removals', '100%']]) {
      const { text, status } = await importFile([...args, ...limit])
      expect(text).toContain('tooManyRemovals (1 error)\n    --max-removals: the import would leave cmdb with nothing')
      expect(text).toContain(
        '\nthe import is refused: nothing is written. If all of this is really gone, pass --max-removals none',
      )
      expect(status).toBe(1)
    }
    const planned = await runProgram(['cmdb', 'plan', empty, '--mode', 'replace', '--exit-code', '--url', url], { env })
    expect(planned.status).toBe(1)
    expect(await count()).toBe(15)
    expect((await importFile([...args, '--max-removals', 'none'])).status).toBe(0)
    expect(await count()).toBe(0)
  })

  it('should refuse a plan beyond the license before it asks', async () => {
    const { url, count } = await startServer(1)
    const { text, status } = await importFile([CSV, '--yes', '--url', url])
    expect(status).toBe(1)
    expect(text).toContain('licenseLimit (2 errors)')
    expect(text).toMatch(/the import is refused: nothing is written$/)
    expect(await count()).toBe(0)
  })
})

// Helpers

function importFile(args: readonly string[], terminal: NonNullable<Parameters<typeof runProgram>[1]>['terminal'] = {}) {
  return runProgram(['cmdb', 'import', ...args], { env, terminal })
}

async function startServer(topologyLimit: number | null = null) {
  const { url, store, close } = await startMemoryServer(topologyLimit)
  const count = async () => (await store.relations.after(undefined, 1_000)).length
  return { url, close, count }
}
