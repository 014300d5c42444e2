import type { Issue } from '@opsgraph/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectRefusal, type Received, textAt, useServer } from './test-server.js'
import { PATH, sampleGraph, shop } from './topology-sample.js'

const server = useServer()
let id = ''
let version = ''

beforeEach(async () => {
  const created = await server.current.call('POST', PATH, { json: { ...shop, ...sampleGraph() } })
  id = textAt(created, 'id')
  version = created.headers.get('etag') ?? ''
})

describe('PUT /api/service_topology/<topology_id>', () => {
  it('should change the sent fields and keep the others', async () => {
    const { body } = await put({ name: 'Store', orientation: 'CI', serviceKpi: 'k' })
    expect(body).toMatchObject({
      status: 'ok',
      topology: {
        id,
        name: 'Store',
        description: shop.description,
        orientation: 'CI',
        serviceKpi: 'k',
        service_kpi: 'k',
      },
    })
    expect((body.topology as { nodes: unknown[] }).nodes).toHaveLength(4)
  })

  it('should replace the whole graph and sync the resource graph', async () => {
    const { nodes, edges } = sampleGraph()
    const { body } = await put({ nodes: nodes.slice(0, 3), edges: edges.slice(0, 2) })
    expect((body.topology as { nodes: unknown[] }).nodes).toHaveLength(3)
    expect((await server.current.call('GET', '/api/resources/relations')).body).toMatchObject({ total: 0 })
  })

  it('should lay out new nodes without a position, and keep the positions of stored nodes', async () => {
    const positions = (received: Received) =>
      (received.body.topology as { nodes: { id: string; position: { x: number; y: number } }[] }).nodes.map(
        ({ position }) => position,
      )
    const before = positions(await server.current.call('GET', `${PATH}/${id}`))
    expect(new Set(before.map(({ y }) => y)).size).toBe(4)
    const { nodes, edges } = sampleGraph()
    const [service, ...others] = nodes
    const added = { id: 'new', kind: 'resource', label: 'new' }
    const after = positions(
      await put({
        nodes: [{ ...service, position: { x: -5000, y: 3 } }, ...others, added],
        edges: [...edges, { source: 'vm', target: 'new' }],
      }),
    )
    expect(after.slice(0, 4)).toEqual([{ x: -5000, y: 3 }, ...before.slice(1)])
    expect(after[4]?.y).toBeGreaterThan(before[3]?.y ?? 0)
  })

  it('should lay out in the orientation of the topology, on PUT as on POST', async () => {
    const { nodes, edges } = sampleGraph('lr-')
    const created = await server.current.call('POST', PATH, {
      json: { ...shop, service: 'other', orientation: 'LR', nodes, edges },
    })
    const columns = ({ body }: Received) =>
      new Set((body.topology as { nodes: { position: { x: number } }[] }).nodes.map(({ position }) => position.x)).size
    expect(columns(created)).toBe(4)
    const saved = { orientation: 'LR', ...sampleGraph('new-') }
    expect(columns(await put(saved))).toBe(4)
  })

  it('should accept the answer of GET as a body', async () => {
    const { body } = await server.current.call('GET', `${PATH}/${id}`)
    expect((await put(body.topology)).status).toBe(200)
  })

  it.each([
    [[], 'the body must be an object'],
    [{ colour: 'red' }, 'unknown fields: colour'],
    [{ __proto__x: 1 }, 'unknown fields: __proto__x'],
    [{ service: 'other' }, 'service cannot be changed'],
    [{ nodes: [] }, 'nodes and edges must be sent together'],
    [{ edges: [] }, 'nodes and edges must be sent together'],
    [{ name: '' }, 'name is required'],
    [{ orientation: 'tb' }, 'orientation must be one of'],
    [{ nodes: [], edges: [] }, 'invalid topology graph'],
  ])('should refuse %j with 400 and change nothing', async (json, message) => {
    expectRefusal(await put(json), 400, message)
    expect((await server.current.call('GET', `${PATH}/${id}`)).headers.get('etag')).toBe(version)
  })

  it('should treat keys like __proto__ and constructor like other unknown fields', async () => {
    for (const field of ['__proto__', 'constructor', 'hasOwnProperty']) {
      const body = `{"${field}": {"name": "x"}}`
      expectRefusal(await server.current.call('PUT', `${PATH}/${id}`, { body }), 400, `unknown fields: ${field}`)
    }
  })

  it('should name the node ids that another topology uses', async () => {
    await server.current.call('POST', PATH, { json: { ...shop, service: 'bank', ...sampleGraph('bank-') } })
    const refused = await put(sampleGraph('bank-'))
    expectRefusal(refused, 400, 'invalid topology graph')
    expect(refused.body.errors).toContainEqual({
      code: 'idCollision',
      path: 'nodes[bank-vm]',
      message: expect.stringContaining('bank-vm'),
      subject: { kind: 'node', index: expect.any(Number), id: 'bank-vm', field: 'id' },
    })
    const sent = sampleGraph('bank-').nodes
    for (const { subject } of issuesOf(refused)) expect(sent[subject?.index ?? -1]?.id).toBe(subject?.id)
  })

  it('should name the node or the edge that each issue is about', async () => {
    const nodes = [
      { id: 's', kind: 'service', label: 'shop' },
      { id: 'e', kind: 'environment', label: 'Production' },
    ]
    const subjects = async (json: object) => {
      return issuesOf(await put(json)).map(({ code, subject }) => [code, subject])
    }
    const malformed = { nodes: [...nodes, { kind: 'resource', label: 'web' }, 7], edges: [{ id: 'x', source: 's' }] }
    expect(await subjects(malformed)).toEqual([
      ['missingId', { kind: 'node', index: 2, id: null, field: 'id' }],
      ['invalidNode', { kind: 'node', index: 3, id: null, field: null }],
      ['edgeEndpointMissing', { kind: 'edge', index: 0, id: 'x', field: 'target' }],
    ])
    const edges = [
      { source: 's', target: 'e' },
      { source: 'e', target: 'gone' },
      { id: 'x', source: 'e', target: 's' },
    ]
    expect(await subjects({ nodes, edges })).toEqual([
      ['edgeEndpointMissing', { kind: 'edge', index: 1, id: null, field: 'target' }],
      ['serviceHasParent', { kind: 'node', index: 0, id: 's', field: null }],
      ['cycle', { kind: 'edge', index: 2, id: 'x', field: null }],
    ])
    expect(await subjects({ nodes: nodes.slice(1), edges: [] })).toEqual([['serviceNodeCount', undefined]])
  })

  it('should answer 404 for an unknown topology, also if the body is not valid', async () => {
    for (const body of ['{"colour": 1}', '[]', 'not json', '']) {
      expectRefusal(await server.current.call('PUT', `${PATH}/unknown`, { body }), 404, 'topology not found')
    }
  })
})

describe('If-Match', () => {
  it('should save if the version is current, and answer the new version', async () => {
    const saved = await put({ name: 'Store' }, version)
    expect(saved.status).toBe(200)
    expect(saved.headers.get('etag')).toBe(`"${textAt(saved, 'topology.updateTime')}"`)
    expect(saved.headers.get('etag')).not.toBe(version)
  })

  it('should refuse with 412 when the stored version is newer, and write nothing', async () => {
    await put({ name: 'Store' })
    expectRefusal(await put({ name: 'Mine' }, version), 412, 'read it again')
    const { body } = await server.current.call('GET', `${PATH}/${id}`)
    expect(body).toMatchObject({ topology: { name: 'Store' } })
  })

  it('should accept * for any version, and an updateTime without quotes', async () => {
    expect((await put({ name: 'A' }, '*')).status).toBe(200)
    const updateTime = textAt(await put({ name: 'B' }), 'topology.updateTime')
    expect((await put({ name: 'C' }, updateTime)).status).toBe(200)
  })

  it('should accept a weak ETag', async () => {
    expect((await put({ name: 'A' }, `W/${version}`)).status).toBe(200)
    expectRefusal(await put({ name: 'B' }, `W/${version}`), 412, '')
  })

  it('should refuse a list of ETags', async () => {
    expectRefusal(await put({ name: 'A' }, `${version}, "x"`), 400, 'If-Match must hold one ETag')
  })

  it('should answer 404 for an unknown topology with any version', async () => {
    const headers = { 'If-Match': version }
    expectRefusal(await server.current.call('PUT', `${PATH}/x`, { json: {}, headers }), 404, 'topology not found')
  })
})

// Helpers

function issuesOf({ body }: Received): readonly Issue[] {
  return body.errors as readonly Issue[]
}

function put(json: unknown, ifMatch?: string): Promise<Received> {
  return server.current.call('PUT', `${PATH}/${id}`, {
    json,
    ...(ifMatch !== undefined && { headers: { 'If-Match': ifMatch } }),
  })
}
