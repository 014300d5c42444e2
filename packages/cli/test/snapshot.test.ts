import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { prepareDataDirectory } from '../../../test/once-a-run/prepared-directory.js'
import { CommandProcess, run, serve } from './command-process.js'
import { temporaryDirectory, temporaryFile } from './temporary-files.js'

const CSV = fileURLToPath(new URL('../../../examples/cmdb/inventory.csv', import.meta.url))
const KEY = 'the-key-of-this-test'
/** The beginning of the counts; the names of the other sections follow. */
const COUNTS = '15 relations, 3 topologies, 3 services of the catalog, 0 weight policies, 0 relation policies, '

describe('opsgraph snapshot', () => {
  it('should copy an embedded database into another one, and serve as the state of a plan', async () => {
    const directory = temporaryDirectory()
    const [before, after, file] = ['before', 'after', 'state.jsonl'].map((name) => join(directory, name)) as [
      string,
      string,
      string,
    ]
    await importInto(before, CSV)
    expect(await run(['snapshot', 'save', file, '--data-dir', before])).toEqual({
      end: 0,
      stdout: '',
      stderr: expect.stringContaining(`saved ${COUNTS}`),
    })
    expect(await run(['snapshot', 'load', file, '--data-dir', after])).toMatchObject({
      end: 0,
      stderr: expect.stringContaining(`loaded ${COUNTS}`),
    })
    const { stdout } = await run(['snapshot', 'save', '-', '--data-dir', after])
    expect(stdout.split('\n').slice(1)).toEqual(readFileSync(file, 'utf8').split('\n').slice(1))
    expect(await run(['snapshot', 'load', file, '--data-dir', after])).toMatchObject({
      end: 1,
      stderr: expect.stringMatching(/^opsgraph: the store is not empty, it has [^\n]+\n$/),
    })
    const plan = await run(['cmdb', 'plan', CSV, '--state', file, '--exit-code'])
    expect(plan).toMatchObject({ end: 0, stdout: expect.stringContaining('nothing to change') })

    const rest = temporaryFile('rest', 'resource,parent\nweb-1,shop-cluster\n')
    const replacing = [
      'cmdb',
      'plan',
      rest,
      '--state',
      file,
      '--mode',
      'replace',
      '--environment',
      'Production',
      '--json',
    ]
    const own = await run([...replacing, '--format', 'csv'])
    const relations = { create: 0, update: 0, remove: 14, unchanged: 1 }
    expect(JSON.parse(own.stdout)).toMatchObject({ mode: 'replace', source: 'cmdb', relations })
    const other = await run([...replacing, '--source', 'west'])
    const expected = { create: 0, update: 0, remove: 0, unchanged: 1 }
    expect(JSON.parse(other.stdout)).toMatchObject({ source: 'west', relations: expected })
    expect(await run([...replacing, '--format', 'json'])).toMatchObject({ end: 1 })
  }, 180_000)

  it('should leave no partial file after SIGKILL or SIGTERM', async () => {
    const directory = temporaryDirectory()
    const data = join(directory, 'data')
    const big = join(directory, 'big.csv')
    const rows = Array.from({ length: 15_000 }, (_, row) => `host-${row},P,rack-${row % 400}`)
    writeFileSync(big, ['resource,environment,parent', ...rows].join('\n'))
    await importInto(data, big)
    const file = join(directory, 'state.jsonl')
    const temporary = () => readdirSync(directory).find((name) => name.endsWith('.tmp'))
    // SIGTERM comes first. SIGKILL leaves a temporary file behind, which would make the check after SIGTERM fail.
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      writeFileSync(file, 'before')
      const saving = new CommandProcess(['snapshot', 'save', file, '--data-dir', data])
      await vi.waitUntil(() => temporary() !== undefined, { timeout: 60_000, interval: 1 })
      saving.kill(signal)
      const { end } = await saving.ended
      if (end !== 0) expect(readFileSync(file, 'utf8'), signal).toBe('before')
      else expect(readFileSync(file, 'utf8'), signal).toContain('"relation":15000}}')
      if (signal === 'SIGTERM') expect(temporary()).toBeUndefined()
    }
  }, 180_000)
})

// Helpers

async function importInto(data: string, file: string): Promise<void> {
  await prepareDataDirectory(data)
  const server = serve(['--data-dir', data], { ADMIN_KEY: KEY })
  const url = await server.url()
  expect(await run(['cmdb', 'import', file, '--yes', '--url', url], { OPSGRAPH_KEY: KEY })).toMatchObject({ end: 0 })
  server.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ end: 0 })
}
