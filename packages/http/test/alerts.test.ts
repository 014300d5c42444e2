import { describe, expect, it } from 'vitest'
import { BASE_URL, expectRefusal, type Received, textAt, useServer } from './test-server.js'

const server = useServer()
const down = { resource: 'vm', event: 'down', environment: 'Production' }

describe('POST /api/alert', () => {
  it('should answer 201 with the id and the alert, including defaults', async () => {
    const received = await post(down)
    const id = textAt(received, 'id')
    expect(received.status).toBe(201)
    expect(received.body).toMatchObject({
      status: 'ok',
      alert: {
        id,
        href: `${BASE_URL}/api/alert/${id}`,
        severity: 'normal',
        status: 'closed',
        correlate: [],
        service: [],
        group: 'Misc',
        value: '',
        text: '',
        tags: [],
        attributes: {},
        origin: null,
        type: 'exceptionAlert',
        timeout: 86_400,
        rawData: null,
        customer: null,
        resourceParent: null,
        resourceChildren: [],
        duplicateCount: 0,
        repeat: false,
        previousSeverity: null,
        history: [{ type: 'new', actor: 'admin' }],
      },
    })
  })

  it('should count an alert with the same severity as a duplicate, and with another severity as a change', async () => {
    const first = await post({ ...down, severity: 'major' })
    const duplicate = await post({ ...down, severity: 'major', value: 5 })
    expect(duplicate.status).toBe(201)
    expect(duplicate.body).toMatchObject({
      id: textAt(first, 'id'),
      alert: { duplicateCount: 1, repeat: true, value: '5' },
    })
    expect((await post({ ...down, severity: 'critical' })).body).toMatchObject({
      id: textAt(first, 'id'),
      alert: { severity: 'critical', previousSeverity: 'major', status: 'open' },
    })
  })

  it('should store the relations in the alert', async () => {
    await post({ ...down, origin: 'zabbix', resourceParent: 'host', resourceChildren: ['app', 'vm'] })
    expect((await server.current.call('GET', '/api/resources/relations')).body).toMatchObject({
      total: 2,
      relations: [
        { resource: 'app', parent: 'vm', source: 'event', sourceRef: 'zabbix', environment: 'Production' },
        { resource: 'vm', parent: 'host', source: 'event', sourceRef: 'zabbix' },
      ],
    })
  })

  it('should keep attributes and rawData unchanged, including keys like __proto__', async () => {
    const attributes = '{"__proto__":{"x":1},"constructor":"c","weight":3}'
    const rawData = '[null,{"a":[true]}]'
    const body = `${JSON.stringify({ ...down }).slice(0, -1)},"attributes":${attributes},"rawData":${rawData}}`
    const { text } = await server.current.call('POST', '/api/alert', { body })
    expect(text).toContain(`"attributes":${attributes}`)
    expect(text).toContain(`"rawData":${rawData}`)
  })

  it.each([
    [{ ...down, environment: undefined }, /^An environment must be provided$/],
    [{ ...down, resource: ' ' }, /^A resource must be provided$/],
    [{ ...down, event: '' }, /^An event must be provided$/],
    [{ ...down, service: 'shop' }, /^service must be a list$/],
    [{ ...down, tags: 'x' }, /^tags must be a list$/],
    [{ ...down, correlate: {} }, /^correlate must be a list$/],
    [{ ...down, attributes: [] }, /^attributes must be an object$/],
    [{ ...down, severity: 'bad' }, /^Severity \(bad\) is not one of security, critical, /],
    [{ ...down, status: 'bad' }, /^Status \(bad\) is not one of open, /],
    [{ ...down, timeout: -1 }, /^timeout /],
    [{ ...down, createTime: 'yesterday' }, /^createTime /],
    [{ ...down, text: 5 }, /^text must be a string$/],
    [[down], /^the body must be an object$/],
  ])('should refuse %j with 400', async (json, message) => {
    expectRefusal(await post(json), 400, message)
  })
})

describe('a refused body', () => {
  it.each([
    [
      ['POST', '/api/alert', { resource: 'a', event: '', tags: [{}, 'b', []], timeout: '60', unknown: 1 }],
      ['missingField environment', 'missingField event', 'invalidField tags[0]', 'invalidField tags[2]'],
      ['invalidField timeout'],
    ],
    [
      ['PUT', '/api/alerts/status', { ids: ['a', 7], filters: { from: 'now', colour: 1 }, timeout: 9, status: 'open' }],
      ['invalidField ids[1]', 'invalidField filters.from', 'unknownField filters.colour'],
      ['invalidField filters', 'invalidField timeout'],
    ],
    [
      ['PUT', '/api/alerts/status/undo', { before: [{ status: 'bad', ids: [] }, 7], text: 1 }],
      ['invalidField before[0].status', 'invalidField before[0].ids', 'invalidField before[1]'],
      ['missingField status', 'invalidField text'],
    ],
    [
      ['POST', '/api/impact/simulate', { environment: 7, resources: ['', 8], resource: 1 }],
      ['invalidField environment', 'invalidField resources[0]', 'invalidField resources[1]', 'unknownField resource'],
      [],
    ],
    [
      ['POST', '/api/alert_policy/preview', { policy: { name: '', actions: 7 }, limit: 0, more: 1 }],
      ['missingField policy.name', 'missingField policy.description', 'invalidField policy.actions'],
      ['invalidField limit', 'unknownField more'],
    ],
    [
      [
        'POST',
        '/api/resources/relations/bulk',
        { relations: [{ resource: 'a', parent: 'a', source: 'cmdb' }, { resource: 1 }, null], environment: 1 },
      ],
      ['invalidField relations[0].parent', 'invalidField relations[1].resource', 'missingField relations[1].parent'],
      ['invalidField relations[2]', 'invalidField environment', 'invalidField relations[0].source'],
    ],
  ] as const)('should be answered with all its faults: %j', async ([method, path, json], first, others) => {
    const { status, body } = await server.current.call(method, path, { json })
    const errors = body.errors as readonly { readonly code: string; readonly path: string }[]
    expect(status).toBe(400)
    expect(errors.map((fault) => `${fault.code} ${fault.path}`)).toEqual([...first, ...others])
  })
})

describe('GET /api/alert/<id>', () => {
  it('should read an alert, and answer 404 for an unknown id', async () => {
    const id = textAt(await post(down), 'id')
    const { body } = await server.current.call('GET', `/api/alert/${id}`)
    expect(body).toMatchObject({ status: 'ok', total: 1, alert: { id, href: `${BASE_URL}/api/alert/${id}` } })
    expectRefusal(await server.current.call('GET', '/api/alert/x'), 404, 'alert not found')
  })
})

describe('PUT /api/alert/<id>/status', () => {
  it('should change the status and add a history entry', async () => {
    const id = textAt(await post({ ...down, severity: 'major' }), 'id')
    const { body } = await put(id, { status: 'ack', text: 'on it' })
    expect(body).toMatchObject({ alert: { status: 'ack', history: [{}, { type: 'status', text: 'on it' }] } })
    expect((await put(id, { status: 'open', text: null })).status).toBe(200)
  })

  it('should answer when the status ends by itself, and when the alert expires', async () => {
    const sent = await post({ ...down, severity: 'major', timeout: 120 })
    expect(sent.body).toMatchObject({ alert: { statusUntil: null } })
    const { body } = await put(textAt(sent, 'id'), { status: 'shelved', timeout: 3_600 })
    const { alert } = body as unknown as { readonly alert: Timed }
    const { lastReceiveTime, updateTime, expireTime, statusUntil } = alert
    expect(alert.timeout).toBe(120)
    expect(Date.parse(expireTime) - Date.parse(lastReceiveTime)).toBe(120_000)
    expect(Date.parse(statusUntil) - Date.parse(updateTime)).toBe(3_600_000)
    expect((await put(textAt(sent, 'id'), { status: 'ack', timeout: null })).body).toMatchObject({
      alert: { status: 'ack', statusUntil: null },
    })
  })

  it.each([
    [{}, /^status is required$/],
    [{ status: 5 }, /^status must be a string$/],
    [{ status: 'bad' }, /^Status \(bad\) is not one of/],
    [{ status: 'ack', text: [] }, /^text /],
    [{ status: 'ack', timeout: '60' }, /^timeout /],
    [{ status: 'ack', timeout: 1.5 }, /^timeout /],
    [{ status: 'ack', timeout: -1 }, /^timeout must be a whole number of seconds from 0 to 9007199254740991$/],
    [{ status: 'open', timeout: 60 }, /^timeout is allowed only with the status ack or shelved$/],
    [{ status: 'ack', assignee: 'bob' }, /^assignee is allowed only with the status assign$/],
    [{ status: 'assign', assignee: 7 }, /^assignee must be a string$/],
    [{ status: 'ack', withExplained: 1 }, /^withExplained must be true or false$/],
    [[], /^the body must be an object$/],
  ])('should refuse %j with 400, and with 404 for an unknown alert', async (json, message) => {
    expectRefusal(await put(textAt(await post(down), 'id'), json), 400, message)
    expectRefusal(await put('x', json), 404, 'alert not found')
  })
})

describe('assignees, and what an alert explains', () => {
  it('should give alerts to a person, find them, and give them back', async () => {
    const major = { ...down, severity: 'major' }
    const id = textAt(await post({ ...major, resource: 'a' }), 'id')
    await post({ ...major, resource: 'b' })
    expect((await put(id, { status: 'assign', assignee: ' bob ' })).body).toMatchObject({ alert: { assignee: 'bob' } })
    expect(await found('assignee=bob')).toBe('a')
    expect(await found('assignee=')).toBe('')
    expect(await found('sort-by=assignee')).toBe('ab')
    const call = (path: string, json: unknown) => server.current.call('PUT', `/api/alerts/status${path}`, { json })
    const { before, assignee } = (await call('', { ids: [id], status: 'assign' })).body
    expect(before).toEqual([{ status: 'assign', statusUntil: null, assignee: 'bob', ids: [id] }])
    expect(assignee).toBe('admin')
    expect((await call('/undo', { before, assignee, status: 'assign' })).body).toMatchObject({ count: 1 })
    expect(await found('assignee=bob')).toBe('a')
    expect((await put(id, { status: 'closed' })).body).toMatchObject({ alert: { assignee: null } })
  })

  it('should change what an alert explains, for callers who may read the impact', async () => {
    const major = { ...down, severity: 'major' }
    const id = textAt(await post({ ...major, resource: 'disk', resourceParent: 'volume' }), 'id')
    await post({ ...major, resource: 'volume' })
    const json = { status: 'ack', withExplained: true }
    const key = await server.current.keyWith(['read:alerts', 'write:alerts', 'read:service_topologies'])
    const paths = [`/api/alert/${id}/status`, '/api/alerts/status'] as const
    expectRefusal(await server.current.call('PUT', paths[0], { json, key }), 403, 'read:service_catalog')
    const bulk = { ...json, ids: [id] }
    expectRefusal(await server.current.call('PUT', paths[1], { json: bulk, key }), 403, 'read:service_catalog')
    expect(await found('status=ack')).toBe('')
    expect((await put(id, json)).body).toMatchObject({ alert: { id, status: 'ack' } })
    expect(await found('status=ack')).toBe('diskvolume')
    const opened = await server.current.call('PUT', paths[1], { json: { ...bulk, status: 'open' } })
    expect(opened.body).toMatchObject({ count: 2, before: [{ status: 'ack', ids: expect.any(Array) }] })
    expect(await found('status=open')).toBe('diskvolume')
  })
})

describe('DELETE /api/alert/<id>', () => {
  it('should delete the alert, and answer 404 the second time', async () => {
    const id = textAt(await post(down), 'id')
    expect((await server.current.call('DELETE', `/api/alert/${id}`)).body).toEqual({ status: 'ok' })
    expectRefusal(await server.current.call('DELETE', `/api/alert/${id}`), 404, 'alert not found')
  })
})

describe('POST /api/alert/<id>/note', () => {
  it('should add the note, and refuse an empty or too long one and an unknown alert', async () => {
    const id = textAt(await post(down), 'id')
    const note = (path: string, json: unknown) => server.current.call('POST', `/api/alert/${path}/note`, { json })
    const noted = await note(id, { text: 'disk ordered' })
    expect(noted).toMatchObject({ status: 201, body: { status: 'ok', alert: { id, href: expect.any(String) } } })
    expect((noted.body.alert as { history: unknown[] }).history.at(-1)).toMatchObject({
      ...{ type: 'note', text: 'disk ordered', actor: 'admin' },
    })
    expectRefusal(await note(id, { text: ' ' }), 400, 'text must not be empty')
    expectRefusal(await note(id, { text: 'x'.repeat(10_001) }), 400, 'text is longer than 10000 characters')
    expectRefusal(await note(id, []), 400, 'the body must be an object')
    expectRefusal(await note('none', { text: 'x' }), 404, 'alert not found')
  })
})

describe('PUT /api/alerts/status', () => {
  it('should change the status of all selected alerts or of none', async () => {
    const [a, b] = [await post({ ...down, resource: 'a' }), await post({ ...down, resource: 'b' })]
    const ids = [textAt(a, 'id'), textAt(b, 'id')]
    const change = (json: unknown) => server.current.call('PUT', '/api/alerts/status', { json })
    expectRefusal(await change({ ids: [...ids, 'none'], status: 'ack' }), 404, 'alerts not found: none')
    expectRefusal(await change({ filters: {}, status: 'ack' }), 400, 'filters must not be empty')
    expectRefusal(await change({ ids, filters: { q: 'a' }, status: 'ack' }), 400, 'give either ids or filters')
    expect(await found('status=ack')).toBe('')
    const byIds = await change({ ids, filters: null, status: 'ack', text: 'on it' })
    expect(byIds).toMatchObject({ status: 200, body: { status: 'ok', count: 2 } })
    expect((byIds.body.ids as string[]).toSorted()).toEqual(ids.toSorted())
    expect(await found('status=ack')).toBe('ab')
    const byFilters = await change({ filters: { resource: ['b', 'c'] }, status: 'shelved', text: null })
    const before = [{ status: 'ack', statusUntil: null, assignee: null, ids: ids.slice(1) }]
    expect(byFilters.body).toEqual({ status: 'ok', count: 1, ids: ids.slice(1), before, assignee: null })
    expect(await found('status=shelved')).toBe('b')
  })

  it('should change nothing with dryRun, and take a change back', async () => {
    const major = { ...down, severity: 'major' }
    const [a, b] = [await post({ ...major, resource: 'a' }), await post({ ...major, resource: 'b' })]
    const ids = [textAt(a, 'id'), textAt(b, 'id')]
    const call = (path: string, json: unknown) => server.current.call('PUT', `/api/alerts/status${path}`, { json })
    const change = { filters: { resource: ['a', 'b'] }, status: 'closed' }
    const planned = await call('?dryRun=1', change)
    expect(planned).toMatchObject({ status: 200, body: { count: 2, ids } })
    expect(await found('status=closed')).toBe('')
    expectRefusal(await call('?dryRun=maybe', change), 400, 'dryRun')
    const { before } = (await call('', { ids, status: 'closed' })).body
    expect(await found('status=closed')).toBe('ab')
    await server.current.call('PUT', `/api/alert/${ids[1]}/status`, { json: { status: 'ack' } })
    const undone = await call('/undo', { before, status: 'closed', text: null })
    expect(undone).toMatchObject({ status: 200, body: { status: 'ok', count: 1, ids: ids.slice(0, 1) } })
    expect(await found('status=open')).toBe('a')
    expectRefusal(await call('/undo', { status: 'closed' }), 400, 'before must not be empty')
  })
})

describe('GET /api/alerts', () => {
  it('should filter, sort and page', async () => {
    await post({ ...down, resource: 'a', severity: 'major', service: ['shop'] })
    await post({ ...down, resource: 'b', severity: 'minor', service: ['shop'], environment: 'Test' })
    await post({ ...down, resource: 'c', event: 'up' })
    expect(await found('')).toBe('abc')
    expect(await found('severity=major&severity=minor')).toBe('ab')
    expect(await found('status=closed')).toBe('c')
    expect(await found('environment=Test')).toBe('b')
    expect(await found('resource=a')).toBe('a')
    expect(await found('event=up')).toBe('c')
    expect(await found('hurts=nothing')).toBe('')
    expect(await found('hurts=shop&hurts=other')).toBe('ab')
    expect(await found('hurts=shop&severity=minor')).toBe('b')
    const unknown = { services: ['other'], owners: [], otherOwner: [], near: [] }
    expect((await server.current.call('GET', '/api/alerts?hurts=shop&hurts=other')).body).toMatchObject({ unknown })
    expect((await server.current.call('GET', '/api/alerts?hurts=shop')).body).not.toHaveProperty('unknown')
    expect(await found('sort-by=-createTime&page-size=2')).toBe('cb')
    expectRefusal(await server.current.call('GET', '/api/alerts?group=x'), 400, 'unknown query parameter: group')
    expectRefusal(await server.current.call('GET', '/api/alerts?sort-by=text'), 400, 'sort-by must be one of')
  })

  it('should find the alerts that reach no service, and those of a maintenance window', async () => {
    await post({ ...down, resource: 'a', severity: 'major', service: ['shop'] })
    await post({ ...down, resource: 'b', severity: 'major' })
    const call = (method: 'GET' | 'POST' | 'PUT', path: string, json?: unknown) =>
      server.current.call(method, path, json === undefined ? {} : { json })
    expect(await found('unreached=true')).toBe('b')
    expect(await found('unreached=0')).toBe('ab')
    expectRefusal(await call('GET', '/api/alerts?unreached=yes'), 400, 'unreached')
    const clauses = [{ key: 'resource', op: '=', value: 'c' }]
    const times = { startTime: '2000-01-01T00:00:00Z', endTime: '2099-01-01T00:00:00Z' }
    const made = await call('POST', '/api/maintenance', { name: 'w', ...times, filters: { clauses } })
    await post({ ...down, resource: 'c', severity: 'major' })
    expect(await found(`window=${textAt(made, 'window.id')}`)).toBe('c')
    expect(await found('window=other')).toBe('')
    const change = { filters: { unreached: true }, status: 'closed' }
    expect(await call('PUT', '/api/alerts/status?dryRun=1', change)).toMatchObject({ body: { count: 2 } })
  })
})

describe('the filters of GET /api/alerts', () => {
  it('should filter by service, tag, text, time and a part of a text, and sort by severity', async () => {
    await post({ ...down, resource: 'a', severity: 'major', service: ['shop'], tags: ['x', 'y'], text: 'Disk full' })
    await post({ ...down, resource: 'b', severity: 'critical', tags: ['y'], text: 'disk full' })
    const c = await post({ ...down, resource: 'c', severity: 'minor', service: ['bank', 'mail'] })
    const { lastReceiveTime } = c.body.alert as { lastReceiveTime: string }
    expect(await found('service=shop&service=mail')).toBe('ac')
    expect(await found('tag=y')).toBe('ab')
    expect(await found('tag=x&tag=z')).toBe('a')
    expect(await found('text=disk%20full')).toBe('b')
    expect(await found('q=DISK')).toBe('ab')
    expect(await found('q=BAN&q=A')).toBe('ac')
    expect(await found(`from=${lastReceiveTime}`)).toBe('c')
    expect(await found(`to=${lastReceiveTime}`)).toBe('ab')
    expect(await found('sort-by=severity')).toBe('bac')
    expect(await found('sort-by=-severity')).toBe('cab')
    expectRefusal(await server.current.call('GET', '/api/alerts?from=now'), 400, 'from must be an ISO 8601 time')
    const twice = await server.current.call('GET', '/api/alerts?to=2026-01-01&to=2026-01-02')
    expectRefusal(twice, 400, 'to must be given once, not 2 times')
  })
})

describe('GET /api/alerts/by_service/<service>', () => {
  it('should list the active alerts of the service, or those with the given statuses', async () => {
    await post({ ...down, resource: 'a', severity: 'major', service: ['web shop', 'x'] })
    await post({ ...down, resource: 'b', severity: 'normal', service: ['web shop'] })
    await post({ ...down, resource: 'c', severity: 'major', service: ['x'] })
    expect(await found('', 's/by_service/web%20shop')).toBe('a')
    expect(await found('status=closed', 's/by_service/web%20shop')).toBe('b')
    expect(await found('status=closed&status=open', 's/by_service/web%20shop')).toBe('ab')
    expect(await found('severity=minor', 's/by_service/web%20shop')).toBe('')
    expect(await found('', 's/by_service/unheard-of')).toBe('')
    expect(await found('q=A', 's/by_service/web%20shop')).toBe('a')
    const other = await server.current.call('GET', '/api/alerts/by_service/x?service=x')
    expectRefusal(other, 400, 'unknown query parameter: service')
  })
})

// Helpers

interface Timed {
  readonly timeout: number
  readonly lastReceiveTime: string
  readonly updateTime: string
  readonly expireTime: string
  readonly statusUntil: string
}

function post(json: unknown): Promise<Received> {
  return server.current.call('POST', '/api/alert', { json })
}

function put(id: string, json: unknown): Promise<Received> {
  return server.current.call('PUT', `/api/alert/${id}/status`, { json })
}

async function found(query: string, path = 's'): Promise<string> {
  const { body } = await server.current.call('GET', `/api/alert${path}?${query}`)
  return (body.alerts as { resource: string }[]).map((alert) => alert.resource).join('')
}
