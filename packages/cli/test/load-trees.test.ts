import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { prepareDataDirectory } from '../../../test/once-a-run/prepared-directory.js'
import { call, run, serve } from './command-process.js'
import { temporaryDirectory, temporaryFile } from './temporary-files.js'

const TREES = fileURLToPath(new URL('../../../examples/trees/trees.json', import.meta.url))
const README = fileURLToPath(new URL('../../../examples/trees/README.md', import.meta.url))
const KEY = 'the-key-of-this-test'

let postgres: PostgresServer

beforeAll(async () => {
  postgres = await startPostgresServer()
})

afterAll(() => postgres.stop())

describe('trees of an earlier release', { timeout: 180_000 }, () => {
  it.each([
    ['the embedded database', newDirectory],
    ['PostgreSQL', newDatabase],
  ])('should be loaded, upgraded at the next start and reported at every start: %s', async (_, prepare) => {
    const store = await prepare()
    const loaded = await run(['topology', 'load-trees', TREES, ...store])
    expect(loaded).toMatchObject({ end: 0, stderr: '' })
    const output = loaded.stdout.replace(/resource node \S+/, 'resource node <id>')
    expect(readFileSync(README, 'utf8')).toContain(output)

    const first = await withServer(store, async (url) => {
      const { body } = await call<Listed>(`${url}/api/service_topology`, KEY)
      expect(body.topologies.map(({ id, schemaVersion }) => [id, schemaVersion])).toEqual([
        ['tree-web-shop', 2],
        ['tree-payments', 1],
        ['tree-data-platform', 2],
        ['tree-data-platform-draft', 1],
      ])
      expect(JSON.stringify(body)).not.toContain('children')
      const { body: graph } = await call<Related>(`${url}/api/resources/relations?resource=orders-db`, KEY)
      expect(graph.relations.map(({ parent, sourceRef }) => [parent, sourceRef])).toEqual([
        ['checkout', 'tree-web-shop'],
        ['storefront', 'tree-web-shop'],
      ])
      const { body: vault } = await call<Related>(`${url}/api/resources/relations?resource=vault`, KEY)
      expect(vault.relations).toEqual([])
    })
    expect(first).toEqual([
      ['info', 'tree upgraded', 'tree-web-shop'],
      ['warn', 'tree not upgraded: it breaks rules', 'tree-payments'],
      ['info', 'tree upgraded', 'tree-data-platform'],
      ['warn', 'tree not upgraded: its service has another topology', 'tree-data-platform-draft'],
    ])
    expect(await withServer(store, async () => undefined)).toEqual([first[1], first[3]])

    const again = await run(['topology', 'load-trees', TREES, ...store])
    expect(again).toMatchObject({
      end: 0,
      stdout: expect.stringContaining('\n0 topologies loaded, 4 already stored\n'),
    })
  })

  it('should be upgraded once if two servers start at the same time', async () => {
    const store = await newDatabase()
    expect(await run(['topology', 'load-trees', TREES, ...store])).toMatchObject({ end: 0 })
    const servers = [0, 1].map(() => serve(store, { ADMIN_KEY: KEY, LOG_LEVEL: 'info' }))
    await Promise.all(servers.map((server) => server.url()))
    for (const server of servers) server.kill('SIGTERM')
    const logs = await Promise.all(servers.map(async (server) => treeLines((await server.ended).stderr)))
    const upgraded = logs.flat().filter(([, message]) => message === 'tree upgraded')
    expect(upgraded.map(([, , id]) => id)).toEqual(['tree-web-shop', 'tree-data-platform'])
    for (const log of logs) expect(log.filter(([level]) => level === 'warn')).toHaveLength(2)
  })

  it.each([
    ['/nowhere/trees.json', 1, 'opsgraph: there is no file /nowhere/trees.json\n'],
    [
      ['{"a":1}'],
      1,
      expect.stringMatching(/^\S+ is refused, nothing was loaded: 1 fault\n\S+: error invalidFormat: [^\n]+\n$/),
    ],
    [
      ['[{'],
      1,
      expect.stringMatching(/^\S+ is refused, nothing was loaded: 1 fault\n\S+:1:3: error invalidJson: [^\n]+\n$/),
    ],
  ])('should refuse the file %j', async (file, end, stderr) => {
    const path = typeof file === 'string' ? file : temporaryFile('trees.json', file.join(''))
    const data = join(temporaryDirectory(), 'data')
    expect(await run(['topology', 'load-trees', path, '--data-dir', data])).toEqual({ end, stdout: '', stderr })
  })
})

// Helpers

interface Listed {
  readonly topologies: readonly { readonly id: string; readonly schemaVersion: number }[]
}

interface Related {
  readonly relations: readonly { readonly parent: string; readonly sourceRef: string }[]
}

async function newDirectory(): Promise<readonly string[]> {
  const directory = join(temporaryDirectory(), 'data')
  await prepareDataDirectory(directory)
  return ['--data-dir', directory]
}

async function newDatabase(): Promise<readonly string[]> {
  return ['--database-url', await postgres.createDatabase()]
}

/** Runs a server during `work`, and returns its log lines about trees. */
async function withServer(store: readonly string[], work: (url: string) => Promise<void>) {
  const server = serve(store, { ADMIN_KEY: KEY, LOG_LEVEL: 'info' })
  await work(await server.url())
  server.kill('SIGTERM')
  const { end, stderr } = await server.ended
  expect(end).toBe(0)
  return treeLines(stderr)
}

function treeLines(stderr: string): readonly (readonly [level: string, message: string, topologyId: string])[] {
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, string>>)
  return lines
    .filter(({ topologyId }) => topologyId !== undefined)
    .map(({ level = '', msg = '', topologyId = '' }) => [level, msg, topologyId])
}
