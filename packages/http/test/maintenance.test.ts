import { expect, it } from 'vitest'
import { useServer } from './test-server.js'

const server = useServer()

it('should create, list, change and delete a maintenance window', async () => {
  const call = (method: string, path: string, json?: unknown) =>
    server.current.call(method, path, json === undefined ? {} : { json })
  const body = {
    name: 'night',
    filters: { clauses: [{ key: 'resource', op: '=', value: 'db' }] },
    startTime: '2030-01-06T02:00:00+01:00',
    endTime: '2030-01-06T04:00:00+01:00',
    timezone: 'Europe/Berlin',
    rrule: 'FREQ=WEEKLY;BYDAY=SU',
  }
  const created = await call('POST', '/api/maintenance', body)
  expect(created).toMatchObject({
    status: 201,
    body: { status: 'ok', window: { name: 'night', startTime: '2030-01-06T01:00:00.000Z', overTime: null } },
  })
  const { window } = created.body as { window: { id: string } }
  expect((await call('GET', '/api/maintenance?name=night')).body).toMatchObject({ total: 1, windows: [window] })
  const changed = await call('PUT', `/api/maintenance/${window.id}`, { rrule: null })
  expect(changed.body).toMatchObject({ window: { rrule: null, overTime: '2030-01-06T03:00:00.000Z' } })
  const refused = await call('PUT', `/api/maintenance/${window.id}`, { rrule: 'FREQ=SECONDLY' })
  expect([refused.status, refused.body]).toMatchObject([400, { message: expect.stringContaining('rrule has a wrong') }])
  expect((await call('DELETE', `/api/maintenance/${window.id}`)).status).toBe(200)
  expect((await call('GET', `/api/maintenance/${window.id}`)).status).toBe(404)
})

it('should store hurtDepth, refuse another one, and preview what a window would hold', async () => {
  const call = (method: string, path: string, json: unknown) => server.current.call(method, path, { json })
  await call('POST', '/api/resources/relations', { environment: 'Deep', resource: 'disk', parent: 'db' })
  await call('POST', '/api/alert', { environment: 'Deep', resource: 'db', event: 'Slow', severity: 'major' })
  const filters = { clauses: [{ key: 'resource', op: '=', value: 'disk' }] }
  const preview = await call('POST', '/api/maintenance/preview', { filters, hurtDepth: 1 })
  expect(preview).toMatchObject({
    status: 200,
    body: { status: 'ok', matched: 1, alerts: [{ environment: 'Deep', resource: 'db', event: 'Slow', below: 'disk' }] },
  })
  expect((await call('POST', '/api/maintenance/preview', { filters })).body).toMatchObject({ matched: 0, alerts: [] })
  const body = { name: 'disk', filters, startTime: '2030-01-06T02:00:00Z', endTime: '2030-01-06T04:00:00Z' }
  expect((await call('POST', '/api/maintenance', body)).body).toMatchObject({ window: { hurtDepth: 0 } })
  expect((await call('POST', '/api/maintenance', { ...body, hurtDepth: 10 })).body).toMatchObject({
    window: { hurtDepth: 10 },
  })
  for (const path of ['/api/maintenance', '/api/maintenance/preview']) {
    const sent = path.endsWith('preview') ? { hurtDepth: 11 } : { ...body, hurtDepth: 11 }
    expect(await call('POST', path, sent)).toMatchObject({
      status: 400,
      body: { message: 'hurtDepth must be a whole number from 0 to 10' },
    })
  }
})
