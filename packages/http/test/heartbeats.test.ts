import { expect, it } from 'vitest'
import { useServer } from './test-server.js'

const server = useServer()
const call = (method: string, path: string, json?: unknown) =>
  server.current.call(method, path, json === undefined ? {} : { json })

/** The only form of times that the client of Alerta reads. */
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** The clock of the server stands still. */
const NOW = '2026-11-20T12:00:00.000Z'
/** Every field of a heartbeat that the client of Alerta reads, and the other fields in answers of Alerta. */
const SHOWN = {
  ...{ href: expect.stringMatching(/^http.*\/api\/heartbeat\//), id: expect.any(String), type: 'Heartbeat' },
  ...{ createTime: expect.stringMatching(ISO), receiveTime: expect.stringMatching(ISO), maxLatency: 2_000 },
  ...{ expireTime: expect.stringMatching(ISO), latency: expect.any(Number), since: expect.any(Number) },
}

it('should accept what the Python client of Alerta sends, and answer what it reads', async () => {
  const createTime = NOW
  // The body that `Client.heartbeat()` sends without options, in its order: missing values are null or empty.
  const bare = { origin: 'alerta/monitor', tags: [], attributes: {}, timeout: null, createTime, customer: null }
  const first = await call('POST', '/api/heartbeat', bare)
  expect(first).toEqual({
    ...first,
    status: 201,
    body: {
      status: 'ok',
      id: expect.any(String),
      heartbeat: {
        ...SHOWN,
        ...{ origin: 'alerta/monitor', tags: [], attributes: {}, createTime, timeout: 86_400, customer: null },
        status: 'ok',
      },
    },
  })
  const { id } = first.body as { id: string }
  // The body of `alerta heartbeat -O … -E … -s … -S … -g … -T … --timeout … --customer …`.
  const attributes = { environment: 'Staging', severity: 'critical', service: ['shop', 'db'], group: 'OS' }
  const whole = { ...bare, tags: ['London', 'os:linux'], attributes, timeout: 120, customer: 'acme' }
  const second = await call('POST', '/api/heartbeat', { ...whole, createTime: NOW })
  const { createTime: _, ...shown } = whole
  expect(second).toMatchObject({ status: 201, body: { id, heartbeat: { ...shown, id } } })
  expect((await call('GET', `/api/heartbeat/${id}`)).body).toEqual({
    ...{ status: 'ok', total: 1 },
    heartbeat: { ...SHOWN, ...shown, id, status: 'ok' },
  })
  // `alerta heartbeats` reads the whole first page; its query is empty.
  const list = await call('GET', '/api/heartbeats?')
  expect(list).toMatchObject({ status: 200, body: { status: 'ok', total: 1, page: 1, heartbeats: [{ id }] } })
  // `alerta heartbeat -D …`
  expect(await call('DELETE', `/api/heartbeat/${id}`)).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await call('GET', `/api/heartbeat/${id}`)).toMatchObject({ status: 404, body: { status: 'error' } })
})

it('should answer the configuration that the command of Alerta reads first, without a key', async () => {
  const response = await fetch(`${server.current.url}/api/config`)
  expect(response.status).toBe(200)
  const { alarm_model } = (await response.json()) as { alarm_model: { severity: object; defaults: object } }
  expect(Object.keys(alarm_model.severity)).toEqual(expect.arrayContaining(['critical', 'normal', 'trace']))
  expect(alarm_model.defaults).toMatchObject({ normal_severity: 'normal' })
})

it('should answer 200 and the stored heartbeat to an outdated one, and warn of odd attributes', async () => {
  const createTime = NOW
  await call('POST', '/api/heartbeat', { origin: 'a', createTime })
  expect(await call('POST', '/api/heartbeat', { origin: 'a', createTime: '2026-01-01T00:00:00Z' })).toMatchObject({
    status: 200,
    body: { outdated: true, heartbeat: { createTime } },
  })
  const odd = await call('POST', '/api/heartbeat', { origin: 'b', attributes: { severity: 'ok' } })
  expect(odd).toMatchObject({ status: 201, body: { warnings: [expect.stringContaining('attributes.severity')] } })
})

it('should refuse a body with faults, and an unknown status in the list', async () => {
  const refused = await call('POST', '/api/heartbeat', { timeout: -1 })
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'origin' }, { path: 'timeout' }] } })
  expect(await call('GET', '/api/heartbeats?status=stale')).toMatchObject({ status: 400 })
  expect(await call('DELETE', '/api/heartbeat/gone')).toMatchObject({ status: 404 })
})
