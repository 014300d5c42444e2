import { describe, expect, it } from 'vitest'
import { expectRefusal, textAt, useServer } from './test-server.js'
import { PATH, shop } from './topology-sample.js'

const server = useServer()
const RELATIONS = '/api/resources/relations'

describe('GET /api/audit', () => {
  it('should list what the endpoints wrote, newest first, with the ids of the requests', async () => {
    const json = { resource: 'a', parent: 'b' }
    const headers = { 'X-Request-ID': 'first-one' }
    const relation = textAt(await server.current.call('POST', RELATIONS, { json, headers }), 'relation.id')
    await server.current.call('POST', `${RELATIONS}/bulk`, { json: { relations: [json] } })
    await server.current.call('DELETE', `${RELATIONS}/${relation}`)
    await server.current.call('DELETE', `${RELATIONS}?resource=a`)
    const topology = textAt(await server.current.call('POST', PATH, { json: shop }), 'id')
    await server.current.call('PUT', `${PATH}/${topology}`, { json: { name: 'x' } })
    await server.current.call('DELETE', `${PATH}/${topology}`)
    const { body } = await server.current.call('GET', '/api/audit')
    expect(body).toMatchObject({ total: 7, page: 1, more: false })
    expect(body.audit).toMatchObject([
      { event: 'service-topology-deleted', type: 'service-topology', resourceId: topology },
      { event: 'service-topology-updated', type: 'service-topology', resourceId: topology },
      { event: 'service-topology-created', type: 'service-topology', resourceId: topology },
      { event: 'resource-relation-deleted', type: 'resource-relation', attributes: { deleted: 0 } },
      { event: 'resource-relation-deleted', type: 'resource-relation', resourceId: relation },
      { event: 'resource-relations-bulk', attributes: { inserted: 0, updated: 1 } },
      { event: 'resource-relation-created', resourceId: relation, user: 'admin', requestId: 'first-one' },
    ])
  })

  it('should filter by event, type, user and resourceId', async () => {
    const key = await server.current.keyWith(['write:service_topologies'], 'ann')
    await server.current.call('POST', RELATIONS, { key, json: { resource: 'a', parent: 'b' } })
    const id = textAt(await server.current.call('POST', PATH, { json: shop }), 'id')
    const total = async (query: string) => (await server.current.call('GET', `/api/audit?${query}`)).body.total
    expect(await total('event=service-topology-created')).toBe(1)
    expect(await total('type=resource-relation&type=service-topology')).toBe(2)
    expect(await total('user=ann')).toBe(1)
    expect(await total(`resourceId=${id}`)).toBe(1)
    expect(await total('user=bob')).toBe(0)
  })

  it('should need admin:audit', async () => {
    const writer = await server.current.keyWith(['write'])
    const auditor = await server.current.keyWith(['admin:audit'])
    expectRefusal(await server.current.call('GET', '/api/audit', { key: writer }), 403, 'admin:audit')
    expect((await server.current.call('GET', '/api/audit', { key: auditor })).status).toBe(200)
  })
})
