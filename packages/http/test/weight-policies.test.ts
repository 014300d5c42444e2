import { describe, expect, it } from 'vitest'
import { expectRefusal, type Received, type Sent, textAt, useServer } from './test-server.js'
import { shop } from './topology-sample.js'

const server = useServer()
const PATH = '/api/service_topology_policy'
const BULK = '/api/service_topology_policies/bulk'
const filters = { operator: 'AND', clauses: [{ key: 'resource', op: 'LIKE', value: 'db-%' }] }
const databases = { name: 'Databases', description: 'They weigh', filters, weight: 5 }

describe('POST /api/service_topology_policy', () => {
  it('should answer 201 with the policy under the key topology', async () => {
    const created = await post(databases)
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      status: 'ok',
      topology: {
        ...databases,
        id: expect.any(String),
        topologyId: null,
        status: 'active',
        createTime: expect.any(String),
      },
    })
  })

  it('should set the weight of alerts received afterwards', async () => {
    const id = textAt(await post(databases), 'topology.id')
    const alert = { environment: 'Production', resource: 'db-1', event: 'Down', severity: 'major' }
    const received = await server.current.call('POST', '/api/alert', { json: alert })
    expect(received.body.alert).toMatchObject({
      attributes: { weight: 5 },
      history: [{ type: 'new' }, { type: 'policy', actor: id, text: 'weight 5 by the policy Databases' }],
    })
  })

  it('should answer empty filters as {}', async () => {
    for (const empty of [undefined, null, {}, { operator: 'OR', clauses: [] }]) {
      expect((await post({ ...databases, filters: empty })).body).toMatchObject({ topology: { filters: {} } })
    }
  })

  it('should keep nested groups unchanged', async () => {
    const nested = {
      operator: 'OR',
      clauses: [
        { key: 'severity', op: 'IN', value: ['major', 'critical'] },
        { operator: 'AND', clauses: filters.clauses },
      ],
    }
    expect((await post({ ...databases, filters: nested })).body).toMatchObject({ topology: { filters: nested } })
  })

  it.each([
    [{ description: '' }, 'name is required'],
    [{ name: 'x' }, 'description is required'],
    [{ ...databases, weight: 'much' }, 'weight must be a number'],
    [{ ...databases, status: 'on' }, 'status must be one of active, inactive'],
    [{ ...databases, topologyId: 'nowhere' }, 'topologyId: there is no topology nowhere'],
    [{ ...databases, colour: 'red' }, 'unknown fields: colour'],
    [[databases], 'the body must be an object'],
    [{ ...databases, filters: [] }, 'filters must be an object'],
    [{ ...databases, filters: { operator: 'NOT' } }, /^filters\.operator must be one of AND, OR/],
    [{ ...databases, filters: { clauses: [{ key: 'a', op: 'is', value: 1 }] } }, /^filters\.clauses\[0\]\.op must be/],
    [{ ...databases, filters: { clauses: [{ op: '=', value: 1 }] } }, /^filters\.clauses\[0\]\.key is required/],
    [
      { ...databases, filters: { clauses: [{ key: 'a', op: '~', value: '(' }] } },
      /^filters\.clauses\[0\]\.value must be/,
    ],
    [{ ...databases, filters: nestedGroups(10) }, /^filters(\.clauses\[0\]){10} is nested deeper than 10 levels/],
    [{ ...databases, filters: manyClauses(1_001) }, /^filters\.clauses\[1000\] is one too many/],
  ])('should refuse %j with 400', async (json, message) => {
    expectRefusal(await post(json), 400, message)
    expect((await list('')).body.total).toBe(0)
  })

  it('should evaluate a pattern without backtracking', async () => {
    await post({ ...databases, filters: { clauses: [{ key: 'text', op: '~', value: '(a+)+$' }] } })
    const json = { environment: 'P', resource: 'r', event: 'e', text: `${'a'.repeat(32_000)}b` }
    expect((await server.current.call('POST', '/api/alert', { json })).body.alert).toMatchObject({ attributes: {} })
  })
})

describe('GET /api/service_topology_policy', () => {
  it('should list policies by creation time, and filter and sort by every column', async () => {
    const topologyId = textAt(await server.current.call('POST', '/api/service_topology', { json: shop }), 'id')
    const first = textAt(await post({ ...databases, name: 'b', weight: 2.5, topologyId }), 'topology.id')
    const created = textAt(await post({ ...databases, name: 'a', status: 'inactive' }), 'topology.createTime')
    const names = async (query: string) => {
      const { body } = await list(query)
      return (body.topologies as { name: string }[]).map(({ name }) => name).join()
    }
    expect(await names('')).toBe('b,a')
    expect(await names('sort-by=name')).toBe('a,b')
    expect(await names('sort-by=-createTime')).toBe('a,b')
    expect(await names('sort-by=topologyId')).toBe('b,a')
    expect(await names(`id=${first}`)).toBe('b')
    expect(await names(`topologyId=${topologyId}`)).toBe('b')
    expect(await names('weight=2.5')).toBe('b')
    expect(await names('status=inactive')).toBe('a')
    expect(await names('name=a&name=b&description=They+weigh')).toBe('b,a')
    expect(await names(`createTime=${created}`)).toBe('a')
    expect(await names('name=+a+')).toBe('a')
    expect((await list('page-size=1')).body).toMatchObject({ total: 2, page: 1, pageSize: 1, pages: 2, more: true })
    expectRefusal(await list('sort-by=filters'), 400, 'sort-by')
    expectRefusal(await list('filters=x'), 400, 'unknown query parameter')
  })
})

describe('/api/service_topology_policy/<policy_id>', () => {
  it('should read, change and delete one policy', async () => {
    const created = (await post(databases)).body.topology as { id: string }
    const one = (method: string, json?: unknown) =>
      server.current.call(method, `${PATH}/${created.id}`, json === undefined ? {} : { json })
    expect((await one('GET')).body).toEqual({ status: 'ok', topology: created })
    expect((await one('PUT', { status: 'inactive', weight: 1 })).body.topology).toEqual({
      ...created,
      status: 'inactive',
      weight: 1,
    })
    expectRefusal(await one('PUT', { name: '' }), 400, 'name is required')
    expectRefusal(await one('PUT', { filters: { clauses: [5] } }), 400, 'filters.clauses[0] must be an object')
    expect((await one('DELETE')).body).toEqual({ status: 'ok' })
    const malformed = await server.current.call('PUT', `${PATH}/${created.id}`, { body: '{' })
    for (const missing of [await one('GET'), await one('PUT', 'no object'), await one('DELETE'), malformed]) {
      expectRefusal(missing, 404, 'policy not found')
    }
  })
})

describe('/api/service_topology_policies/bulk', () => {
  it('should change and delete several policies', async () => {
    const ids = [textAt(await post(databases), 'topology.id'), textAt(await post(databases), 'topology.id')]
    const bulk = (action: string, json: unknown) => server.current.call('POST', `${BULK}/${action}`, { json })
    expect((await bulk('update', { policies: ids, status: 'inactive' })).body).toEqual({ status: 'ok', updated: 2 })
    expect((await list('status=inactive')).body.total).toBe(2)
    expect((await bulk('delete', { policies: [ids[0], { id: ids[1] }, 'x'] })).body).toEqual({
      status: 'ok',
      deleted: 2,
    })
    expectRefusal(await bulk('update', { policies: ids }), 400, 'status must be one of active, inactive')
    expectRefusal(await bulk('update', { policies: ids, status: 'on' }), 400, 'status must be one of')
    for (const action of ['update', 'delete']) {
      const rest = action === 'update' ? { status: 'active' } : {}
      expectRefusal(await bulk(action, { policies: [], ...rest }), 400, 'policies holds no valid id')
      expectRefusal(await bulk(action, { policies: 'all', ...rest }), 400, 'policies must be a list of ids')
      expectRefusal(await bulk(action, []), 400, 'must be')
      expectRefusal(await bulk(action, { policies: ids, state: 'active' }), 400, 'unknown fields: state')
    }
  })

  it('should need the scope to write', async () => {
    const key = await server.current.keyWith(['read:service_topologies', 'write:alerts'])
    expect((await server.current.call('GET', PATH, { key })).status).toBe(200)
    expectRefusal(await post(databases, { key }), 403, 'write:service_topologies')
  })
})

// Helpers

function post(json: unknown, sent: Sent = {}): Promise<Received> {
  return server.current.call('POST', PATH, { json, ...sent })
}

function list(query: string): Promise<Received> {
  return server.current.call('GET', `${PATH}?${query}`)
}

function nestedGroups(levels: number): object {
  return levels === 0 ? { clauses: filters.clauses } : { clauses: [nestedGroups(levels - 1)] }
}

function manyClauses(count: number): object {
  return { clauses: Array.from({ length: count }, () => filters.clauses[0]) }
}
