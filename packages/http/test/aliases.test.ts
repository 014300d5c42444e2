import { expect, it } from 'vitest'
import { useServer } from './test-server.js'

const server = useServer()
const PATH = '/api/resources/alias?environment=Production&alias=db1.example.com'

it('should create, change, list and delete an alias', async () => {
  const call = (method: string, path: string, json?: unknown) =>
    server.current.call(method, path, json === undefined ? {} : { json })
  expect((await call('GET', PATH)).status).toBe(404)
  const created = await call('PUT', PATH, { resource: 'database' })
  const alias = { environment: 'Production', alias: 'db1.example.com', resource: 'database' }
  expect(created).toMatchObject({ status: 201, body: { status: 'ok', alias, near: [] } })
  const changed = await call('PUT', '/api/resources/alias', { ...alias, resource: 'db' })
  expect(changed).toMatchObject({ status: 200, body: { alias: { ...alias, resource: 'db' } } })
  const { alias: stored } = changed.body as { alias: object }
  expect((await call('GET', PATH)).body).toEqual({ status: 'ok', alias: stored })
  expect((await call('PUT', PATH, stored)).status).toBe(200)
  expect((await call('GET', '/api/resources/aliases?resource=db')).body).toMatchObject({
    total: 1,
    aliases: [{ resource: 'db' }],
  })
  expect((await call('GET', '/api/resources/aliases?environment=Test')).body).toMatchObject({ total: 0, aliases: [] })
  expect((await call('DELETE', PATH)).body).toEqual({ status: 'ok' })
  expect((await call('DELETE', PATH)).status).toBe(404)
})

it('should refuse an alias with all its faults', async () => {
  const put = (path: string, json: object) => server.current.call('PUT', path, { json })
  const paths = ({ body }: { body: unknown }) =>
    (body as { errors: readonly { path: string }[] }).errors.map(({ path }) => path)
  expect(paths(await put(PATH, { alias: 'other', environment: 1 }))).toEqual(['resource', 'environment', 'alias'])
  expect(paths(await put('/api/resources/alias', {}))).toEqual(['alias', 'resource'])
  expect(paths(await put(PATH, { resource: 'db1.example.com' }))).toEqual(['resource'])
  expect((await put('/api/resources/alias?alias=', { resource: 'a' })).status).toBe(400)
})

it('should refuse a name of the graph with 409, and use the empty environment if none is given', async () => {
  const put = (query: string) => server.current.call('PUT', `/api/resources/alias${query}`, { json: { resource: 'b' } })
  await server.current.call('POST', '/api/resources/relations', { json: { resource: 'a', parent: 'p' } })
  expect(await put('?alias=a')).toMatchObject({ status: 409 })
  expect(await put('?alias=c')).toMatchObject({ status: 201, body: { alias: { environment: '', resource: 'b' } } })
})
