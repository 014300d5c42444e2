import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Opsgraph } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { describe, expect, it } from 'vitest'
import { runProgram, type Stage } from '../../test/run-program.js'
import { KEY_ENV, startServer } from '../../test/start-server.js'
import { temporaryDirectory, temporaryFile } from '../../test/temporary-files.js'
import { toFailure } from '../failure.js'

const CALLER = { user: 'ann', scopes: ['admin' as const], requestId: null }
const HEADER = 'environment,resource,parent,source,sourceRef,createTime,updateTime'
const TIMES = /,2[^,]*,2[^,]*$/
const DATABASE = ['--database-url', 'postgres://db.test/opsgraph']

describe('opsgraph relation list', () => {
  it('should print the same from a server, a database and a snapshot', async () => {
    const { url, store, opsgraph } = await start()
    const state = temporaryFile('state.jsonl', await snapshotOf(opsgraph))
    const sources: readonly [readonly string[], Stage][] = [
      [['--url', url], { env: KEY_ENV }],
      [[], { env: { ...KEY_ENV, OPSGRAPH_URL: url, DATABASE_URL: 'postgres://other.test' } }],
      [DATABASE, { store, env: { OPSGRAPH_URL: 'http://other.test' } }],
      [[], { store, env: { DATABASE_URL: 'postgres://db.test' } }],
      [['--state', state], { env: { OPSGRAPH_URL: 'http://other.test' } }],
    ]
    for (const [flags, stage] of sources) {
      const list = async (...args: readonly string[]) => await listed([...args, ...flags], stage)
      expect(await list()).toEqual([HEADER, `,web,"a, b",manual,`, `Lab,'-web,vm,cmdb,itop`, ''])
      expect((await list('--raw')).slice(2)).toEqual([`Lab,-web,vm,cmdb,itop`, ''])
      for (const filter of [
        ['--environment', 'Lab'],
        ['--resource', '-web'],
        ['--parent', 'vm'],
        ['--source', 'cmdb'],
        ['--source-ref', 'itop'],
      ]) {
        expect(await list(...filter)).toEqual([HEADER, `Lab,'-web,vm,cmdb,itop`, ''])
      }
      expect(await list('--stale', '--stale-after', '1')).toEqual([HEADER, ''])
      const { written } = await run(['--format', 'json', ...flags], stage)
      expect(JSON.parse(written)).toEqual({
        status: 'ok',
        relations: await store.relations.after(undefined, 9),
        total: 2,
      })
      expect(written.split('\n')).toHaveLength(5)
      const none = await run(['--format', 'json', '--environment', 'none', ...flags], stage)
      expect(JSON.parse(none.written)).toEqual({ status: 'ok', relations: [], total: 0 })
      await expect(list('--source', 'rumor')).rejects.toThrow('rumor')
      const failure = async (...args: readonly string[]) =>
        toFailure(await list(...args).catch((error) => error)).message
      expect(await failure('--stale-after', '3')).toContain('--stale-after needs --stale')
      expect(await failure('--stale', '--stale-after', 'x')).toContain('--stale-after must')
    }
  })

  it('should print all pages', async () => {
    const { url, opsgraph } = await start()
    const relations = Array.from({ length: 5_000 }, (_, index) => ({ resource: `disk-${index}`, parent: 'san' }))
    await opsgraph.putRelations(CALLER, { environment: 'Many', relations })
    const flags = ['--url', url, '--environment', 'Many']
    expect(await listed(flags, { env: KEY_ENV })).toHaveLength(5_002)
    const { written } = await run(['--format', 'json', ...flags], { env: KEY_ENV })
    expect(JSON.parse(written)).toMatchObject({ total: 5_000, relations: { length: 5_000 } })
  })

  it('should replace a file only when the new one is complete', async () => {
    const store = new MemoryStore()
    const { url, opsgraph } = await startServer(null, store)
    const relations = Array.from({ length: 2_500 }, (_, index) => ({ resource: `disk-${index}`, parent: 'san' }))
    await opsgraph.putRelations(CALLER, { relations })
    const path = join(temporaryDirectory(), 'relations.csv')
    const flags = ['-o', path, '--url', url]
    const { written } = await run(flags, { env: KEY_ENV })
    expect(written).toBe('')
    const before = readFileSync(path, 'utf8')
    expect(before.split('\n')).toHaveLength(2_502)
    const { after } = store.relations
    Object.assign(store, {
      relations: {
        ...store.relations,
        after: (...asked: Parameters<typeof after>) =>
          asked[0] === undefined ? after(...asked) : Promise.reject(new Error('lost')),
      },
    })
    await expect(run(flags, { env: KEY_ENV })).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('closed the connection without a complete answer'),
    })
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(readdirSync(join(path, '..'))).toEqual(['relations.csv'])
    await expect(run(['-o', path, ...DATABASE], { store })).rejects.toThrow('lost')
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  it('should fail if the output cannot be written, and end after a stop signal', async () => {
    const { url, store } = await start()
    const full = { write: () => Promise.reject(new Error('the disk is full')) }
    await expect(run(['--url', url], { env: KEY_ENV, terminal: full })).rejects.toThrow(/^the disk is full$/)
    const stop = new AbortController()
    stop.abort()
    for (const [flags, stage] of [
      [['--url', url], { env: KEY_ENV }],
      [DATABASE, { store }],
    ] as const) {
      await expect(run(flags, { ...stage, stop: stop.signal })).rejects.toThrow('stopped before the end')
    }
  })

  it('should refuse flags that contradict one another, before it writes', async () => {
    const path = join(temporaryDirectory(), 'relations.csv')
    const usage = (args: readonly string[], message: string) =>
      expect(run([...args, '-o', path], { env: KEY_ENV })).rejects.toMatchObject({
        name: 'UsageError',
        message: expect.stringContaining(message),
      })
    await usage(['--format', 'xml', '--url', 'http://127.0.0.1:1'], '--format must be one of csv, json')
    await usage(['--format', 'json', '--raw', '--url', 'http://127.0.0.1:1'], '--raw needs --format csv')
    await usage(['--state', 'x', '--url', 'http://127.0.0.1:1'], 'name one source')
    await usage(['--state', 'x', ...DATABASE], 'name one source')
    await usage([...DATABASE, '--url', 'http://127.0.0.1:1'], 'name one source')
    await usage(['--store', 'memory'], 'the memory store is lost')
    await usage([...DATABASE, '--key', 'k'], '--key needs --url')
    await expect(run(['--url', 'http://127.0.0.1:1', '-o', path], { env: KEY_ENV })).rejects.toMatchObject({
      name: 'StartError',
    })
    expect(existsSync(path)).toBe(false)
  })
})

// Helpers

async function run(args: readonly string[], stage: Stage) {
  return await runProgram(['relation', 'list', ...args], stage)
}

/** The printed lines, without times. */
async function listed(args: readonly string[], stage: Stage): Promise<readonly string[]> {
  const { written, printed, status } = await run(args, stage)
  expect([printed, status]).toEqual([[], 0])
  return written.split('\n').map((line, index) => (index === 0 ? line : line.replace(TIMES, '')))
}

async function start() {
  const server = await startServer()
  await server.opsgraph.putRelation(CALLER, { resource: 'web', parent: 'a, b' })
  const cmdb = { source: 'cmdb', sourceRef: 'itop' } as const
  await server.opsgraph.putRelation(CALLER, { environment: 'Lab', resource: '-web', parent: 'vm', ...cmdb })
  return server
}

async function snapshotOf(opsgraph: Opsgraph): Promise<string> {
  const parts: string[] = []
  await opsgraph.saveSnapshot(CALLER, async (text) => void parts.push(text))
  return parts.join('')
}
