import { describe, expect, it } from 'vitest'
import { expectRefusal, useServer } from './test-server.js'

const server = useServer()
const PATH = '/api/resources/graph'

describe('GET /api/resources/graph', () => {
  it('should answer empty lists for an unknown resource', async () => {
    const { status, body } = await server.current.call('GET', `${PATH}?resource=nobody`)
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'ok',
      environment: '',
      resource: 'nobody',
      parents: [],
      children: [],
      ancestors: [],
      descendants: [],
      cut: false,
      cutAt: [],
    })
  })

  it('should list parents and children as relations, ancestors and descendants with depth and path', async () => {
    await store('vm', 'host')
    await store('host', 'rack')
    await store('db', 'vm')
    const { body } = await server.current.call('GET', `${PATH}?resource=vm`)
    expect(body).toMatchObject({
      parents: [{ resource: 'vm', parent: 'host', source: 'manual', sourceRef: null }],
      children: [{ resource: 'db', parent: 'vm' }],
      ancestors: [
        { resource: 'host', depth: 1, path: ['vm', 'host'] },
        { resource: 'rack', depth: 2, path: ['vm', 'host', 'rack'] },
      ],
      descendants: [{ resource: 'db', depth: 1, path: ['vm', 'db'] }],
    })
  })

  it.each([
    ['ancestors', ['ancestors']],
    ['descendants', ['descendants']],
    ['both', ['ancestors', 'descendants']],
  ])('should answer for direction %s the lists %j, and always parents and children', async (direction, lists) => {
    await store('vm', 'host')
    const { body } = await server.current.call('GET', `${PATH}?resource=vm&direction=${direction}`)
    const keys = Object.keys(body).filter((key) => key === 'ancestors' || key === 'descendants')
    expect(keys.sort()).toEqual(lists)
    expect(body).toHaveProperty('parents')
    expect(body).toHaveProperty('children')
  })

  it('should stop at depth, 10 by default', async () => {
    for (let level = 0; level < 12; level++) await store(`r${level}`, `r${level + 1}`)
    const depths = async (query: string) => {
      const { body } = await server.current.call('GET', `${PATH}?resource=r0${query}`)
      return (body.ancestors as { depth: number }[]).at(-1)?.depth
    }
    expect(await depths('')).toBe(10)
    expect(await depths('&depth=1')).toBe(1)
    expect(await depths('&depth=20')).toBe(12)
  })

  it('should list each resource of a cycle once', async () => {
    await store('a', 'b')
    await store('b', 'a')
    const { body } = await server.current.call('GET', `${PATH}?resource=a`)
    expect(body).toMatchObject({ ancestors: [{ resource: 'b' }], descendants: [{ resource: 'b' }] })
    expect(body.ancestors).toHaveLength(1)
  })

  it('should separate environments and trim names', async () => {
    await store('vm', 'host', 'Production')
    const parents = async (query: string) => {
      const { body } = await server.current.call('GET', `${PATH}?resource=%20vm%20&${query}`)
      return (body.parents as unknown[]).length
    }
    expect(await parents('environment=Production')).toBe(1)
    expect(await parents('environment=+Production+')).toBe(1)
    expect(await parents('environment=production')).toBe(0)
    expect(await parents('')).toBe(0)
  })

  it.each([
    ['', 'resource is required'],
    ['resource=', 'resource is required'],
    ['resource=+', 'resource is required'],
    ['resource=a&direction=up', /^direction must be one of ancestors, descendants, both$/],
    ['resource=a&direction=', /^direction /],
    ['resource=a&depth=0', /^depth must be a whole number from 1 to 20$/],
    ['resource=a&depth=21', /^depth /],
    ['resource=a&depth=-1', /^depth /],
    ['resource=a&depth=1.5', /^depth /],
    ['resource=a&depth=1e1', /^depth /],
    ['resource=a&depth=0x5', /^depth /],
    ['resource=a&depth=', /^depth /],
    ['resource=a&depth=ten', /^depth /],
    ['resource=a&depth=99999999999999999999', /^depth /],
    ['resource=a&resource=b', /^resource must be given once/],
    ['resource=a&enviroment=x', 'unknown query parameter: enviroment'],
    ['resource=a&constructor=x', 'unknown query parameter: constructor'],
    ['resource=a&__proto__=x', 'unknown query parameter: __proto__'],
    [`resource=${'x'.repeat(256)}`, /^resource is longer than 255/],
    ['resource=%00', /^resource contains/],
  ])('should refuse %j with 400', async (query, message) => {
    expectRefusal(await server.current.call('GET', `${PATH}?${query}`), 400, message)
  })
})

// Helpers

async function store(resource: string, parent: string, environment = ''): Promise<void> {
  const json = { resource, parent, environment }
  const { status } = await server.current.call('POST', '/api/resources/relations', { json })
  expect(status).toBe(201)
}
