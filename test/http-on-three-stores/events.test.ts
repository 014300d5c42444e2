import { performance } from 'node:perf_hooks'
import { afterEach, describe, expect, it } from 'vitest'
import { EventReader } from '../../packages/http/test/event-reader.js'
import { ADMIN, type TestServer, textAt } from '../../packages/http/test/test-server.js'
import { onThreeStores } from './on-three-stores.js'

onThreeStores((server) => {
  const opened: EventReader[] = []
  afterEach(() => {
    for (const reader of opened.splice(0)) reader.close()
  })

  async function open(at: TestServer, query = ''): Promise<EventReader> {
    const reader = await EventReader.open(at, { query })
    opened.push(reader)
    return reader
  }

  describe('several servers on one store', () => {
    it('should each tell what was changed through the other one, of every kind', { timeout: 30_000 }, async () => {
      const other = await server.current.another()
      const [here, there] = [await open(server.current), await open(other)]
      for (const [change, heard] of CHANGES) {
        const id = await change(other)
        await Promise.all([here.hears(heard(id)), there.hears(heard(id))])
      }
    })

    it('should tell it within two looks, which is about two seconds', { timeout: 30_000 }, async () => {
      const other = await server.current.another()
      const reader = await open(other)
      const delays: number[] = []
      for (let round = 0; round < 3; round++) {
        const begun = performance.now()
        const id = await raise(server.current, `disk-${round}`)
        await reader.hears(`alert created ${id}`)
        delays.push(performance.now() - begun)
      }
      expect(Math.min(...delays)).toBeLessThan(2_000)
    })
  })

  it('should tell of a thousand changes of one alert at most one in a second, and the last', {
    timeout: 60_000,
  }, async () => {
    const reader = await open(server.current, '?kinds=alert')
    const begun = performance.now()
    const { opsgraph } = server.current
    const id = await raise(server.current, 'disk')
    const alert = { environment: 'Production', resource: 'disk', event: 'Down', service: ['bank'] }
    for (let batch = 0; batch < 20; batch++) {
      const severities = Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? ('minor' as const) : ('major' as const)))
      await opsgraph.receiveAlerts(
        ADMIN,
        severities.map((severity) => ({ ...alert, severity })),
      )
    }
    await opsgraph.setAlertStatus(ADMIN, { id, body: { status: 'ack' } })
    const last = await raise(server.current, 'last')
    await reader.hears(`alert created ${last}`)
    const looks = Math.floor((performance.now() - begun) / 1_000) + 1
    const own = reader.told.filter((told) => told.endsWith(id))
    expect(own.length).toBeGreaterThan(0)
    expect(own.length).toBeLessThanOrEqual(looks)
  })

  it('should tell again what was undone: the newest state counts, not the way there', { timeout: 30_000 }, async () => {
    const reader = await open(server.current)
    const id = await raise(server.current, 'disk')
    await reader.hears(`alert created ${id}`)
    const before = reader.events.length
    await server.current.opsgraph.setAlertStatus(ADMIN, { id, body: { status: 'ack' } })
    await server.current.opsgraph.setAlertStatus(ADMIN, { id, body: { status: 'open' } })
    await reader.until(({ events }) => events.length > before)
    expect(reader.told.at(-1)).toBe(`alert changed ${id}`)
  })
})

// Helpers

/** Changes something, and returns the id that its event has. */
type Change = (at: TestServer) => Promise<string>

const CHANGES: readonly (readonly [change: Change, heard: (id: string) => string])[] = [
  [(at) => raise(at, 'vault'), (id) => `alert created ${id}`],
  [
    async ({ opsgraph }) => {
      await opsgraph.noticeImpact()
      return 'bank'
    },
    (id) => `impact changed ${id}`,
  ],
  [
    async ({ opsgraph }) => {
      await opsgraph.putRelation(ADMIN, { environment: 'Lab', resource: 'disk', parent: 'host' })
      return 'Lab'
    },
    (id) => `relation changed ${id}`,
  ],
  [
    async (at) => {
      const graph = { nodes: [{ id: 'n1', kind: 'service', label: 'bank' }], edges: [] }
      const json = { service: 'bank', name: 'Bank', description: '', ...graph }
      const received = await at.call('POST', '/api/service_topology', { json })
      return textAt(received, 'id')
    },
    (id) => `topology created ${id}`,
  ],
  [
    async ({ opsgraph }) => {
      await opsgraph.putCatalogService(ADMIN, { serviceId: 'bank', body: { name: 'Bank' } })
      return 'catalog'
    },
    (id) => `config changed ${id}`,
  ],
  [
    async ({ opsgraph }) => {
      await opsgraph.createApiKey(ADMIN, { user: 'me', scopes: ['read'] })
      return 'apiKeys'
    },
    (id) => `config changed ${id}`,
  ],
]

async function raise(at: TestServer, resource: string): Promise<string> {
  const json = { environment: 'Production', resource, event: 'Down', severity: 'major', service: ['bank'] }
  return textAt(await at.call('POST', '/api/alert', { json }), 'id')
}
