import type { Scope } from '@opsgraph/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectRefusal, type Received, textAt, useServer } from './test-server.js'
import { PATH, sampleGraph, shop } from './topology-sample.js'

const IMPACT = '/api/impact'
const SIMULATE = '/api/impact/simulate'
const READS: readonly Scope[] = ['read:alerts', 'read:service_topologies', 'read:service_catalog']

const server = useServer()

beforeEach(async () => {
  await server.current.call('POST', PATH, { json: { ...shop, ...sampleGraph() } })
})

describe('GET /api/impact/causes', () => {
  it('should list all root causes of a service, page by page', async () => {
    for (let at = 0; at < 12; at++) await alert({ resource: `r${at}`, service: ['bank'] })
    const causes = async (query: string) => {
      const { body } = await get(`/causes?service=bank${query}`)
      return (body.causes as readonly { readonly resource: string }[]).map(({ resource }) => resource)
    }
    expect(await causes('&page=2&page-size=10')).toEqual(['r10', 'r11'])
    expect(await causes('&page-size=2&newest=true')).toEqual(['r11', 'r10'])
    const { status, body } = await get('/causes?service=bank&page-size=1')
    expect([status, body]).toMatchObject([
      200,
      { status: 'ok', total: 12, page: 1, pageSize: 1, pages: 12, more: true },
    ])
    const { services } = (await get('?service=bank&newest=1')).body as {
      readonly services: readonly { readonly worst: object; readonly causes: readonly object[] }[]
    }
    expect([services[0]?.worst, services[0]?.causes[0]]).toMatchObject([{ resource: 'r11' }, { resource: 'r11' }])
  })

  it.each([
    ['', 400, 'service'],
    ['?service=none', 404, 'service not found'],
    ['?service=shop&page=0', 400, 'page'],
    ['?service=shop&newest=yes', 400, 'newest'],
  ])('should refuse "%s"', async (query, status, words) => {
    expectRefusal(await get(`/causes${query}`), status, words)
  })
})

describe('GET /api/impact/children', () => {
  it('should list the children of a resource with the worst that arrives there', async () => {
    const relate = (resource: string, parent: string) =>
      server.current.call('POST', '/api/resources/relations', {
        json: { environment: 'Production', resource, parent },
      })
    for (const resource of ['db-1', 'db-2']) await relate(resource, 'pool')
    await relate('disk', 'db-2')
    const rule = '/api/resources/rule?environment=Production&resource=pool'
    await server.current.call('PUT', rule, { json: { minHealthy: 2 } })
    const { id, since } = await alert({ resource: 'disk' })
    const { status, body } = await get('/children?environment=Production&resource=pool&page-size=1')
    const named = { environment: 'Production', resource: 'disk', event: 'Down', severity: 'major', status: 'open' }
    expect([status, body]).toEqual([
      200,
      {
        status: 'ok',
        children: [{ resource: 'db-2', severity: 'major', healthy: false, worst: { ...named, alertId: id, since } }],
        redundancy: { environment: 'Production', resource: 'pool', of: 2, healthy: 1, minHealthy: 2 },
        ...{ total: 2, page: 1, pageSize: 1, pages: 2, more: true },
      },
    ])
    expect((await get('/children?resource=pool')).body).toMatchObject({ children: [], redundancy: null, total: 0 })
  })

  it.each([
    ['', 'resource'],
    ['?resource=pool&page=0', 'page'],
    ['?resource=pool&service=shop', 'service'],
  ])('should refuse "%s"', async (query, words) => {
    expectRefusal(await get(`/children${query}`), 400, words)
  })
})

describe('GET /api/impact', () => {
  it('should list the services with their causes, and the alerts that reach none', async () => {
    const { since, id } = await alert({ resource: 'vm' })
    const lost = await alert({ resource: 'lamp' })
    const cause = { alertId: id, environment: 'Production', resource: 'vm', event: 'Down', severity: 'major' }
    const { status, body } = await get('')
    expect([status, body]).toEqual([
      200,
      {
        status: 'ok',
        services: [
          {
            ...{
              service: 'shop',
              name: 'shop',
              owner: '',
              runbook: '',
              topologyId: expect.any(String),
              severity: 'major',
              acknowledged: false,
            },
            ...{ counts: { major: 1 }, acknowledgedCount: 0, silencedCount: 0, since, causesTotal: 1, windows: [] },
            ...{ heldCount: 0, redundancy: [], redundancyTotal: 0 },
            worst: { ...cause, status: 'open', since },
            causes: [{ ...cause, status: 'open', since, arrives: 'major', explains: 0, nodeId: 'vm', path: ['vm'] }],
          },
        ],
        unreached: {
          total: 1,
          alertIds: [lost.id],
          reasons: [{ alertId: lost.id, code: 'noRelation', message: expect.stringContaining('"lamp"') }],
        },
        ...{ silencedCount: 0, windows: [] },
        ...{ total: 1, page: 1, pages: 1, pageSize: 50, more: false },
      },
    ])
  })

  it('should apply the filters and the paging', async () => {
    await alert({ resource: 'vm', service: ['bank', 'mail'] })
    await alert({ resource: 'safe', severity: 'critical', service: ['bank'] })
    await server.current.call('PUT', '/api/service_catalog/quiet', { json: { name: 'The silent one' } })
    const services = async (query: string) =>
      ((await get(query)).body.services as readonly { readonly service: string }[]).map(({ service }) => service)
    expect(await services('')).toEqual(['bank', 'mail', 'shop', 'quiet'])
    expect(await services('?healthy=false')).toEqual(['bank', 'mail', 'shop'])
    expect(await services('?healthy=0')).toEqual(['bank', 'mail', 'shop'])
    expect(await services('?healthy=true')).toHaveLength(4)
    expect(await services('?severity=critical')).toEqual(['bank'])
    expect(await services('?severity=critical&severity=major')).toEqual(['bank', 'mail', 'shop'])
    expect(await services('?service=shop&service=quiet')).toEqual(['shop', 'quiet'])
    expect(await services('?q=SILENT')).toEqual(['quiet'])
    const unknown = { services: ['nope'], owners: ['nobody'], otherOwner: ['shop'], near: [] }
    expect((await get('?service=shop&service=nope&owner=nobody')).body).toMatchObject({ services: [], unknown })
    expect((await get('?service=shop')).body).not.toHaveProperty('unknown')
    expect(await services('?page=2&page-size=3')).toEqual(['quiet'])
    expect((await get('?page=2&page-size=3')).body).toMatchObject({ total: 4, page: 2, pages: 2, more: false })
  })

  it('should say which maintenance windows hold alerts, and until when', async () => {
    const [startTime, endTime] = ['2020-01-01T00:00:00.000Z', '2090-01-01T00:00:00.000Z']
    for (let at = 0; at <= 10; at++) {
      const filters = { clauses: [{ key: 'event', op: '=', value: `e${at}` }] }
      const json = { name: `w${at}`, filters, startTime, endTime }
      await server.current.call('POST', '/api/maintenance', { json })
      await alert({ resource: 'vm', event: `e${at}` })
    }
    const { body } = await get('')
    const { services, ...all } = body as { readonly services: readonly object[] }
    for (const part of [services[0], all] as readonly { readonly windows?: readonly object[] }[]) {
      expect(part).toMatchObject({ silencedCount: 11, windowsMore: true })
      expect(part.windows).toHaveLength(10)
      expect(part.windows?.[0]).toEqual({ id: expect.any(String), name: 'w0', until: endTime, count: 1 })
    }
  })

  it.each([
    ['?healthy=no', 'healthy'],
    ['?severity=red', 'severity must be one of security, critical'],
    ['?newest=no', 'newest'],
    ['?page=0', 'page'],
    ['?page-size=1001', 'page-size'],
    ['?sort-by=service', 'sort-by'],
    ['?environment=Production', 'environment'],
  ])('should refuse %s', async (query, words) => {
    expectRefusal(await get(query), 400, words)
  })

  it('should answer 304 without a body to the caller who has the answer', async () => {
    await alert({ resource: 'vm' })
    const { headers } = await get('')
    const tag = headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]{43}"$/)
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const known = await get('', sent)
      expect([known.status, known.text, known.headers.get('etag')], sent).toEqual([304, '', tag])
    }
    for (const sent of ['"other"', tag.slice(1, -1), '']) {
      const { status, body } = await get('', sent)
      expect([status, body], sent).toMatchObject([200, { status: 'ok', total: 1 }])
    }
  })

  it('should change the ETag exactly when the answer changes', async () => {
    const seen = new Map<string, string>()
    const expectNew = async (what: string, query = '') => {
      const { headers, text } = await get(query)
      const tag = headers.get('etag') ?? ''
      expect(seen.get(tag), what).toBeUndefined()
      seen.set(tag, text)
      return tag
    }
    const expectSame = async (tag: string) => expect((await get('', tag)).status).toBe(304)
    const calm = await expectNew('the first answer')
    await expectSame(calm)
    const { id } = await alert({ resource: 'vm' })
    const hurt = await expectNew('an alert')
    await alert({ resource: 'vm' })
    await server.current.call('POST', `/api/alert/${id}/note`, { json: { text: 'looking' } })
    await relate('rack', 'cellar')
    // The repeated alert, the note and the relation change other answers, but not this one.
    await expectSame(hurt)
    await expectNew('a filter', '?severity=minor')
    const another = await server.current.another()
    expect((await another.call('GET', IMPACT)).headers.get('etag')).toBe(hurt)
    await server.current.call('PUT', `/api/alert/${id}/status`, { json: { status: 'ack' } })
    await expectNew('a status')
    await alert({ resource: 'rack', severity: 'critical' })
    await expectNew('an alert that reaches no service')
    await relate('rack', 'vm')
    await expectNew('a relation')
    await server.current.call('PUT', '/api/service_catalog/shop', { json: { name: 'The shop' } })
    await expectNew('the catalog')
    for (const resource of ['vm', 'rack']) await alert({ resource, severity: 'normal' })
    await server.current.call('DELETE', '/api/service_catalog/shop')
    await expectSame(calm)
  })
})

describe('GET /api/alert/<id>/impact', () => {
  it('should answer the services and the connected alerts', async () => {
    await relate('disk', 'vm')
    const disk = await alert({ resource: 'disk' })
    const vm = await alert({ resource: 'vm', severity: 'minor' })
    const { status, body } = await server.current.call('GET', `/api/alert/${disk.id}/impact`)
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'ok',
        services: [{ service: 'shop', counts: true, nodeId: 'vm', path: ['disk', 'vm'] }],
        explainedBy: [],
        explains: [{ alertId: vm.id }],
        circle: [],
      },
    ])
  })

  it('should say why the alert does not hurt a service, only if it is asked', async () => {
    const lost = await alert({ resource: 'VM', service: ['bank'] })
    const read = async (query: string) => await server.current.call('GET', `/api/alert/${lost.id}/impact${query}`)
    expect((await read('')).body).not.toHaveProperty('why')
    expect((await read('?service=bank')).body).toMatchObject({ status: 'ok', why: null })
    expect((await read('?service=shop')).body).toMatchObject({
      services: [{ service: 'bank' }],
      why: { code: 'nearName', message: expect.stringContaining('"vm"') },
    })
    expectRefusal(await read('?service=none'), 404, 'service not found')
    expectRefusal(await read('?service='), 404, 'service not found')
  })

  it('should answer 404 for an unknown id', async () => {
    expectRefusal(await server.current.call('GET', '/api/alert/none/impact'), 404, /alert/)
    expectRefusal(await server.current.call('GET', '/api/alert/none/impact?service=shop'), 404, /alert/)
  })
})

describe('POST /api/impact/simulate', () => {
  it('should count the active alerts only with withAlerts', async () => {
    const { id } = await alert({ resource: 'vm' })
    const failures = { environment: 'Production', resources: ['lamp'] }
    expect((await simulate(failures)).body).toMatchObject({ services: [] })
    expect((await simulate({ ...failures, withAlerts: true })).body).toMatchObject({
      services: [{ service: 'shop', severity: 'major', causes: [{ alertId: id }] }],
      unreached: { total: 1, resources: ['lamp'] },
    })
  })

  it('should show no ids of simulated alerts, not even of those of a circle', async () => {
    for (const [resource, parent] of [
      ['x', 'y'],
      ['y', 'x'],
      ['y', 'vm'],
    ] as const) {
      const json = { environment: 'Production', resource, parent }
      await server.current.call('POST', '/api/resources/relations', { json })
    }
    const { body } = await simulate({ environment: 'Production', resources: ['x', 'y'] })
    expect(body).toMatchObject({ services: [{ causes: [{ alertId: null, alerts: [{ alertId: null }] }] }] })
  })

  it('should take at most 1,000 resources', async () => {
    const resources = Array.from({ length: 1_001 }, (_, at) => `r${at}`)
    expectRefusal(await simulate({ resources }), 400, /^resources must contain 1 to 1000 names/)
    expect((await simulate({ resources: resources.slice(1) })).body).toMatchObject({ unreached: { total: 1_000 } })
  })

  it('should answer what the failures would hurt', async () => {
    await relate('disk', 'vm')
    const { status, body } = await simulate({ environment: 'Production', resources: ['disk', 'lamp'] })
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'ok',
        services: [
          {
            ...{ service: 'shop', severity: 'critical', counts: { critical: 1 } },
            causes: [
              { alertId: null, event: 'SimulatedFailure', resource: 'disk', nodeId: 'vm', path: ['disk', 'vm'] },
            ],
          },
        ],
        unreached: { total: 1, resources: ['lamp'] },
      },
    ])
    expect((await server.current.call('GET', '/api/alerts')).body).toMatchObject({ total: 0 })
  })

  it.each<readonly [unknown, RegExp]>([
    [{ environment: 'Production' }, /^resources is required/],
    [{ resources: [] }, /^resources must contain 1 to 1000 names/],
    [{ resources: 'disk' }, /^resources/],
    [{ resources: ['disk', 7] }, /^resources\[1\] must be a string/],
    [{ resources: [' '] }, /^resources\[0\] must not be empty/],
    [{ environment: 7, resources: ['disk'] }, /^environment/],
    [{ resource: ['disk'] }, /resource/],
    [[], /object/],
  ])('should refuse %j', async (json, words) => {
    expectRefusal(await simulate(json), 400, words)
  })
})

it('should need three scopes on each path', async () => {
  const { id } = await alert({ resource: 'vm' })
  const calls = [
    ['GET', IMPACT, {}],
    ['GET', `/api/alert/${id}/impact`, {}],
    ['POST', SIMULATE, { json: { resources: ['vm'] } }],
  ] as const
  for (const missing of READS) {
    const key = await server.current.keyWith(READS.filter((scope) => scope !== missing))
    for (const [method, path, sent] of calls) {
      expectRefusal(await server.current.call(method, path, { ...sent, key }), 403, missing)
    }
  }
  const key = await server.current.keyWith(READS)
  for (const [method, path, sent] of calls) {
    expect((await server.current.call(method, path, { ...sent, key })).status).toBe(200)
    expectRefusal(await server.current.call(method, path, { ...sent, key: null }), 401, /key/i)
  }
})

// Helpers

async function get(query: string, ifNoneMatch?: string): Promise<Received> {
  const sent = ifNoneMatch === undefined ? {} : { headers: { 'If-None-Match': ifNoneMatch } }
  return await server.current.call('GET', `${IMPACT}${query}`, sent)
}

async function simulate(json: unknown): Promise<Received> {
  return await server.current.call('POST', SIMULATE, { json })
}

async function relate(resource: string, parent: string): Promise<void> {
  await server.current.call('POST', '/api/resources/relations', {
    json: { environment: 'Production', resource, parent },
  })
}

async function alert(fields: object): Promise<{ readonly id: string; readonly since: string }> {
  const json = { environment: 'Production', event: 'Down', severity: 'major', ...fields }
  const received = await server.current.call('POST', '/api/alert', { json })
  return { id: textAt(received, 'id'), since: textAt(received, 'alert.activeSince') }
}
