import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createOpsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../test/fake-terminal.js'
import { runProgram } from '../../test/run-program.js'
import { temporaryDirectory, temporaryFile } from '../../test/temporary-files.js'

/** The beginning of the counts; the names of the other sections follow. */
const COUNTS =
  '2 relations, 1 topology, 1 service of the catalog, 1 weight policy, 0 relation policies, 1 alert policy, '
const caller = { user: 'ann', scopes: ['admin' as const], requestId: null }

describe('opsgraph snapshot', () => {
  it('should save into a file and load from it into an empty store', async () => {
    const store = await filledStore()
    const file = join(temporaryDirectory(), 'state.jsonl')
    const saved = await runProgram(['snapshot', 'save', file], { store })
    expect(saved).toMatchObject({ printed: [], noted: [expect.stringContaining(`saved ${COUNTS}`)], status: 0 })
    const empty = new MemoryStore()
    expect((await runProgram(['snapshot', 'load', file], { store: empty })).noted).toEqual([
      expect.stringContaining(`loaded ${COUNTS}`),
    ])
    expect(await empty.relations.after(undefined, 9)).toEqual(await store.relations.after(undefined, 9))
    const refused = runProgram(['snapshot', 'load', file], { store: empty })
    await expect(refused).rejects.toMatchObject({ name: 'StartError', message: /^the store is not empty, it has / })
  })

  it('should write to a pipe and read from one', async () => {
    const { written, printed } = await runProgram(['snapshot', 'save', '-'], { store: await filledStore() })
    expect(printed).toEqual([])
    const terminal = { read: () => bytesOf(written) }
    const store = new MemoryStore()
    expect((await runProgram(['snapshot', 'load', '-'], { store, terminal })).noted).toEqual([
      expect.stringContaining(`loaded ${COUNTS}`),
    ])
    const again = await runProgram(['snapshot', 'save', '-'], { store })
    expect(again.written.split('\n').slice(1)).toEqual(written.split('\n').slice(1))
  })

  it('should save no secret and no alert', async () => {
    const { written } = await runProgram(['snapshot', 'save', '-'], { store: await filledStore() })
    for (const secret of ['text of the key', 'DiskFailing', 'digest', 'audit']) expect(written).not.toContain(secret)
  })

  it('should replace a file atomically, also through a symbolic link', async () => {
    const directory = temporaryDirectory()
    const [file, link] = [join(directory, 'state.jsonl'), join(directory, 'latest')]
    writeFileSync(file, 'before')
    symlinkSync(file, link)
    await runProgram(['snapshot', 'save', link], { store: await filledStore() })
    expect(readFileSync(file, 'utf8')).toContain('"end":')
    expect(readdirSync(directory).sort()).toEqual(['latest', 'state.jsonl'])
  })

  it('should keep the earlier file if the process is stopped', async () => {
    const file = temporaryFile('state.jsonl', 'before')
    const stop = new AbortController()
    const terminal = { progress: () => stop.abort() }
    const stage = { store: await filledStore(), terminal, stop: stop.signal }
    await expect(runProgram(['snapshot', 'save', file], stage)).rejects.toThrow(
      'stopped before the end: nothing was saved',
    )
    expect(readFileSync(file, 'utf8')).toBe('before')
    expect(readdirSync(join(file, '..'))).toEqual(['state.jsonl'])
  })

  it('should load nothing if the process is stopped', async () => {
    const { written } = await runProgram(['snapshot', 'save', '-'], { store: await filledStore() })
    const store = new MemoryStore()
    const stop = new AbortController()
    const terminal = { progress: () => stop.abort(), read: () => inLines(written) }
    const loading = runProgram(['snapshot', 'load', '-'], { store, terminal, stop: stop.signal })
    await expect(loading).rejects.toThrow('stopped before the end: nothing was loaded')
    expect(await store.relations.after(undefined, 1)).toEqual([])
  })

  it('should refuse an invalid snapshot with the file and the line', async () => {
    const file = temporaryFile('state.jsonl', '{"kind":"opsgraph-snapshot","version":1}\n{"relation":{"id":7}}\n')
    const loading = runProgram(['snapshot', 'load', file], { store: new MemoryStore() })
    await expect(loading).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining(`${file}: line 2: id must be a string (and `),
    })
  })

  it('should refuse a file that cannot be written', async () => {
    const directory = temporaryDirectory()
    mkdirSync(join(directory, 'below'))
    const save = async (path: string) => await runProgram(['snapshot', 'save', path], { store: new MemoryStore() })
    await expect(save(directory)).rejects.toThrow(`${directory} is a directory: name a file`)
    await expect(save(join(directory, 'no', 'state'))).rejects.toThrow(`there is no directory ${join(directory, 'no')}`)
    expect(existsSync(join(directory, 'no'))).toBe(false)
    await save('/dev/null')
    expect(readFileSync('/dev/null', 'utf8')).toBe('')
  })

  it.each([
    [['load', '/nowhere'], 'there is no file /nowhere'],
    [['load', 'x', '--store', 'memory'], 'the memory store is lost when the command ends: name a database'],
    [['save', 'x', '--store', 'memory'], 'the memory store is lost when the command ends: name a database'],
    [['save'], "missing required argument 'file'"],
  ])('should refuse %j', async (args, message) => {
    await expect(runProgram(['snapshot', ...args])).rejects.toThrow(message)
  })
})

// Helpers

async function filledStore(): Promise<MemoryStore> {
  const store = new MemoryStore()
  const opsgraph = createOpsgraph({ store })
  await opsgraph.putRelation(caller, { environment: 'P', resource: 'disk', parent: 'db' })
  await opsgraph.putRelation(caller, { environment: 'P', resource: 'db', parent: 'vm' })
  const { id } = await opsgraph.createTopology(caller, { name: 'Shop', description: '', service: 'shop' })
  await opsgraph.putCatalogService(caller, { serviceId: 'shop', body: {} })
  await opsgraph.createWeightPolicy(caller, { name: 'P', description: '', topologyId: id })
  await opsgraph.createAlertPolicy(caller, { name: 'P', description: '', actions: [{ drop: true }] })
  await opsgraph.createApiKey(caller, { scopes: ['admin'], text: 'text of the key' })
  await opsgraph.receiveAlert(caller, { environment: 'P', resource: 'disk', event: 'DiskFailing', service: ['shop'] })
  return store
}

async function* inLines(text: string): AsyncGenerator<Uint8Array> {
  for (const line of text.trimEnd().split('\n')) yield Buffer.from(`${line}\n`)
}
