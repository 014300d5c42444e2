import { describe, expect, it } from 'vitest'
import { expectRefusal, useServer } from './test-server.js'

const server = useServer()
const PATH = '/api/resources/relations'

describe('POST /api/resources/relations/bulk', () => {
  it('should count created and refreshed relations, and a repeated pair once', async () => {
    await bulk({ relations: [{ resource: 'a', parent: 'b' }] })
    const { status, body } = await bulk({
      relations: [
        { resource: 'a', parent: 'b' },
        { resource: 'a', parent: 'c' },
        { resource: 'a', parent: 'c' },
      ],
    })
    expect(status).toBe(200)
    expect(body).toEqual({ status: 'ok', inserted: 1, updated: 1 })
  })

  it('should apply the environment of the request to items without one, and its sourceRef to all', async () => {
    await bulk({
      environment: 'Production',
      sourceRef: 'sheet',
      relations: [
        { resource: 'a', parent: 'b' },
        { resource: 'a', parent: 'b', environment: '' },
      ],
    })
    const { body } = await server.current.call('GET', PATH)
    expect(body).toMatchObject({
      relations: [
        { environment: '', sourceRef: 'sheet' },
        { environment: 'Production', sourceRef: 'sheet' },
      ],
    })
  })

  it.each([
    [{}, 'relations'],
    [{ relations: [] }, 'relations must not be empty'],
    [{ relations: { resource: 'a', parent: 'b' } }, 'relations must be a list'],
    [{ relations: [{ resource: 'a', parent: 'b' }, 'a'] }, 'relations[1] must be an object'],
    [{ relations: [{ resource: 'a', parent: 'b' }, { resource: 'a' }] }, 'relations[1].parent is required'],
    [{ relations: [{ parent: 'b' }] }, 'relations[0].resource is required'],
    [{ relations: [{ resource: 'a', parent: 'a' }] }, 'relations[0].parent must differ'],
    [{ relations: [{ resource: 'a', parent: 'b' }], source: 'hand' }, 'source must be one of'],
  ])('should refuse %j with 400 and write nothing', async (json, message) => {
    expectRefusal(await bulk(json), 400, message)
    expect(await total()).toBe(0)
  })

  it('should accept 10,000 relations in more than 1 MiB, and refuse 10,001', async () => {
    const relations = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ resource: `${'r'.repeat(100)}${index}`, parent: 'p' }))
    expect((await bulk({ relations: relations(10_000) })).body).toMatchObject({ inserted: 10_000, updated: 0 })
    expectRefusal(await bulk({ relations: relations(10_001) }), 400, 'relations has 10001 items')
  })

  it('should accept a source other than manual only with admin:service_topologies', async () => {
    const key = await server.current.keyWith(['write:service_topologies'])
    const json = { relations: [{ resource: 'a', parent: 'b' }], source: 'cmdb' }
    expectRefusal(await server.current.call('POST', `${PATH}/bulk`, { key, json }), 403, 'admin:service_topologies')
  })
})

// Helpers

function bulk(json: unknown) {
  return server.current.call('POST', `${PATH}/bulk`, { json })
}

async function total(): Promise<unknown> {
  return (await server.current.call('GET', PATH)).body.total
}
