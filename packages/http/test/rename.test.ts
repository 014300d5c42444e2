import { expect, it } from 'vitest'
import { useServer } from './test-server.js'

const server = useServer()
const NAMES = { environment: 'F20', from: 'srv-old', to: 'srv-new' }

it('should keep icon, position and alert of a renamed host, which an import then finds under both names', async () => {
  const call = (method: string, path: string, json?: unknown) =>
    server.current.call(method, path, json === undefined ? {} : { json })
  const load = async (host: string) => {
    const body = `resource,environment,parent,services\napp,F20,,f20\n${host},F20,app,f20\n`
    return await server.current.call('POST', '/api/resources/import?source=f20&mode=replace', {
      headers: { 'content-type': 'text/csv' },
      body,
    })
  }
  const read = async () =>
    ((await call('GET', '/api/service_topology/f20?column=service_name')).body as { topology: Drawn }).topology
  expect((await load('srv-old')).status).toBe(200)
  const { id, nodes, edges } = await read()
  const drawn = nodes.map((node) =>
    node.label === 'srv-old' ? { ...node, icon: 'star', position: { x: 999, y: 999 } } : node,
  )
  await call('PUT', `/api/service_topology/${id}`, { nodes: drawn, edges })
  await call('POST', '/api/alert', { environment: 'F20', resource: 'srv-old', event: 'Cpu', severity: 'major' })
  const planned = await call('POST', '/api/resources/rename', { ...NAMES, dryRun: true })
  expect(planned).toMatchObject({ status: 200, body: { status: 'ok', dryRun: true, near: [] } })
  const done = await call('POST', '/api/resources/rename', NAMES)
  expect(done.body).toMatchObject({ dryRun: false, counters: { node: { rename: 1 }, alert: { rename: 1 } } })
  for (const host of ['srv-new', 'srv-old']) {
    expect((await load(host)).status).toBe(200)
    const node = (await read()).nodes.find(({ label }) => label === 'srv-new')
    expect(node).toMatchObject({ icon: 'star', position: { x: 999, y: 999 } })
    expect((await call('GET', '/api/impact?service=f20')).body).toMatchObject({ services: [{ severity: 'major' }] })
  }
})

it('should refuse what cannot be renamed', async () => {
  const rename = (json: object) => server.current.call('POST', '/api/resources/rename', { json })
  const relate = (resource: string) =>
    server.current.call('POST', '/api/resources/relations', { json: { environment: 'F20', resource, parent: 'app' } })
  expect((await rename({})).status).toBe(400)
  expect((await rename({ ...NAMES, to: 'srv-old' })).status).toBe(400)
  expect((await rename(NAMES)).status).toBe(404)
  await relate('srv-old')
  await relate('srv-new')
  expect(await rename(NAMES)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('srv-new exists already (relations)') },
  })
  expect(await rename({ ...NAMES, merge: true })).toMatchObject({ body: { counters: { relation: { merge: 1 } } } })
})

interface Drawn {
  readonly id: string
  readonly nodes: readonly { readonly id: string; readonly label: string }[]
  readonly edges: readonly object[]
}
