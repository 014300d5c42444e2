import { expect, it } from 'vitest'
import { useServer } from './test-server.js'

const server = useServer()
const PATH = '/api/resources/rule?environment=Production&resource=databases'

it('should create, replace, list and delete a redundancy rule', async () => {
  const call = (method: string, path: string, json?: unknown) =>
    server.current.call(method, path, json === undefined ? {} : { json })
  expect((await call('GET', PATH)).status).toBe(404)
  const created = await call('PUT', PATH, { minHealthy: '50%', degraded: null })
  const rule = {
    environment: 'Production',
    resource: 'databases',
    minHealthy: '50%',
    failedAt: 'major',
    degraded: null,
  }
  expect(created).toMatchObject({ status: 201, body: { status: 'ok', rule } })
  expect((await call('GET', PATH)).body).toEqual(created.body)
  const replaced = await call('PUT', PATH, { minHealthy: 2 })
  expect(replaced).toMatchObject({ status: 200, body: { rule: { minHealthy: 2, degraded: 'warning' } } })
  expect((await call('PUT', PATH, { minHealthy: 9, source: 'cmdb' })).body).toEqual(replaced.body)
  const { rule: stored } = replaced.body as { rule: object }
  expect((await call('PUT', PATH, stored)).status).toBe(200)
  expect((await call('GET', '/api/resources/rules?q=DATA&source=manual')).body).toMatchObject({ total: 1, more: false })
  expect((await call('GET', '/api/resources/rules?environment=Test')).body).toMatchObject({ total: 0, rules: [] })
  expect((await call('DELETE', PATH)).body).toEqual({ status: 'ok' })
  expect((await call('DELETE', PATH)).status).toBe(404)
})

it('should refuse a rule with all its faults', async () => {
  const { status, body } = await server.current.call('PUT', PATH, {
    json: { failedAt: 'ok', degraded: 'normal', resource: 'another', minHealthy: '150%' },
  })
  expect(status).toBe(400)
  const { errors, message } = body as { errors: readonly { path: string }[]; message: string }
  expect(errors.map(({ path }) => path)).toEqual(['minHealthy', 'failedAt', 'degraded', 'resource'])
  expect(message).toContain('(and 3 more)')
})

it('should need a resource, and use the empty environment if none is given', async () => {
  const put = (query: string) => server.current.call('PUT', `/api/resources/rule${query}`, { json: { minHealthy: 1 } })
  expect((await put('')).status).toBe(400)
  expect((await put('?resource=')).status).toBe(400)
  expect(await put('?resource=a')).toMatchObject({ status: 201, body: { rule: { environment: '', resource: 'a' } } })
})
