import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExportDocument } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import { runProgram } from '../../test/run-program.js'
import { KEY_ENV as env, type StartedServer, startServer } from '../../test/start-server.js'
import { temporaryDirectory, temporaryFile } from '../../test/temporary-files.js'
import { toFailure } from '../failure.js'

const CALLER = { user: 'ann', scopes: ['admin' as const], requestId: null }

describe('opsgraph topology export', () => {
  it('should write all topologies as a bundle, and a single one as a document', async () => {
    const { url, create } = await start()
    const [shop, pay] = [await create('shop'), await create('Pay & Go')]
    const bundle = JSON.parse((await exportTo(['--url', url])).written)
    expect(bundle).toMatchObject({ kind: 'platform-service-topology-bundle', topologies: [{}, {}] })
    const { written } = await exportTo([shop, '--url', url])
    expect(JSON.parse(written)).toMatchObject({ kind: 'platform-service-topology', topology: { id: shop } })
    expect(written.split('\n').length).toBeGreaterThan(10)
    const several = JSON.parse((await exportTo([pay, shop, '--url', `${url}/`])).written)
    expect(several.topologies.map(({ topology }: ExportDocument) => topology.service)).toEqual(['Pay & Go', 'shop'])
    const ofService = await exportTo(['--service', 'Pay & Go', '--url', url, '-o', '-'])
    expect(JSON.parse(ofService.written)).toMatchObject({ topology: { id: pay } })
  })

  it('should write a file atomically', async () => {
    const { url, create } = await start()
    await create('shop')
    const file = temporaryFile('shop.json', 'before')
    const { noted, printed } = await exportTo(['--service', 'shop', '-o', file, '--url', url])
    expect([noted, printed]).toEqual([[`exported 1 topology into ${file}`], []])
    expect(JSON.parse(readFileSync(file, 'utf8')).topology.service).toBe('shop')
    expect(readdirSync(join(file, '..'))).toEqual(['shop.json'])
    await expect(exportTo(['--service', 'unknown', '-o', file, '--url', url])).rejects.toThrow(
      'the server refuses: topology not found; requested: the service unknown',
    )
    expect(readFileSync(file, 'utf8')).not.toBe('')
  })

  it.each([
    [2, ['--service', 'a', 'an-id'], 'name topologies by their ids, or one by --service'],
    [2, ['-o', 'a', '--directory', 'b'], '--output or --directory, not both'],
    [1, ['a,b'], /^the server refuses: topology not found; requested: a,b$/],
    [2, ['--service', ''], '--service is empty'],
    [2, ['-o', ''], '--output is empty'],
    [2, ['--directory', ''], '--directory is empty'],
    [2, ['an-id', ''], 'an id is empty'],
    [1, ['nowhere', 'here'], /^the server refuses: topology "nowhere" not found; requested: nowhere, here$/],
  ])('should exit with %i for %j', async (status, args, message) => {
    const { url } = await start()
    const refused = exportTo([...args, '--url', url])
    await expect(refused).rejects.toSatisfy((error) => toFailure(error).status === status)
    await expect(refused).rejects.toThrow(message)
  })
})

describe('opsgraph topology export --directory', () => {
  it('should write a file for each topology, and not change files with the same content', async () => {
    const { url, opsgraph, create } = await start()
    const shop = await create('shop')
    await create('Pay & Go')
    const directory = join(temporaryDirectory(), 'new', 'topologies')
    const args = ['--directory', directory, '--url', url]
    const first = await exportTo(args)
    expect(first.printed).toEqual([join(directory, 'Pay___Go.json'), join(directory, 'shop.json')])
    expect(first.noted).toEqual([`exported 2 topologies into ${directory}: wrote 2 files, 0 files unchanged`])
    const before = readFileSync(join(directory, 'shop.json'), 'utf8')
    expect(JSON.parse(before).topology.id).toBe(shop)

    await opsgraph.saveTopology(CALLER, { id: shop, body: { description: 'changed' } })
    const other = statSync(join(directory, 'Pay___Go.json')).mtimeMs
    const second = await exportTo(args)
    expect(second.printed).toEqual([join(directory, 'shop.json')])
    expect(second.noted).toEqual([`exported 2 topologies into ${directory}: wrote 1 file, 1 file unchanged`])
    expect(statSync(join(directory, 'Pay___Go.json')).mtimeMs).toBe(other)
    expect(linesThatDiffer(before, readFileSync(join(directory, 'shop.json'), 'utf8'))).toEqual([
      'exportedAt',
      'topology',
    ])
  })

  it('should not change a reformatted file, and write a file that lacks a node', async () => {
    const { url, create } = await start()
    await create('shop')
    const directory = temporaryDirectory()
    const file = join(directory, 'shop.json')
    await exportTo(['--directory', directory, '--url', url])
    const formatted = JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), undefined, 4)
    writeFileSync(file, formatted)
    expect((await exportTo(['--directory', directory, '--url', url])).printed).toEqual([])
    expect(readFileSync(file, 'utf8')).toBe(formatted)
    writeFileSync(file, JSON.stringify({ ...JSON.parse(formatted), nodes: [] }))
    expect((await exportTo(['--directory', directory, '--url', url])).printed).toEqual([file])
  })

  it('should list the files of deleted topologies, and remove none', async () => {
    const { url, opsgraph, create } = await start()
    await create('shop')
    const pay = await create('pay')
    const directory = temporaryDirectory()
    await exportTo(['--directory', directory, '--url', url])
    await opsgraph.deleteTopology(CALLER, pay)
    const gone = `not changed: ${join(directory, 'pay.json')}; the server does not have its topology`
    expect((await exportTo(['--directory', directory, '--url', url])).noted).toContain(gone)
    expect(readdirSync(directory)).toEqual(['pay.json', 'shop.json'])
    const ofOne = await exportTo(['--service', 'shop', '--directory', directory, '--url', url])
    expect(ofOne.noted).toEqual([expect.stringMatching(/^exported 1 topology into /)])
  })

  it('should never overwrite the file of another topology, in any order of exports', async () => {
    const { url, create } = await start()
    await create('a/b')
    const directory = temporaryDirectory()
    await exportTo(['--directory', directory, '--url', url])
    await create('a_b')
    await exportTo(['--directory', directory, '--url', url])
    const services = readdirSync(directory).map((name) => [
      name,
      JSON.parse(readFileSync(join(directory, name), 'utf8')).topology.service,
    ])
    expect(services).toEqual([
      [expect.stringMatching(/^a_b-[0-9a-f]{8}\.json$/), 'a_b'],
      ['a_b.json', 'a/b'],
    ])
  })

  it('should write nothing if another file has the name, or the path is not a directory', async () => {
    const { url, create } = await start()
    await create('package')
    await create('another')
    const file = temporaryFile('package.json', '{"name": "mine"}')
    const directory = join(file, '..')
    mkdirSync(join(directory, 'folder.json'))
    await expect(exportTo(['--directory', directory, '--url', url])).rejects.toThrow(
      `${file} exists and is not an exported topology: move it away`,
    )
    expect(readdirSync(directory)).toEqual(['folder.json', 'package.json'])
    await expect(exportTo(['--directory', file, '--url', url])).rejects.toThrow(
      `${file} is not a directory, or a part of its path is a file: name a directory`,
    )
    await expect(exportTo(['--directory', '/proc/opsgraph/topologies', '--url', url])).rejects.toThrow('cannot be used')
    rmSync(file)
    expect((await exportTo(['--directory', directory, '--url', url])).printed).toHaveLength(2)
  })
})

// Helpers

async function start(): Promise<StartedServer & { readonly create: (service: string) => Promise<string> }> {
  const server = await startServer()
  const create = async (service: string) =>
    (await server.opsgraph.createTopology(CALLER, { name: service, description: '', service })).id
  return { ...server, create }
}

async function exportTo(args: readonly string[]) {
  return await runProgram(['topology', 'export', ...args], { env })
}

/** For each line of `after` that does not occur in `before`: the first JSON key on the line. */
function linesThatDiffer(before: string, after: string): readonly (string | undefined)[] {
  const unchanged = new Set(before.split('\n'))
  const changed = after.split('\n').filter((line) => !unchanged.has(line))
  return changed.map((line) => /"(\w+)"/.exec(line)?.[1])
}
