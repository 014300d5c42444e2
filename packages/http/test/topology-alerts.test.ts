import { beforeEach, describe, expect, it } from 'vitest'
import { expectRefusal, type Received, textAt, useServer } from './test-server.js'
import { PATH, sampleGraph, shop } from './topology-sample.js'

const server = useServer()
let id = ''

beforeEach(async () => {
  id = textAt(await server.current.call('POST', PATH, { json: { ...shop, ...sampleGraph() } }), 'id')
})

describe('GET /api/service_topology/<topology_id>/assignments', () => {
  it('should assign alerts to their resource, an ancestor, the environment, or no node', async () => {
    const direct = await alert({ resource: 'vm' })
    const child = await alert({ resource: 'app', resourceParent: 'vm' })
    const astray = await alert({ resource: 'printer' })
    const elsewhere = await alert({ resource: 'vm', environment: 'Test' })
    await alert({ resource: 'vm', event: 'other', service: ['bank'] })
    const { status, body } = await assignments()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      total: 4,
      assignments: { vm: [direct, child], e: [astray] },
      unassigned: [elsewhere],
      rollups: { [child]: { nodeId: 'vm', via: 'vm' } },
    })
    expect((body.alerts as { id: string }[]).map((listed) => listed.id)).toEqual([direct, child, astray, elsewhere])
  })

  it('should roll up to the nearest ancestor in the resource graph that is a node', async () => {
    const json = { resource: 'pod', parent: 'vm', environment: 'Production' }
    await server.current.call('POST', '/api/resources/relations', { json })
    const rolledUp = await alert({ resource: 'pod' })
    expect((await assignments()).body).toMatchObject({
      assignments: { vm: [rolledUp] },
      rollups: { [rolledUp]: { nodeId: 'vm', via: 'vm' } },
    })
  })

  it('should list only alerts with the given severities', async () => {
    await alert({ resource: 'vm', event: 'a', severity: 'minor' })
    await alert({ resource: 'vm', event: 'b', severity: 'major' })
    await alert({ resource: 'vm', event: 'c', severity: 'critical' })
    expect((await assignments('?severity=major')).body).toMatchObject({ total: 1 })
    expect((await assignments('?severity=major&severity=minor')).body).toMatchObject({ total: 2 })
    expectRefusal(await assignments('?severity=unheard-of'), 400, 'severity must be one of security, critical')
  })

  it('should omit closed alerts', async () => {
    await alert({ resource: 'vm', severity: 'normal' })
    expect((await assignments()).body).toMatchObject({ total: 0 })
  })

  it.each(['0', '1', 'true', 'false'])('should accept includeExcluded=%s', async (value) => {
    expect((await assignments(`?includeExcluded=${value}`)).status).toBe(200)
  })

  it('should refuse any other value of includeExcluded with 400', async () => {
    for (const value of ['yes', 'TRUE', '2', '']) {
      expectRefusal(
        await assignments(`?includeExcluded=${value}`),
        400,
        'includeExcluded must be one of 0, 1, true, false',
      )
    }
  })

  it('should answer 404 for an unknown topology', async () => {
    expectRefusal(await server.current.call('GET', `${PATH}/x/assignments`), 404, 'topology not found')
  })

  it('should accept a node with the id __proto__', async () => {
    const { nodes, edges } = sampleGraph()
    const rename = (name: string) => (name === 'vm' ? '__proto__' : name)
    const json = {
      nodes: nodes.map((node) => ({ ...node, id: rename(node.id) })),
      edges: edges.map((edge) => ({ ...edge, target: rename(edge.target) })),
    }
    expect((await server.current.call('PUT', `${PATH}/${id}`, { json })).status).toBe(200)
    const direct = await alert({ resource: 'vm' })
    expect((await assignments()).text).toContain(`"assignments":{"__proto__":["${direct}"]}`)
  })
})

describe('GET /api/service_topology/<topology_id>/assignments?scope=graph', () => {
  it('should assign the alerts of any service that reach the topology, with the severity of each node', async () => {
    const json = { resource: 'pod', parent: 'vm', environment: 'Production' }
    await server.current.call('POST', '/api/resources/relations', { json })
    const named = await alert({ resource: 'printer', severity: 'minor' })
    const rolledUp = await alert({ resource: 'pod', service: ['bank'], severity: 'critical' })
    await alert({ resource: 'printer', event: 'other', service: ['bank'] })
    const { status, body } = await assignments('?scope=graph')
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'ok',
      total: 2,
      alerts: [expect.objectContaining({ id: named }), expect.objectContaining({ id: rolledUp })],
      assignments: { e: [named], vm: [rolledUp] },
      unassigned: [],
      rollups: { [rolledUp]: { nodeId: 'vm', via: 'vm' } },
      severities: {
        s: { own: null, inherited: 'critical', from: 'vm' },
        e: { own: 'minor', inherited: 'critical', from: 'vm' },
        host: { own: null, inherited: 'critical', from: 'vm' },
        vm: { own: 'critical', inherited: null, from: null },
      },
    })
    const { body: ofService } = await assignments('?scope=service')
    expect(ofService).toMatchObject({ total: 1, assignments: { e: [named] } })
    expect(ofService).not.toHaveProperty('severities')
    expect(ofService).toEqual((await assignments()).body)
  })

  it('should select alerts by severity and by the alert impact of the catalog', async () => {
    const entry = { name: 'Shop', alertImpact: { severities: ['minor'] } }
    expect((await server.current.call('PUT', '/api/service_catalog/shop', { json: entry })).status).toBe(201)
    await alert({ resource: 'vm', event: 'a', severity: 'critical', service: ['bank'] })
    await alert({ resource: 'vm', event: 'b', severity: 'minor', service: ['bank'] })
    expect((await assignments('?scope=graph')).body).toMatchObject({ total: 1, severities: { vm: { own: 'minor' } } })
    expect((await assignments('?scope=graph&includeExcluded=1')).body).toMatchObject({
      total: 2,
      severities: { vm: { own: 'critical' } },
    })
    expect((await assignments('?scope=graph&severity=critical&includeExcluded=1')).body).toMatchObject({ total: 1 })
    expect((await assignments('?scope=graph&severity=critical')).body).toMatchObject({ total: 0 })
  })

  it('should refuse any other scope with 400', async () => {
    for (const scope of ['all', 'Graph', '']) {
      expectRefusal(await assignments(`?scope=${scope}`), 400, 'scope must be one of service, graph')
    }
  })

  it('should answer 404 for an unknown topology', async () => {
    expectRefusal(await server.current.call('GET', `${PATH}/x/assignments?scope=graph`), 404, 'topology not found')
  })
})

// Helpers

function assignments(query = ''): Promise<Received> {
  return server.current.call('GET', `${PATH}/${id}/assignments${query}`)
}

async function alert(fields: Readonly<Record<string, unknown>>): Promise<string> {
  const json = { environment: 'Production', event: 'down', severity: 'major', service: ['shop'], ...fields }
  return textAt(await server.current.call('POST', '/api/alert', { json }), 'id')
}
