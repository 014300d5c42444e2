import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { holdTable, type PostgresServer, startPostgresServer } from '../../../test/once-a-run/postgres-server.js'
import { prepareDataDirectory } from '../../../test/once-a-run/prepared-directory.js'
import { call, serve } from './command-process.js'

const KEY = 'the-key-of-this-test'
const RECORDS = 3_000
const SERVICES = 150

const parent = mkdtempSync(join(tmpdir(), 'opsgraph-crash-'))
let postgres: PostgresServer

beforeAll(async () => {
  postgres = await startPostgresServer()
})

afterAll(async () => {
  await postgres.stop()
  rmSync(parent, { recursive: true, force: true })
})

describe('a server that is killed during an import', () => {
  it.each([
    [
      'the embedded database',
      async () => {
        await prepareDataDirectory(join(parent, 'embedded'))
        return ['--data-dir', join(parent, 'embedded')]
      },
    ],
    ['PostgreSQL', async () => ['--database-url', await postgres.createDatabase()]],
  ])(
    'should keep all earlier data and no partial import: %s',
    async (_, prepare) => {
      const store = await prepare()
      const before = await withServer(store, async (url) => {
        expect((await importFile(url, [{ resource: 'first', parent: 'vm', services: ['first'] }])).status).toBe(200)
        const started = performance.now()
        expect((await importFile(url, drawFile(), '?dryRun=1')).status).toBe(200)
        return { state: await stateOf(url), planned: performance.now() - started }
      })
      expect(before.state).toEqual({ relations: 1, topologies: 1, services: 1 })
      let interrupted = 0
      const moments = [1, 2].map((share) => before.planned * share)
      for (const moment of moments) {
        const server = serve(store, { ADMIN_KEY: KEY })
        const pending = importFile(await server.url(), drawFile()).catch(() => undefined)
        await new Promise((resolve) => setTimeout(resolve, moment))
        server.kill('SIGKILL')
        const [, answer] = await Promise.all([server.ended, pending])
        if (answer === undefined) interrupted++
        const after = await withServer(store, stateOf)
        const whole = { relations: 1 + RECORDS - SERVICES, topologies: 1 + SERVICES, services: 1 + SERVICES }
        expect([before.state, whole]).toContainEqual(after)
        // If a fast machine completes all imports before the kill, the test repeats the imports, and kills the server
        // earlier.
        if (moment === moments.at(-1) && interrupted === 0 && moment > 1) moments.push(moment / 2)
      }
      expect(interrupted).toBeGreaterThan(0)
      await withServer(store, async (url) => {
        expect((await importFile(url, drawFile())).status).toBe(200)
        const { body } = await importFile(url, drawFile(), '?dryRun=1')
        expect(body).toMatchObject({ relations: { create: 0, update: 0, unchanged: RECORDS - SERVICES } })
      })
    },
    300_000,
  )

  it('should roll back the written rows if it is killed during the write', async () => {
    const url = await postgres.createDatabase()
    const store = ['--database-url', url]
    const before = await withServer(store, stateOf)
    const edges = await holdTable(url, 'topology_edge')
    const server = serve(store, { ADMIN_KEY: KEY })
    const pending = importFile(await server.url(), drawFile()).catch(() => undefined)
    await vi.waitUntil(edges.isAwaited, { timeout: 60_000, interval: 20 })
    server.kill('SIGKILL')
    expect(await Promise.all([server.ended, pending])).toMatchObject([{ end: 'SIGKILL' }, undefined])
    await edges.release()
    expect(await withServer(store, stateOf)).toEqual(before)
  }, 120_000)
})

// Helpers

async function withServer<T>(store: readonly string[], work: (url: string) => Promise<T>): Promise<T> {
  const server = serve(store, { ADMIN_KEY: KEY })
  const result = await work(await server.url())
  server.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ end: 0 })
  return result
}

function importFile(url: string, records: readonly object[], query = '') {
  return call(`${url}/api/resources/import${query}`, KEY, records)
}

/** Creates the records of a CMDB file: for each service one cluster, with machines below it. */
function drawFile(): readonly object[] {
  return Array.from({ length: RECORDS }, (_, at) => {
    const service = at % SERVICES
    const services = [`service-${service}`]
    if (at < SERVICES) return { resource: `cluster-${service}`, environment: 'Production', services }
    return { resource: `machine-${at}`, environment: 'Production', parent: `cluster-${service}`, services }
  })
}

/** The number of stored objects of each kind that an import writes. */
async function stateOf(url: string) {
  const total = async (path: string) => (await call<{ total: number }>(`${url}${path}?page-size=1`, KEY)).body.total
  return {
    relations: await total('/api/resources/relations'),
    topologies: await total('/api/service_topology'),
    services: await total('/api/service_catalog'),
  }
}
