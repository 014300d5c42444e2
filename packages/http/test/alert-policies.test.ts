import { describe, expect, it } from 'vitest'
import { expectRefusal, type Received, textAt, useServer } from './test-server.js'

const server = useServer()
const PATH = '/api/alert_policy'
const filters = { operator: 'AND', clauses: [{ key: 'origin', op: '=', value: 'probe' }] }
/** One action of every kind. */
const actions = [
  {
    translate: 'severity',
    values: { down: 'critical', up: null },
    ranges: [{ from: 1, below: 2, to: 'minor' }, { to: ['a', { b: 1 }] }],
    otherwise: 'warning',
  },
  { copy: 'attributes.a.b', from: ['text', 'attributes.c'], when: 'always' },
  { extract: 'resource', from: 'text', pattern: 'on (\\S+)' },
  { set: 'text', value: null },
  { add: 'tags', value: ['probe'] },
  { lowercase: 'event' },
  { drop: true },
]
const probe = { name: 'Probe', description: 'Its own words', filters, actions }

describe('/api/alert_policy', () => {
  it('should create, read, list, change and delete a policy', async () => {
    const created = await post(probe)
    expect(created.status).toBe(201)
    const [id, createTime] = [textAt(created, 'policy.id'), textAt(created, 'policy.createTime')]
    const policy = { ...probe, id, order: 100, webhookId: null, status: 'active', createTime, updateTime: createTime }
    expect(created.body).toEqual({ status: 'ok', policy })
    const one = (method: string, json?: unknown) =>
      server.current.call(method, `${PATH}/${id}`, json === undefined ? {} : { json })
    expect((await one('GET')).body).toEqual({ status: 'ok', policy })
    expect((await list('order=100&sort-by=-order')).body).toMatchObject({
      ...{ status: 'ok', policies: [policy], total: 1 },
    })
    expect((await list('webhookId=probe')).body).toMatchObject({ policies: [], total: 0 })
    const changed = { ...policy, order: -5, updateTime: expect.any(String) }
    expect((await one('PUT', { order: -5 })).body).toEqual({ status: 'ok', policy: changed })
    expectRefusal(await one('PUT', { order: 0.5 }), 400, 'order must be a whole number')
    expect((await one('DELETE')).body).toEqual({ status: 'ok' })
    expectRefusal(await one('GET'), 404, 'policy not found')
    expectRefusal(await one('PUT', []), 404, 'policy not found')
    const malformed = server.current.call('PUT', `${PATH}/${id}`, { body: '{' })
    expectRefusal(await malformed, 404, 'policy not found')
  })

  it('should accept a policy as it was read', async () => {
    const created = await post(probe)
    const sent = created.body.policy as object
    const changed = await server.current.call('PUT', `${PATH}/${textAt(created, 'policy.id')}`, { json: sent })
    expect(changed.body).toEqual({ status: 'ok', policy: { ...sent, updateTime: expect.any(String) } })
  })

  it('should warn of an active policy that drops every alert, whenever it is written', async () => {
    const warnings = ['the filters have no clause, so the policy drops every alert of this installation']
    const { filters: _, ...every } = probe
    const created = await post(every)
    expect(created).toMatchObject({ status: 201, body: { policy: { filters: {} }, warnings } })
    const path = `${PATH}/${textAt(created, 'policy.id')}`
    const put = async (json: unknown, at = path) => (await server.current.call('PUT', at, { json })).body
    expect(await put({ status: 'inactive' }, `${path}/status`)).not.toHaveProperty('warnings')
    expect(await put({ status: 'active' }, `${path}/status`)).toMatchObject({ warnings })
    expect(await put({ order: 7 })).toMatchObject({ warnings })
    expect(await put({ filters })).not.toHaveProperty('warnings')
    expect((await server.current.call('GET', path)).body).not.toHaveProperty('warnings')
  })

  it('should set the status of a policy', async () => {
    const path = `${PATH}/${textAt(await post(probe), 'policy.id')}/status`
    const put = (json: unknown) => server.current.call('PUT', path, { json })
    expect((await put({ status: 'inactive' })).body).toMatchObject({ status: 'ok', policy: { status: 'inactive' } })
    expect((await list('status=inactive')).body.total).toBe(1)
    expectRefusal(await put({}), 400, 'status must be one of active, inactive')
    expectRefusal(await put({ status: 'on' }), 400, 'status must be one of active, inactive')
    expectRefusal(await put({ status: 'active', order: 1 }), 400, 'unknown fields: order')
    const unknown = (sent: object) => server.current.call('PUT', `${PATH}/nobody/status`, sent)
    expectRefusal(await unknown({ json: {} }), 404, 'policy not found')
    expectRefusal(await unknown({ body: '{' }), 404, 'policy not found')
  })

  it('should list policies by order, then by creation', async () => {
    for (const [name, order] of Object.entries({ c: 7, d: 7, a: -7, b: undefined }))
      await post({ ...probe, name, order })
    const names = ({ body }: Received) =>
      (body.policies as readonly { readonly name: string }[]).map(({ name }) => name)
    expect(names(await list(''))).toEqual(['a', 'c', 'd', 'b'])
    expect(names(await list('sort-by=createTime'))).toEqual(['c', 'd', 'a', 'b'])
    expect(names(await list('sort-by=-updateTime&page-size=2'))).toEqual(['b', 'a'])
    expect(names(await list('order=7&name=+d+'))).toEqual(['d'])
  })

  it('should delete the policies of a deleted webhook', async () => {
    await server.current.call('POST', '/api/webhook_config', { json: { id: 'probe' } })
    await post({ ...probe, webhookId: 'probe' })
    await post(probe)
    expect((await list('webhookId=probe')).body.total).toBe(1)
    await server.current.call('DELETE', '/api/webhook_config/probe')
    expect((await list('')).body).toMatchObject({ policies: [{ webhookId: null }], total: 1 })
  })

  it.each([
    [{ ...probe, name: undefined }, 'name is required'],
    [{ ...probe, actions: undefined }, 'actions is required'],
    [{ ...probe, actions: [] }, 'actions must be 1 to 50 actions'],
    [{ ...probe, actions: [{ drop: true }, { set: 'colour', value: 1 }] }, 'actions[1].set must be one of '],
    [{ ...probe, webhookId: 'nowhere' }, 'webhookId: there is no webhook nowhere'],
    [{ ...probe, weight: 5 }, 'unknown fields: weight'],
    [{ ...probe, filters: { clauses: [{ key: 'a' }] } }, 'filters.clauses[0].'],
  ])('should refuse %j with 400', async (json, message) => {
    expectRefusal(await post(json), 400, message)
    expect((await list('')).body.total).toBe(0)
  })

  it('should need the same scopes as weight policies', async () => {
    const id = textAt(await post(probe), 'policy.id')
    const key = await server.current.keyWith(['read:service_topologies'])
    expect((await server.current.call('GET', PATH, { key })).status).toBe(200)
    expectRefusal(await server.current.call('POST', PATH, { key, json: probe }), 403, 'write:service_topologies')
    const status = server.current.call('PUT', `${PATH}/${id}/status`, { key, json: { status: 'inactive' } })
    expectRefusal(await status, 403, 'write:service_topologies')
  })
})

it('should create the policy hostnames, with the fields of the body, and refuse an unknown preset', async () => {
  const create = (preset: string) => server.current.call('POST', `${PATH}?preset=${preset}`, { json: { order: 7 } })
  expect(await create('hostnames')).toMatchObject({ status: 201, body: { policy: { order: 7, webhookId: null } } })
  expectRefusal(await create('hosts'), 400, 'there is no preset hosts; there are hostnames')
  const json = { environment: 'Production', resource: 'WEB-1.example.org:9100', event: 'Slow', severity: 'major' }
  const created = await server.current.call('POST', '/api/alert', { json })
  expect(created.body).toMatchObject({ alert: { resource: 'web-1' } })
})

// Helpers

function post(json: unknown): Promise<Received> {
  return server.current.call('POST', PATH, { json })
}

function list(query: string): Promise<Received> {
  return server.current.call('GET', `${PATH}?${query}`)
}
