import { describe, expect, it } from 'vitest'
import { expectRefusal, type Received, textAt, useServer } from './test-server.js'
import { PATH, sampleGraph, shop } from './topology-sample.js'

const server = useServer()

describe('POST /api/service_topology', () => {
  it('should answer 201 with id, topology and its version as ETag', async () => {
    const created = await post({ ...shop, serviceKpi: 'kpi-1', orientation: 'LR', ...sampleGraph() })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      id: textAt(created, 'topology.id'),
      topology: { ...shop, serviceKpi: 'kpi-1', service_kpi: 'kpi-1', orientation: 'LR', schemaVersion: 2 },
    })
    expect(created.headers.get('etag')).toBe(`"${textAt(created, 'topology.updateTime')}"`)
  })

  it('should derive environment and resource of every node, and generate missing edge ids', async () => {
    const { body } = await post({ ...shop, ...sampleGraph() })
    expect(body.topology).toMatchObject({
      nodes: [
        {
          id: 's',
          environment: null,
          resource: null,
          icon: '',
          params: {},
          hierarchyConfig: {},
          position: { x: 0, y: 0 },
        },
        { id: 'e', environment: 'Production', resource: null },
        { id: 'host', environment: 'Production', resource: 'host' },
        { id: 'vm', environment: 'Production', resource: 'vm' },
      ],
      edges: [{ source: 's' }, { source: 'e' }, { source: 'host', target: 'vm', id: expect.any(String) }],
    })
  })

  it('should start with a single service node when nodes are omitted', async () => {
    const { body } = await post(shop)
    expect(body).toMatchObject({
      topology: { nodes: [{ kind: 'service', label: 'shop' }], edges: [], orientation: 'TB' },
    })
  })

  it('should store only the edges between resource nodes as relations', async () => {
    const id = textAt(await post({ ...shop, ...sampleGraph() }), 'id')
    const { body } = await server.current.call('GET', '/api/resources/relations')
    expect(body).toMatchObject({
      total: 1,
      relations: [{ environment: 'Production', resource: 'vm', parent: 'host', source: 'topology', sourceRef: id }],
    })
  })

  it('should refuse a second topology of a service with 409', async () => {
    await post(shop)
    expectRefusal(await post(shop), 409, 'shop')
  })

  it.each([
    [{ ...shop, name: undefined }, 'name is required'],
    [{ ...shop, name: ' ' }, 'name is required'],
    [{ ...shop, description: undefined }, 'description is required'],
    [{ ...shop, service: undefined }, 'service is required'],
    [{ ...shop, orientation: 'XY' }, 'orientation must be one of TB, LR, CI'],
    [{ ...shop, colour: 'red' }, 'unknown fields: colour'],
    [{ ...shop, nodes: 'none' }, 'invalid topology graph'],
    [[shop], 'the body must be an object'],
  ])('should refuse %j with 400', async (json, message) => {
    expectRefusal(await post(json), 400, message)
  })

  it('should list every fault of a graph, with code and path', async () => {
    const { nodes, edges } = sampleGraph()
    const refused = await post({
      ...shop,
      nodes,
      edges: [...edges, { source: 'vm', target: 'host' }, { source: 'e', target: 's' }],
    })
    expectRefusal(refused, 400, /^invalid topology graph$/)
    const faults = refused.body.errors as { code: string; path: string }[]
    expect(faults.map(({ code }) => code)).toEqual(expect.arrayContaining(['cycle', 'serviceHasParent']))
  })

  it('should name malformed nodes by their index', async () => {
    const refused = await post({ ...shop, nodes: [{ kind: 'service' }, 5], edges: [] })
    expectRefusal(refused, 400, 'invalid topology graph')
    expect(refused.body.errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'missingId', path: 'nodes[0]' }),
        expect.objectContaining({ code: 'invalidNode', path: 'nodes[1]' }),
      ]),
    )
  })
})

describe('GET /api/service_topology/<topology_id>', () => {
  it('should read by id, and by service with column=service_name', async () => {
    const id = textAt(await post({ ...shop, service: 'web shop/eu' }), 'id')
    for (const path of [`${PATH}/${id}`, `${PATH}/${id}?column=id`, `${PATH}/web%20shop%2Feu?column=service_name`]) {
      const { status, body, headers } = await server.current.call('GET', path)
      expect(status).toBe(200)
      expect(body).toMatchObject({ status: 'ok', total: 1, topology: { id, service: 'web shop/eu' } })
      expect(headers.get('etag')).toMatch(/^"2026-11-20T12:/)
    }
  })

  it('should refuse another column with 400, and an unknown id with 404', async () => {
    expectRefusal(await server.current.call('GET', `${PATH}/x?column=name`), 400, 'column must be id or service_name')
    expectRefusal(await server.current.call('GET', `${PATH}/x?column=`), 400, 'column')
    expectRefusal(await server.current.call('GET', `${PATH}/x`), 404, 'topology not found')
    expectRefusal(await server.current.call('GET', `${PATH}/x?column=service_name`), 404, 'topology not found')
  })
})

describe('GET /api/service_topology', () => {
  it('should list topologies with their graphs, filtered by column', async () => {
    const id = textAt(await post({ ...shop, serviceKpi: 'k', ...sampleGraph() }), 'id')
    await post({ name: 'Bank', description: 'd2', service: 'bank', orientation: 'CI' })
    const found = async (query: string) => {
      const { body } = await server.current.call('GET', `${PATH}?${query}`)
      return (body.topologies as { service: string }[]).map(({ service }) => service).join()
    }
    expect(await found('')).toBe('shop,bank')
    expect(await found('sort-by=name')).toBe('bank,shop')
    expect(await found('sort-by=-service')).toBe('shop,bank')
    const alert = { resource: 'web', event: 'Down', environment: 'Production', severity: 'minor', service: ['shop'] }
    await server.current.call('POST', '/api/alert', { json: alert })
    expect(await found('sort-by=severity')).toBe('shop,bank')
    expect(await found('sort-by=-severity')).toBe('bank,shop')
    expect(await found(`id=${id}`)).toBe('shop')
    expect(await found('name=Bank')).toBe('bank')
    expect(await found('description=d2')).toBe('bank')
    expect(await found('service=bank&service=shop')).toBe('shop,bank')
    expect(await found('service_kpi=k')).toBe('shop')
    expect(await found('orientation=CI')).toBe('bank')
    expect(await found('schemaVersion=2')).toBe('shop,bank')
    expect(await found('schemaVersion=1')).toBe('')
    expect(await found('createTime=2026-01-01T00:00:00.000Z')).toBe('')
    const { body } = await server.current.call('GET', `${PATH}?page-size=1`)
    expect(body).toMatchObject({ total: 2, pages: 2, more: true, topologies: [{ nodes: [{}, {}, {}, {}] }] })
  })
})

describe('DELETE /api/service_topology/<topology_id>', () => {
  it('should delete the topology and its relations, and answer its id', async () => {
    const id = textAt(await post({ ...shop, ...sampleGraph() }), 'id')
    const { body } = await server.current.call('DELETE', `${PATH}/${id}`)
    expect(body).toMatchObject({ status: 'ok', topology: id, message: expect.any(String) })
    expect((await server.current.call('GET', '/api/resources/relations')).body).toMatchObject({ total: 0 })
    expectRefusal(await server.current.call('DELETE', `${PATH}/${id}`), 404, 'topology not found')
  })
})

describe('POST /api/service_topologies/bulk/delete', () => {
  it('should accept ids as strings and as objects, and ignore unknown ids', async () => {
    const first = textAt(await post(shop), 'id')
    const second = textAt(await post({ ...shop, service: 'bank' }), 'id')
    const { body } = await bulkDelete({ service_topologies: [first, { id: second }, 'unknown', first] })
    expect(body).toEqual({ status: 'ok', deleted: 2 })
  })

  it.each([
    [{}, 'service_topologies'],
    [{ service_topologies: [] }, 'service_topologies holds no valid id'],
    [{ service_topologies: [5, {}, ''] }, 'service_topologies holds no valid id'],
    [{ service_topologies: 'all' }, 'service_topologies must be a list'],
    [['x'], 'the body must be an object'],
  ])('should refuse %j with 400', async (json, message) => {
    expectRefusal(await bulkDelete(json), 400, message)
  })
})

// Helpers

function post(json: unknown): Promise<Received> {
  return server.current.call('POST', PATH, { json })
}

function bulkDelete(json: unknown): Promise<Received> {
  return server.current.call('POST', '/api/service_topologies/bulk/delete', { json })
}
