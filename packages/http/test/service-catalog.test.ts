import { describe, expect, it } from 'vitest'
import { expectRefusal, type Received, useServer } from './test-server.js'
import { shop } from './topology-sample.js'

const server = useServer()
const PATH = '/api/service_catalog'
const plain = {
  serviceId: 'web shop',
  name: 'web shop',
  description: '',
  icon: 'server',
  owner: '',
  runbook: '',
  links: [],
  alertImpact: { severities: [], statuses: [], whitelist: {}, blacklist: {} },
}

describe('/api/service_catalog', () => {
  it('should create with 201, change with 200, read, list and delete', async () => {
    const created = await put('web%20shop', {})
    expect([created.status, created.body]).toEqual([201, { status: 'ok', service: plain }])
    const alertImpact = {
      severities: ['major'],
      blacklist: { clauses: [{ key: 'text', op: 'CONTAINS', value: 'test' }] },
    }
    const changed = await put('web%20shop', { icon: 'cart', alertImpact })
    const service = {
      ...plain,
      icon: 'cart',
      alertImpact: { ...plain.alertImpact, ...alertImpact, blacklist: { operator: 'AND', ...alertImpact.blacklist } },
    }
    expect([changed.status, changed.body]).toEqual([200, { status: 'ok', service }])
    expect((await server.current.call('GET', `${PATH}/web%20shop`)).body).toEqual({ status: 'ok', service })
    await put('bank', { name: 'A bank' })
    const listed = async (query: string) => {
      const { body } = await server.current.call('GET', `${PATH}?${query}`)
      return (body.services as { serviceId: string }[]).map(({ serviceId }) => serviceId).join()
    }
    expect(await listed('')).toBe('bank,web shop')
    expect(await listed('sort-by=-name')).toBe('web shop,bank')
    expect(await listed('icon=cart')).toBe('web shop')
    expect((await server.current.call('GET', `${PATH}?page-size=1`)).body).toMatchObject({ total: 2, more: true })
    expect((await server.current.call('GET', `${PATH}/%20bank%20`)).status).toBe(200)
    expect(await listed('serviceId=+bank+')).toBe('bank')
    expect((await server.current.call('DELETE', `${PATH}/%20bank%20`)).body).toEqual({ status: 'ok' })
    expectRefusal(await server.current.call('GET', `${PATH}/bank`), 404, 'service not found')
    expectRefusal(await server.current.call('DELETE', `${PATH}/bank`), 404, 'service not found')
  })

  it('should have the owner, the runbook and the links, filter by the owner, and show them in the impact', async () => {
    const contact = { owner: 'Team A', runbook: 'https://wiki.example.com/shop' }
    const links = [{ title: 'Dashboard', url: 'https://grafana.example.com/d/shop' }]
    const { body } = await put('shop', { ...contact, links })
    expect(body).toEqual({ status: 'ok', service: { ...plain, serviceId: 'shop', name: 'shop', ...contact, links } })
    await put('bank', { owner: 'Team B' })
    const listed = await server.current.call('GET', `${PATH}?owner=+Team+A+&owner=Team+C&sort-by=owner`)
    expect(listed.body).toMatchObject({ total: 1, services: [{ serviceId: 'shop', ...contact, links }] })
    const hurt = await server.current.call('GET', '/api/impact?owner=Team+A')
    expect(hurt.body).toMatchObject({ total: 1, services: [{ service: 'shop', ...contact }] })
  })

  it('should name all faults of the runbook and the links with their paths', async () => {
    const links = [{ title: '', url: 'javascript:alert(1)' }]
    const { status, body } = await put('shop', { runbook: 'data:text/html,x', links })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([{ path: 'runbook' }, { path: 'links[0].title' }, { path: 'links[0].url' }])
    expectRefusal(await server.current.call('GET', `${PATH}/shop`), 404, 'service not found')
  })

  it('should accept its own answer as a body', async () => {
    const { body } = await put('web%20shop', { alertImpact: { statuses: ['open'] } })
    expect((await put('web%20shop', body.service)).body).toEqual(body)
  })

  it.each([
    ['x', [], 'the body must be an object'],
    ['x', { serviceId: 'y' }, 'serviceId must be the same as in the path'],
    ['x', { colour: 'red' }, 'unknown fields: colour'],
    ['x', { alertImpact: { severities: ['bad'] } }, 'alertImpact.severities[0] (bad) is not one of'],
    ['x', { alertImpact: { whitelist: { clauses: [{ key: 'a', op: '?' }] } } }, 'alertImpact.whitelist.clauses[0].op'],
    ['%20', {}, 'serviceId is required'],
    ['x'.repeat(256), {}, 'serviceId is longer than 255 characters'],
  ])('should refuse %s with %j', async (serviceId, json, message) => {
    expectRefusal(await put(serviceId, json), 400, message)
  })

  it('should need the scopes of the service catalog', async () => {
    const reader = await server.current.keyWith(['read:service_catalog'])
    const other = await server.current.keyWith(['admin:service_topologies'])
    expect((await server.current.call('GET', PATH, { key: reader })).status).toBe(200)
    const json = {}
    expectRefusal(await server.current.call('PUT', `${PATH}/x`, { key: reader, json }), 403, 'write:service_catalog')
    expectRefusal(await server.current.call('GET', PATH, { key: other }), 403, 'read:service_catalog')
  })

  it('should exclude alerts from assignments unless includeExcluded is true', async () => {
    const { body } = await server.current.call('POST', '/api/service_topology', { json: shop })
    await put(shop.service, { alertImpact: { severities: ['critical'] } })
    const json = { environment: 'P', resource: 'r', event: 'e', severity: 'minor', service: [shop.service] }
    await server.current.call('POST', '/api/alert', { json })
    const total = async (query: string) =>
      (await server.current.call('GET', `/api/service_topology/${body.id}/assignments${query}`)).body.total
    expect(await total('')).toBe(0)
    expect(await total('?includeExcluded=0')).toBe(0)
    expect(await total('?includeExcluded=true')).toBe(1)
    expect(await total('?includeExcluded=true&severity=major')).toBe(0)
  })
})

// Helpers

function put(serviceId: string, json: unknown): Promise<Received> {
  return server.current.call('PUT', `${PATH}/${serviceId}`, { json })
}
