import { describe, expect, it } from 'vitest'
import { expectRefusal, textAt, useServer } from './test-server.js'
import { PATH, shop } from './topology-sample.js'

const server = useServer()
const RELATIONS = '/api/resources/relations'

describe('GET /api/audit', () => {
  it('should list the writes of the endpoints, newest first, with their request ids', async () => {
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

  it('should record the user and the changes of keys, webhooks, services and alerts', async () => {
    const key = await server.current.keyWith(['write', 'admin:audit'], 'ann')
    const call = (method: string, path: string, json?: unknown) => server.current.call(method, path, { key, json })
    const own = textAt(await call('POST', '/api/key', { scopes: ['read'] }), 'data.id')
    await call('PUT', `/api/key/${own}`, { scopes: ['write'] })
    const hook = { id: 'hook', authMode: 'header', authHeaderName: 'X-Token', authSecret: 'never-to-be-shown' }
    await call('POST', '/api/webhook_config', hook)
    await call('PUT', '/api/webhook_config/hook', { authMode: 'none' })
    await call('PUT', '/api/service_catalog/shop', { icon: 'cart' })
    const alert = textAt(await call('POST', '/api/alert', { environment: 'E', resource: 'db', event: 'down' }), 'id')
    await call('PUT', `/api/alert/${alert}/status`, { status: 'ack' })
    await call('DELETE', `/api/alert/${alert}`)
    const answer = await call('GET', '/api/audit?user=ann')
    expect(answer.body.audit).toMatchObject([
      { event: 'alert-deleted', type: 'alert', resourceId: alert, attributes: { resource: 'db', status: 'ack' } },
      { event: 'alert-status-changed', attributes: { changes: { status: { from: 'closed', to: 'ack' } } } },
      { event: 'service-catalog-created', type: 'service-catalog', resourceId: 'shop', attributes: { icon: 'cart' } },
      { event: 'webhook-config-updated', attributes: { changes: { authMode: { from: 'header', to: 'none' } } } },
      {
        event: 'webhook-config-created',
        type: 'webhook-config',
        resourceId: 'hook',
        attributes: { authSecret: 'set' },
      },
      { event: 'api-key-updated', attributes: { changes: { scopes: { from: ['read'], to: ['write'] } } } },
      { event: 'api-key-created', type: 'api-key', resourceId: own, attributes: { user: 'ann', scopes: ['read'] } },
    ])
    expect(answer.text).not.toContain('never-to-be-shown')
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
