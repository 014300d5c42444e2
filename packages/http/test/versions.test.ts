import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ALL_ROUTES } from '../src/route/all-routes.js'
import { expectRefusal, textAt, useServer } from './test-server.js'
import { PATH, sampleGraph, shop } from './topology-sample.js'

const server = useServer()
let id = ''

beforeEach(async () => {
  id = textAt(await server.current.call('POST', PATH, { json: { ...shop, ...sampleGraph() } }), 'id')
})

/** The queries that some of the versioned routes require. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/impact/causes': '?service=:service',
  '/api/impact/children': '?resource=vm',
  '/api/impact/history': '?service=:service&from=2026-01-01&to=2026-01-02',
}

/** The versioned routes, by the path of a request; `:id` is a topology, `:service` its service. */
const VERSIONED = ALL_ROUTES.filter(({ isVersioned }) => isVersioned).map(({ path }) => path + (QUERIES[path] ?? ''))

describe('a versioned answer', () => {
  it.each(VERSIONED)('should be revalidated by its ETag: GET %s', async (template) => {
    await alert()
    const path = template.replace(':id', id).replace(':service', 'shop')
    const first = await get(path)
    const tag = first.headers.get('etag') ?? ''
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"[^"]+"$/)])
    expect(first.headers.get('vary')).toBe('Accept-Encoding')
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const known = await get(path, { 'If-None-Match': sent })
      expect([known.status, known.text, known.headers.get('etag')], sent).toEqual([304, '', tag])
      for (const name of ['cache-control', 'vary']) expect(known.headers.get(name)).toBe(first.headers.get(name))
      expect(known.headers.get('content-type')).toBeNull()
    }
    for (const sent of ['"other"', tag.slice(1, -1), ''])
      expect((await get(path, { 'If-None-Match': sent })).text, sent).toBe(first.text)
    expect((await server.current.call('HEAD', path)).headers.get('etag')).toBe(tag)
    expect((await server.current.call('HEAD', path, { headers: { 'If-None-Match': tag } })).status).toBe(304)
  })

  it.each(VERSIONED)('should have the same ETag in every encoding: GET %s', async (template) => {
    const path = template.replace(':id', id).replace(':service', 'shop')
    for (let at = 0; at < 4; at++) await alert({ resource: `r${at}` })
    const tags = new Set<string | null>()
    for (const encoding of ['identity', 'gzip', 'br']) {
      tags.add((await get(path, { 'Accept-Encoding': encoding })).headers.get('etag'))
    }
    expect([...tags]).toEqual([expect.any(String)])
  })

  it('should be stored by the cache of its caller only, and by none if it is the audit trail or lists keys', async () => {
    for (const template of VERSIONED) {
      const path = template.replace(':id', id).replace(':service', 'shop')
      const isNeverCached = ['/api/audit', '/api/keys'].includes(path)
      const expected = isNeverCached ? 'no-store' : 'private, no-cache'
      expect((await get(path)).headers.get('cache-control'), path).toBe(expected)
    }
  })

  it('should still need a key and a scope', async () => {
    const tag = (await get(PATH)).headers.get('etag') ?? ''
    const headers = { 'If-None-Match': tag }
    expectRefusal(await server.current.call('GET', PATH, { key: null, headers }), 401, 'key')
    const key = await server.current.keyWith(['read:alerts'])
    expectRefusal(await server.current.call('GET', PATH, { key, headers }), 403, 'read:service_topologies')
  })

  it('should be no 304 if the request is refused', async () => {
    for (const path of [`${PATH}?page=0`, `${PATH}/${id}?column=x`, `${PATH}/${id}?x=1`])
      expectRefusal(await get(path, { 'If-None-Match': '*' }), 400, '')
    expectRefusal(await get(`${PATH}/none`, { 'If-None-Match': '*' }), 404, 'topology')
  })
})

describe('the other answers', () => {
  it.each([
    `${PATH}/:id/export`,
    `${PATH}/export`,
    '/api/resources/graph?resource=vm',
    '/api/webhook_presets',
    '/openapi.json',
  ])('should have no ETag, and no cache may store them: GET %s', async (path) => {
    const { headers } = await get(path.replace(':id', id), { 'If-None-Match': '*' })
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store'])
  })

  it('should be stored by no cache if they show a secret or an error', async () => {
    const created = await server.current.call('POST', '/api/key', { json: { scopes: ['read:alerts'] } })
    expect([created.status, created.headers.get('cache-control')]).toEqual([201, 'no-store'])
    const refused = await get('/api/alerts?page=0')
    expect([refused.headers.get('cache-control'), refused.headers.get('etag')]).toEqual(['no-store', null])
  })
})

describe('the ETag of a list', () => {
  it('should change exactly when the answer changes', async () => {
    const paths = VERSIONED.map((template) => template.replace(':id', id).replace(':service', 'shop'))
    const seen = new Map(paths.map((path) => [path, new Map<string, string>()]))
    const look = async () => {
      for (const [path, texts] of seen) {
        const { text, headers } = await get(path)
        const tag = headers.get('etag') ?? ''
        expect(texts.get(tag) ?? text, path).toBe(text)
        expect(
          [...texts].filter(([other, same]) => same === text && other !== tag),
          path,
        ).toEqual([])
        texts.set(tag, text)
      }
    }
    await look()
    await look()
    for (const change of CHANGES) {
      await change()
      await look()
    }
  })

  it('should differ between the pages, the filters and the fields of topologies', async () => {
    await server.current.call('POST', PATH, { json: { name: 'Bank', description: '', service: 'bank' } })
    const queries = ['', '?page-size=1', '?page-size=1&page=2', '?fields=summary', '?sort-by=name', '?service=bank']
    const tags = await Promise.all(queries.map(async (query) => (await get(PATH + query)).headers.get('etag')))
    expect(new Set(tags).size).toBe(queries.length)
  })

  it('should be another one after an upgrade, which may have changed the form of the answer', async () => {
    const upgraded = await server.current.another({}, { version: '9.9.9' })
    for (const path of [PATH, `${PATH}?fields=summary`]) {
      const tag = (await get(path)).headers.get('etag') ?? ''
      const headers = { 'If-None-Match': tag }
      expect((await get(path, headers)).status, path).toBe(304)
      const answer = await upgraded.call('GET', path, { headers })
      expect([answer.status, answer.headers.get('etag') === tag], path).toEqual([200, false])
    }
  })

  it('should be usable in If-Match, if it is the one of a topology', async () => {
    const path = `${PATH}/${id}`
    const { headers } = await get(path, { 'Accept-Encoding': 'gzip' })
    const tag = headers.get('etag') ?? ''
    const save = () => server.current.call('PUT', path, { json: { name: 'New' }, headers: { 'If-Match': tag } })
    expect((await save()).status).toBe(200)
    expect((await save()).status).toBe(412)
    expect((await get(path, { 'If-None-Match': tag })).status).toBe(200)
  })
})

describe('304 for topologies', () => {
  it('should read no graph', async () => {
    const { topologies } = server.current.store
    const reads = [vi.spyOn(topologies, 'list'), vi.spyOn(topologies, 'read'), vi.spyOn(topologies, 'find')]
    for (const path of [PATH, `${PATH}?page-size=1000`, `${PATH}?fields=summary`, `${PATH}/${id}`]) {
      const tag = (await get(path)).headers.get('etag') ?? ''
      for (const read of reads) read.mockClear()
      expect((await get(path, { 'If-None-Match': tag })).status, path).toBe(304)
      for (const read of reads) expect(read, path).not.toHaveBeenCalled()
    }
  })
})

describe('GET /api/service_topology?fields=summary', () => {
  it('should list topologies without nodes and edges, with the same filters, order and paging', async () => {
    for (const service of ['a', 'b', 'c'])
      await server.current.call('POST', PATH, { json: { name: service, description: '', service } })
    await alert({ service: ['b'], severity: 'critical' })
    for (const query of ['', '&sort-by=-name&page-size=2', '&sort-by=severity&page-size=3', '&service=a&service=c']) {
      const full = await get(`${PATH}?${query.slice(1)}`)
      const { body } = await get(`${PATH}?fields=summary${query}`)
      const topologies = (full.body.topologies as readonly { nodes: unknown; edges: unknown }[]).map(
        ({ nodes, edges, ...summary }) => summary,
      )
      expect(body, query).toEqual({ ...full.body, topologies })
    }
  })
})

// Helpers

const CHANGES: readonly (() => Promise<unknown>)[] = [
  () => alert({ resource: 'vm', severity: 'minor' }),
  () => alert({ resource: 'vm', severity: 'minor' }),
  () => alert({ resource: 'lamp' }),
  () => server.current.call('PUT', `${PATH}/${id}`, { json: { name: 'Another' } }),
  () => server.current.call('PUT', `${PATH}/${id}`, { json: { name: 'Another' } }),
  () => server.current.call('POST', '/api/resources/relations', { json: { resource: 'x', parent: 'vm' } }),
  () => server.current.call('PUT', '/api/service_catalog/shop', { json: { name: 'The shop' } }),
  () => server.current.call('DELETE', '/api/service_catalog/shop'),
]

function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  return server.current.call('GET', path, { headers })
}

function alert(fields: object = {}) {
  const json = {
    environment: 'Production',
    resource: 'vm',
    event: 'Down',
    severity: 'major',
    service: ['shop'],
    ...fields,
  }
  return server.current.call('POST', '/api/alert', { json })
}
