import { setTimeout as delay } from 'node:timers/promises'
import type { Scope } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import { expectRefusal, type Received, useServer } from './test-server.js'

const READS: readonly Scope[] = ['read:alerts', 'read:service_topologies', 'read:service_catalog']

const server = useServer()

describe('GET /api/impact/history', () => {
  it('should list the transitions of a service with their causes, and the time at each severity', async () => {
    const id = await alert('major')
    await notice()
    const { status, body } = await get('?service=bank')
    const cause = { alertId: id, environment: 'Production', resource: 'vault', event: 'Down', severity: 'major' }
    const time = expect.any(String)
    expect([status, body]).toEqual([
      200,
      {
        ...{ status: 'ok', service: 'bank', from: time, to: time, knownSince: time },
        ...{ minutes: { major: expect.any(Number) }, share: 0 },
        transitions: [{ time, from: null, to: 'major', acknowledged: false, causes: [cause] }],
        ...{ total: 1, page: 1, pageSize: 50, pages: 1, more: false },
      },
    ])
    await alert('ok')
    await notice()
    const second = (await get('?service=bank&page-size=1')).body
    expect(second).toMatchObject({ transitions: [{ from: 'major', to: null, causes: [] }], total: 2, more: true })
    const long = await get('?service=bank&from=2020-01-01&to=2020-01-02T00:00:00%2B01:00')
    expect(long.body).toMatchObject({
      ...{ from: '2020-01-01T00:00:00.000Z', to: '2020-01-01T23:00:00.000Z', knownSince: null },
      ...{ transitions: [], minutes: {}, share: null },
    })
  })

  it.each([
    ['', 400, 'service'],
    ['?service=none', 404, 'service not found'],
    ['?service=bank&from=yesterday', 400, 'from '],
    ['?service=bank&to=2026-02-30', 400, 'to '],
    ['?service=bank&from=2026-01-02&to=2026-01-01', 400, 'must be before to'],
    ['?service=bank&page=0', 400, 'page'],
    ['?service=bank&until=2026-01-01', 400, 'until'],
  ])('should refuse "%s"', async (query, status, words) => {
    await alert('major')
    expectRefusal(await get(query), status, words)
  })

  it('should need the scopes of the list of services', async () => {
    await alert('major')
    const { current } = server
    const asked = async (scopes: readonly Scope[]) =>
      (await current.call('GET', '/api/impact/history?service=bank', { key: await current.keyWith(scopes) })).status
    expect(await asked(READS)).toBe(200)
    for (const missing of READS) expect(await asked(READS.filter((scope) => scope !== missing))).toBe(403)
  })
})

// Helpers

/** Stores the transitions, and waits until their time has passed: the answer covers the time before now. */
async function notice(): Promise<void> {
  await server.current.opsgraph.noticeImpact()
  await delay(5)
}

function get(query: string): Promise<Received> {
  return server.current.call('GET', `/api/impact/history${query}`)
}

async function alert(severity: string): Promise<string> {
  const json = { environment: 'Production', resource: 'vault', event: 'Down', severity, service: ['bank'] }
  const { body } = await server.current.call('POST', '/api/alert', { json })
  return (body as { readonly id: string }).id
}
