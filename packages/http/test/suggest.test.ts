import { beforeEach, describe, expect, it } from 'vitest'
import { expectRefusal, type Received, type Sent, textAt, useServer } from './test-server.js'
import { PATH, sampleGraph, shop } from './topology-sample.js'

const server = useServer()
let id = ''

beforeEach(async () => {
  id = textAt(await server.current.call('POST', PATH, { json: { ...shop, ...sampleGraph() } }), 'id')
  await alert({ resource: 'vm' })
  await alert({ resource: 'app', resourceParent: 'vm', severity: 'critical' })
  await alert({ resource: 'db', environment: 'Test', severity: 'minor' })
})

describe('POST /api/service_topology/<topology_id>/suggest', () => {
  it('should propose nodes, edges and a summary, and save nothing', async () => {
    const before = await server.current.call('GET', `${PATH}/${id}`)
    const { status, body } = await suggest()
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'ok',
      nodes: [
        proposed('resource', 'app', 'Production'),
        { ...proposed('environment', 'Test', 'Test'), resource: null },
        proposed('resource', 'db', 'Test'),
      ],
      edges: Array(3).fill({
        id: expect.any(String),
        source: expect.any(String),
        target: expect.any(String),
        suggested: true,
      }),
      summary: {
        newEnvironments: ['Test'],
        newResources: [
          { environment: 'Production', resource: 'app' },
          { environment: 'Test', resource: 'db' },
        ],
        skippedEnvironments: ['Production'],
        skippedResources: [{ environment: 'Production', resource: 'vm' }],
      },
      truncated: false,
      alertsLeftOut: 0,
    })
    expect((await server.current.call('GET', `${PATH}/${id}`)).text).toBe(before.text)
    expect((await server.current.call('GET', '/api/audit?event=service-topology-updated')).body.total).toBe(0)
  })

  it('should propose a graph that can be saved, and nothing more after the save', async () => {
    const { body } = await suggest()
    const { nodes, edges } = sampleGraph()
    const whole = { nodes: [...nodes, ...(body.nodes as object[])], edges: [...edges, ...(body.edges as object[])] }
    expect((await server.current.call('PUT', `${PATH}/${id}`, { json: whole })).status).toBe(200)
    expect((await suggest()).body).toMatchObject({ nodes: [], edges: [], summary: { newResources: [] } })
  })

  it('should report that it is truncated if the topology would exceed its maximum size', async () => {
    const { nodes, edges } = sampleGraph()
    const filler = Array.from({ length: 5_000 - nodes.length }, (_, at) => `filler-${at}`)
    const whole = {
      nodes: [
        ...nodes,
        ...filler.map((each) => ({ id: each, kind: 'resource', label: each, position: { x: 0, y: 0 } })),
      ],
      edges: [...edges, ...filler.map((target) => ({ id: `edge-${target}`, source: 'e', target }))],
    }
    expect((await server.current.call('PUT', `${PATH}/${id}`, { json: whole })).status).toBe(200)
    expect((await suggest()).body).toMatchObject({ nodes: [], edges: [], truncated: true, alertsLeftOut: 2 })
  })

  it('should read severity from the body, else from the query', async () => {
    const proposedFor = async (query: string, sent: Sent) =>
      ((await suggest(query, sent)).body.nodes as { label: string }[]).map(({ label }) => label).join()
    expect(await proposedFor('', { json: { severity: ['critical'] } })).toBe('app')
    expect(await proposedFor('?severity=minor', {})).toBe('Test,db')
    expect(await proposedFor('?severity=minor&severity=critical', { json: {} })).toBe('app,Test,db')
    expect(await proposedFor('?severity=minor', { json: { severity: ['critical'] } })).toBe('app')
    expect(await proposedFor('?severity=minor', { json: { severity: null } })).toBe('Test,db')
    expect(await proposedFor('', { json: { severity: [] } })).toBe('app,Test,db')
  })

  it('should apply the alert impact of the catalog service unless includeExcluded is true', async () => {
    const json = { alertImpact: { severities: ['critical'] } }
    await server.current.call('PUT', `/api/service_catalog/${shop.service}`, { json })
    const count = async (query: string, sent: Sent) => ((await suggest(query, sent)).body.nodes as object[]).length
    expect(await count('', {})).toBe(1)
    expect(await count('', { json: { includeExcluded: true } })).toBe(3)
    expect(await count('?includeExcluded=1', {})).toBe(3)
    expect(await count('?includeExcluded=1', { json: { includeExcluded: false } })).toBe(1)
  })

  it.each([
    [{ severity: 'major' }, 'severity must be an array'],
    [{ severity: [5] }, 'severity.0 must be a string'],
    [{ severities: ['major'] }, 'unknown fields: severities'],
    [{ includeExcluded: 'true' }, 'includeExcluded must be a boolean'],
    [[], 'the body must be an object'],
    [null, 'the body must be an object'],
  ])('should refuse %j with 400', async (json, message) => {
    expectRefusal(await suggest('', { json }), 400, message)
  })

  it('should refuse an unknown topology with 404, malformed JSON with 400, and a missing scope with 403', async () => {
    expectRefusal(await server.current.call('POST', `${PATH}/nowhere/suggest`), 404, 'topology not found')
    expectRefusal(await suggest('', { body: '{' }), 400, 'not valid JSON')
    const key = await server.current.keyWith(['admin:alerts'])
    expectRefusal(await suggest('', { key }), 403, 'read:service_topologies')
  })
})

// Helpers

function suggest(query = '', sent: Sent = {}): Promise<Received> {
  return server.current.call('POST', `${PATH}/${id}/suggest${query}`, sent)
}

function alert(fields: object): Promise<Received> {
  const json = { environment: 'Production', event: 'Down', severity: 'major', service: [shop.service], ...fields }
  return server.current.call('POST', '/api/alert', { json })
}

function proposed(kind: string, label: string, environment: string) {
  return {
    id: expect.any(String),
    kind,
    label,
    environment,
    resource: label,
    icon: '',
    params: {},
    hierarchyConfig: {},
    position: { x: expect.any(Number), y: expect.any(Number) },
    suggested: true,
  }
}
