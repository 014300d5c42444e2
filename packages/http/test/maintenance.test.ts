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
