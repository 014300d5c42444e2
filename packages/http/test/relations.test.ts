import { describe, expect, it } from 'vitest'
import { expectRefusal, textAt, useServer } from './test-server.js'

const server = useServer()
const PATH = '/api/resources/relations'

describe('POST /api/resources/relations', () => {
  it('should answer 201 with the relation, including defaults', async () => {
    const { status, body } = await post({ resource: ' vm ', parent: 'host' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'ok',
      relation: { environment: '', resource: 'vm', parent: 'host', source: 'manual', sourceRef: null },
    })
  })

  it('should update the stored relation when it is sent again', async () => {
    const first = await post({ resource: 'vm', parent: 'host' })
    const again = await post({ resource: 'vm', parent: 'host', sourceRef: 'by hand' })
    expect(again.status).toBe(201)
    expect(textAt(again, 'relation.id')).toBe(textAt(first, 'relation.id'))
    expect(textAt(again, 'relation.createTime')).toBe(textAt(first, 'relation.createTime'))
    expect(textAt(again, 'relation.updateTime') > textAt(first, 'relation.updateTime')).toBe(true)
    expect(textAt(again, 'relation.sourceRef')).toBe('by hand')
  })

  it('should keep a manual relation when another source sends it', async () => {
    await post({ resource: 'vm', parent: 'host' })
    const { status, body } = await post({ resource: 'vm', parent: 'host', source: 'cmdb', sourceRef: 'itop' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ relation: { source: 'manual', sourceRef: null } })
  })

  it('should accept a source other than manual only with admin:service_topologies', async () => {
    const json = { resource: 'vm', parent: 'host', source: 'event' }
    const writer = await server.current.keyWith(['write:service_topologies'])
    const admin = await server.current.keyWith(['admin:service_topologies'])
    expectRefusal(await server.current.call('POST', PATH, { key: writer, json }), 403, 'admin:service_topologies')
    expect((await server.current.call('POST', PATH, { key: admin, json })).status).toBe(201)
  })

  it.each([
    [{ parent: 'b' }, 'resource is required'],
    [{ resource: 'a' }, 'parent is required'],
    [{ resource: ' ', parent: 'b' }, 'resource is required'],
    [{ resource: 'a', parent: '' }, 'parent is required'],
    [{ resource: null, parent: 'b' }, 'resource is required'],
    [{ resource: 'a', parent: ' a ' }, 'parent must differ from resource'],
    [{ resource: 5, parent: 'b' }, 'resource must be a string'],
    [{ resource: 'a', parent: ['b'] }, 'parent must be a string'],
    [{ resource: 'a', parent: 'b', environment: {} }, 'environment must be a string'],
    [{ resource: 'a', parent: 'b', source: 'hand' }, 'source must be one of manual, event, cmdb, topology, policy'],
    [{ resource: 'a', parent: 'b', source: 'constructor' }, 'source must be one of'],
    [{ resource: 'a', parent: 'b', sourceRef: 7 }, 'sourceRef must be a string'],
    [{ resource: 'x'.repeat(256), parent: 'b' }, 'resource is longer than 255'],
    [{ resource: 'a\u0000', parent: 'b' }, 'resource contains'],
    [{ resource: 'a', parent: '\ud800' }, 'parent contains'],
    [[], 'the body must be an object'],
    ['text', 'the body must be an object'],
    [null, 'the body must be an object'],
  ])('should refuse %j with 400', async (json, message) => {
    expectRefusal(await post(json), 400, message)
    expect(await total()).toBe(0)
  })
})

describe('GET /api/resources/relations', () => {
  it('should filter by every column; a repeated filter matches any of its values', async () => {
    await post({ resource: 'a', parent: 'p', environment: 'E' })
    await post({ resource: 'b', parent: 'p', sourceRef: 'x' })
    await post({ resource: 'c', parent: 'q', source: 'cmdb', sourceRef: 'y' })
    const found = async (query: string) => {
      const { body } = await server.current.call('GET', `${PATH}?sort-by=resource&${query}`)
      return (body.relations as { resource: string }[]).map((relation) => relation.resource).join('')
    }
    expect(await found('')).toBe('abc')
    expect(await found('environment=E')).toBe('a')
    expect(await found('environment=')).toBe('bc')
    expect(await found('resource=a&resource=c')).toBe('ac')
    expect(await found('parent=p')).toBe('ab')
    expect(await found('source=cmdb')).toBe('c')
    expect(await found('sourceRef=x&sourceRef=y')).toBe('bc')
    expect(await found('sourceRef=x&parent=q')).toBe('')
  })

  it('should answer in pages, with an empty page after the last', async () => {
    for (const parent of ['p', 'q', 'r']) await post({ resource: 'a', parent })
    const page = async (query: string) => (await server.current.call('GET', `${PATH}?${query}`)).body
    expect(await page('')).toMatchObject({ total: 3, page: 1, pageSize: 50, pages: 1, more: false })
    expect(await page('page-size=2')).toMatchObject({ total: 3, page: 1, pageSize: 2, pages: 2, more: true })
    expect(await page('page-size=2&page=2')).toMatchObject({ relations: [{ parent: 'r' }], page: 2, more: false })
    expect(await page('page-size=2&page=9')).toMatchObject({ relations: [], total: 3, page: 9, more: false })
    expect(await page('sort-by=-parent&page-size=1')).toMatchObject({ relations: [{ parent: 'r' }] })
  })

  it.each([
    ['page=0', 'page must be'],
    ['page=x', 'page must be'],
    ['page=1&page=2', 'page must be given once'],
    ['page-size=0', 'page-size must be'],
    ['page-size=1001', 'page-size must be'],
    ['page-size=', 'page-size must be'],
    ['sort-by=id', 'sort-by must be one of'],
    ['sort-by=', 'sort-by must be one of'],
    ['sort-by=constructor', 'sort-by must be one of'],
    ['sort-by=parent&sort-by=source', 'sort-by must be given once'],
    ['pageSize=5', /^unknown query parameter: pageSize; known here: .*\bpage-size\b/],
    ['resource[]=a', 'unknown query parameter: resource[]'],
    ['stale=yes', 'stale must be'],
    ['stale=1&staleAfter=0', 'staleAfter must be a whole number of days from 1 to 36500'],
    ['stale=1&staleAfter=x', 'staleAfter must be'],
    ['staleAfter=3', 'staleAfter needs stale=true'],
    ['resource=%zz', 'the query parameter resource holds malformed percent-encoding'],
    ['resource=%ff', 'the query parameter resource holds malformed percent-encoding'],
  ])('should refuse %j with 400', async (query, message) => {
    expectRefusal(await server.current.call('GET', `${PATH}?${query}`), 400, message)
  })
})

describe('GET /api/resources/relations/<relation_id>/claims', () => {
  it('should list who states the relation, the source that it shows first', async () => {
    const cmdb = (sourceRef: string) => post({ resource: 'vm', parent: 'host', source: 'cmdb', sourceRef })
    const id = textAt(await cmdb('itop'), 'relation.id')
    const { updateTime: lastTime } = (await cmdb('netbox')).body.relation as { updateTime: string }
    await post({ resource: 'vm', parent: 'host', source: 'policy' })
    const claims = async () => (await server.current.call('GET', `${PATH}/${id}/claims`)).body
    expect(await claims()).toEqual({
      status: 'ok',
      claims: [
        { source: 'cmdb', sourceRef: 'netbox', firstTime: lastTime, lastTime },
        { source: 'cmdb', sourceRef: 'itop', firstTime: expect.any(String), lastTime: expect.any(String) },
        { source: 'policy', sourceRef: null, firstTime: expect.any(String), lastTime: expect.any(String) },
      ],
    })
    await post({ resource: 'vm', parent: 'host' })
    expect(await claims()).toMatchObject({ claims: [{ source: 'manual' }, {}, {}, {}] })
  })

  it('should answer 404 for a relation that is not stored', async () => {
    expectRefusal(await server.current.call('GET', `${PATH}/unknown/claims`), 404, 'relation not found')
  })
})

describe('DELETE /api/resources/relations', () => {
  it('should delete the relations of a child that match the filters', async () => {
    await post({ resource: 'a', parent: 'p' })
    await post({ resource: 'a', parent: 'q', sourceRef: 'x' })
    await post({ resource: 'a', parent: 'r', source: 'cmdb' })
    await post({ resource: 'a', parent: 'p', environment: 'E' })
    await post({ resource: 'b', parent: 'a' })
    const deleted = async (query: string) => (await server.current.call('DELETE', `${PATH}?${query}`)).body
    expect(await deleted('resource=a&parent=p&source=cmdb')).toEqual({ status: 'ok', deleted: 0 })
    expect(await deleted('resource=a&sourceRef=x')).toEqual({ status: 'ok', deleted: 1 })
    expect(await deleted('resource=a&source=cmdb')).toEqual({ status: 'ok', deleted: 1 })
    expect(await deleted('resource=+a')).toEqual({ status: 'ok', deleted: 1 })
    expect(await deleted('resource=a&environment=E')).toEqual({ status: 'ok', deleted: 1 })
    expect(await total()).toBe(1)
  })

  it.each([
    ['', 'resource is required'],
    ['resource=', 'resource is required'],
    ['parent=p', 'resource is required'],
    ['resource=a&parnet=p', 'unknown query parameter: parnet'],
    ['resource=a&parent=p&parent=q', 'parent must be given once'],
    ['resource=a&source=hand', 'source must be one of'],
  ])('should refuse %j with 400 and delete nothing', async (query, message) => {
    await post({ resource: 'a', parent: 'p' })
    expectRefusal(await server.current.call('DELETE', `${PATH}?${query}`), 400, message)
    expect(await total()).toBe(1)
  })
})

describe('DELETE /api/resources/relations/<relation_id>', () => {
  it('should delete the relation, and answer 404 the second time', async () => {
    const id = textAt(await post({ resource: 'a', parent: 'p' }), 'relation.id')
    expect((await server.current.call('DELETE', `${PATH}/${id}`)).body).toEqual({ status: 'ok' })
    expectRefusal(await server.current.call('DELETE', `${PATH}/${id}`), 404, 'relation not found')
  })
})

// Helpers

function post(json: unknown) {
  return server.current.call('POST', PATH, { json })
}

async function total(): Promise<unknown> {
  return (await server.current.call('GET', PATH)).body.total
}
