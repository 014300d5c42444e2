import { describe, expect, it } from 'vitest'
import { expectRefusal, textAt, useServer } from './test-server.js'
import { sampleGraph, shop } from './topology-sample.js'

const server = useServer()
const PATH = '/api/resources'

describe('GET /api/resources', () => {
  it('should list resources, and answer 304 while nothing changes', async () => {
    await relate('vm', 'host')
    await relate('disk', 'vm')
    const { status, body, headers } = await server.current.call('GET', `${PATH}?environment=P&q=VM&orphan=false`)
    expect([status, body]).toEqual([
      200,
      {
        status: 'ok',
        resources: [
          { environment: 'P', resource: 'vm', parents: 1, children: 1, nodes: 0, alerts: 0, rules: 0, claims: 2 },
        ],
        ...{ total: 1, page: 1, pageSize: 50, pages: 1, more: false },
      },
    ])
    const again = await server.current.call('GET', `${PATH}?environment=P&q=VM&orphan=false`, {
      headers: { 'If-None-Match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    const { body: stale } = await server.current.call('GET', `${PATH}?stale=1&staleAfter=1`)
    expect(stale).toMatchObject({ resources: [], total: 0 })
  })

  it.each([
    ['stale=1&staleAfter=0', 'staleAfter must be a whole number of days from 1 to 36500'],
    ['staleAfter=1.5', 'staleAfter must be'],
    ['staleAfter=3', 'staleAfter needs stale'],
    ['orphan=maybe', 'orphan must be one of 0, 1, true, false'],
    ['sort-by=resource', 'sort-by'],
    ['page-size=1001', 'page-size must be'],
  ])('should refuse ?%s', async (query, message) => {
    expectRefusal(await server.current.call('GET', `${PATH}?${query}`), 400, message)
  })

  it('should need the scopes of topologies and of alerts', async () => {
    for (const [path, method] of [
      [PATH, 'GET'],
      [`${PATH}/usage?resource=a`, 'GET'],
    ] as const) {
      const key = await server.current.keyWith(['read:service_topologies'])
      expectRefusal(await server.current.call(method, path, { key }), 403, 'read:alerts')
    }
  })
})

describe('GET /api/resources/usage', () => {
  it('should answer everything that names a resource', async () => {
    const topologyId = textAt(
      await server.current.call('POST', '/api/service_topology', { json: { ...shop, ...sampleGraph() } }),
      'id',
    )
    const { status, body } = await server.current.call('GET', `${PATH}/usage?environment=Production&resource=host`)
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ status: 'ok', environment: 'Production', resource: 'host', rule: null, policies: [], parents: [] },
        counts: { children: 1, nodes: 1 },
        children: [{ resource: 'vm', parent: 'host', source: 'topology', sourceRef: topologyId }],
        nodes: [{ topologyId }],
      },
    ])
  })

  it('should answer 404 for a resource that nothing names, and 400 without a name', async () => {
    expectRefusal(
      await server.current.call('GET', `${PATH}/usage?resource=a`),
      404,
      'resource a in environment "" not found',
    )
    expectRefusal(await server.current.call('GET', `${PATH}/usage`), 400, 'resource is required')
  })
})

describe('POST /api/resources/decommission', () => {
  it('should plan with dryRun, and then remove what the plan says', async () => {
    await relate('vm', 'host')
    const json = { environment: 'P', resources: ['vm'] }
    const plan = await server.current.call('POST', `${PATH}/decommission`, { json: { ...json, dryRun: true } })
    expect(plan.body).toMatchObject({ status: 'ok', applied: false, counts: { relations: 1 }, changesTotal: 1 })
    const planHash = textAt(plan, 'planHash')
    const done = await server.current.call('POST', `${PATH}/decommission`, { json: { ...json, planHash } })
    expect(done.body).toEqual({ ...(plan.body as object), applied: true })
    const gone = await server.current.call('POST', `${PATH}/decommission`, { json })
    expectRefusal(gone, 404, 'nothing names these resources in environment P: vm')
  })

  it('should answer 409 if the plan is another one', async () => {
    await relate('vm', 'host')
    const json = { environment: 'P', resources: ['vm'], planHash: 'none' }
    expectRefusal(await server.current.call('POST', `${PATH}/decommission`, { json }), 409, 'make a dry run again')
  })

  it('should answer 400 with all faults', async () => {
    const { status, body } = await server.current.call('POST', `${PATH}/decommission`, {
      json: { resources: ['', 7], dryRun: 'yes', force: true },
    })
    expect([status, body]).toMatchObject([400, { errors: { length: 4 } }])
  })
})

// Helpers

async function relate(resource: string, parent: string): Promise<void> {
  await server.current.call('POST', `${PATH}/relations`, { json: { environment: 'P', resource, parent } })
}
