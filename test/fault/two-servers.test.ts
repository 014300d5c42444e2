import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serve } from '../../packages/cli/test/command-process.js'
import { connected, StoppableServer } from '../../packages/store-postgres/test/stoppable-server.js'
import { KEYS, send } from './load.js'
import { ROUNDS } from './rounds.js'
import { expectConsistent, prepareLoad } from './scene.js'

/** The duration of the writes, in milliseconds. */
const DURATION = ROUNDS * 1_000

let postgres: StoppableServer
beforeAll(async () => {
  postgres = await StoppableServer.start()
})
afterAll(() => postgres?.remove())

describe('two servers on one PostgreSQL', () => {
  it('should answer all requests and stay consistent under concurrent writes', async () => {
    const database = await postgres.createDatabase('two_servers')
    const env = { ...KEYS, DATABASE_URL: database }
    const servers = [serve([], env), serve([], env)]
    const urls = await Promise.all(servers.map((server) => server.url()))
    const load = await prepareLoad(urls[0] ?? '')
    // Repeats the load, because on a busy machine it may send too few requests within `DURATION`.
    do await load.run(urls, AbortSignal.timeout(DURATION))
    while (load.answered <= 100)
    await connected(database, (run) => expectConsistent(load, run))
    for (const url of urls) {
      expect(await changesInMemory(url)).toBeGreaterThan(0)
      await expectSameNeighbors(url)
    }
    for (const server of servers) server.kill('SIGTERM')
    const ends = await Promise.all(servers.map((server) => server.ended))
    expect(ends).toMatchObject([
      { end: 0, stderr: '' },
      { end: 0, stderr: '' },
    ])
  }, 120_000)
})

// Helpers

/** The number of changed relations that a server has applied to its graph in memory. */
async function changesInMemory(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^opsgraph_graph_memory_changes_total (\d+)$/m.exec(metrics)?.[1])
}

/**
 * Compares walks of the graph, which a server answers from memory, with the direct parents, which it reads from the
 * database.
 */
async function expectSameNeighbors(url: string): Promise<void> {
  for (let child = 0; child < 20; child++) {
    const path = `/api/resources/graph?environment=Shared&resource=child-${child}&direction=ancestors&depth=2`
    const { body } = await send(url, { method: 'GET', path })
    const { parents, ancestors } = body as Graph
    const nearest = ancestors.filter(({ depth }) => depth === 1).map(({ resource }) => resource)
    expect(nearest).toEqual(parents.map(({ parent }) => parent))
  }
}

interface Graph {
  readonly parents: readonly { readonly parent: string }[]
  readonly ancestors: readonly { readonly resource: string; readonly depth: number }[]
}
