import { describe, expect, it } from 'vitest'
import { expectRefusal, type Received, textAt, useServer } from './test-server.js'

const server = useServer()
const PATH = '/api/resource_relation_policy'
const filters = { operator: 'AND', clauses: [{ key: 'resource', op: 'LIKE', value: 'db-%' }] }
const farm = { name: 'Databases', description: 'In the farm', filters, parent: 'farm' }

describe('/api/resource_relation_policy', () => {
  it('should create, read, list, change and delete a policy', async () => {
    const created = await post(farm)
    expect(created.status).toBe(201)
    const policy = { ...farm, id: textAt(created, 'policy.id'), status: 'active', createTime: expect.any(String) }
    expect(created.body).toEqual({ status: 'ok', policy })
    const one = (method: string, json?: unknown) =>
      server.current.call(method, `${PATH}/${policy.id}`, json === undefined ? {} : { json })
    expect((await one('GET')).body).toEqual({ status: 'ok', policy })
    expect((await list('parent=farm&sort-by=-parent')).body).toMatchObject({
      status: 'ok',
      policies: [policy],
      total: 1,
    })
    expect((await list('parent=barn')).body).toMatchObject({ policies: [], total: 0 })
    expect((await one('PUT', { parent: 'barn' })).body).toEqual({ status: 'ok', policy: { ...policy, parent: 'barn' } })
    expectRefusal(await one('PUT', { parent: ' ' }), 400, 'parent is required')
    expect((await one('DELETE')).body).toEqual({ status: 'ok' })
    expectRefusal(await one('GET'), 404, 'policy not found')
    expectRefusal(await one('PUT', []), 404, 'policy not found')
    const malformed = server.current.call('PUT', `${PATH}/${policy.id}`, { body: '{' })
    expectRefusal(await malformed, 404, 'policy not found')
  })

  it('should answer empty filters as {}, and trim names in filters', async () => {
    expect((await post({ ...farm, filters: null })).body).toMatchObject({ policy: { filters: {} } })
    expect((await list('parent=+farm+&name=+Databases+')).body.total).toBe(1)
  })

  it('should create relations for the resources of matching alerts', async () => {
    const sourceRef = textAt(await post(farm), 'policy.id')
    for (const resource of ['db-1', 'web', 'farm']) {
      await server.current.call('POST', '/api/alert', { json: { environment: 'P', resource, event: 'Down' } })
    }
    expect((await server.current.call('GET', '/api/resources/relations')).body).toMatchObject({
      total: 1,
      relations: [{ environment: 'P', resource: 'db-1', parent: 'farm', source: 'policy', sourceRef }],
    })
  })

  it.each([
    [{ ...farm, parent: undefined }, 'parent is required'],
    [{ ...farm, name: undefined }, 'name is required'],
    [{ ...farm, weight: 5 }, 'unknown fields: weight'],
    [{ ...farm, filters: { clauses: [{ key: 'a' }] } }, 'filters.clauses[0].'],
  ])('should refuse %j with 400', async (json, message) => {
    expectRefusal(await post(json), 400, message)
  })

  it('should need the same scopes as weight policies', async () => {
    const key = await server.current.keyWith(['read:service_topologies'])
    expect((await server.current.call('GET', PATH, { key })).status).toBe(200)
    expectRefusal(await server.current.call('POST', PATH, { key, json: farm }), 403, 'write:service_topologies')
  })
})

// Helpers

function post(json: unknown): Promise<Received> {
  return server.current.call('POST', PATH, { json })
}

function list(query: string): Promise<Received> {
  return server.current.call('GET', `${PATH}?${query}`)
}
