import { describe, expect, it } from 'vitest'
import { expectRefusal, type Sent } from '../../packages/http/test/test-server.js'
import { CSV, multipart, PATH, postTo, RECORDS } from './cmdb-files.js'
import { onThreeStores } from './on-three-stores.js'

onThreeStores((server) => {
  const post = postTo(server)

  describe('POST /api/resources/import', () => {
    it('should answer the report and apply it', async () => {
      const { status, body } = await post({ json: RECORDS })
      expect(status).toBe(200)
      expect(body).toEqual({
        status: 'ok',
        applied: true,
        source: 'cmdb',
        mode: 'merge',
        records: { total: 3, withServices: 2, graphOnly: 1 },
        relations: { create: 2, update: 0, remove: 0, unchanged: 0 },
        topologies: [
          {
            service: 'bank',
            action: 'create',
            topologyId: expect.any(String),
            nodes: { create: 3, update: 0, remove: 0, unchanged: 0 },
            edges: { create: 2, update: 0, remove: 0, unchanged: 0 },
            errors: [],
          },
          {
            service: 'shop',
            action: 'create',
            topologyId: expect.any(String),
            nodes: { create: 4, update: 0, remove: 0, unchanged: 0 },
            edges: { create: 3, update: 0, remove: 0, unchanged: 0 },
            errors: [],
          },
        ],
        catalogServices: { create: 2, unchanged: 0 },
        warnings: expect.any(Array),
        errors: [],
        planHash: expect.any(String),
      })
      const codes = (body.warnings as { code: string; row: number | null }[]).map(({ code, row }) => [code, row])
      expect(codes).toEqual(
        expect.arrayContaining([
          ['unknownParent', 2],
          ['parentNotInService', 1],
          ['serviceCreated', null],
          ['topologyCreated', null],
        ]),
      )
      expect((await server.current.call('GET', '/api/resources/relations?source=cmdb')).body.total).toBe(2)
      expect((await server.current.call('GET', '/api/audit?event=resources-cmdb-imported')).body.total).toBe(1)
    })

    it('should make the same plan for every format and way of sending', async () => {
      const form = (content: string, fileName: string, type = 'application/octet-stream') =>
        multipart([
          { name: 'note', content: 'nightly' },
          { name: 'file', content, fileName, type },
        ])
      const json = JSON.stringify(RECORDS)
      const ways: readonly (readonly [string, Sent])[] = [
        ['', { body: json }],
        ['', { body: JSON.stringify({ items: RECORDS }) }],
        ['', { body: `\ufeff${json}`, headers: { 'Content-Type': 'text/plain' } }],
        ['', { body: CSV }],
        ['', { body: CSV, headers: { 'Content-Type': 'text/csv; charset=utf-8' } }],
        ['', { body: `\ufeff${CSV.replaceAll('\n', '\r\n')}` }],
        ['', { body: CSV.replaceAll(';', '|').replaceAll(',', ';') }],
        ['&format=csv', { body: CSV, headers: { 'Content-Type': 'application/json' } }],
        ['&format=json', { body: json, headers: { 'Content-Type': 'text/csv' } }],
        ['', form(CSV, 'inventory.csv')],
        ['', form(json, 'inventory.json', 'text/csv')],
        ['', form(CSV, 'inventory', 'text/csv')],
        ['', form(json, 'inventory')],
      ]
      const [first, ...others] = await Promise.all(ways.map(([query, sent]) => post(sent, `?dryRun=1${query}`)))
      expect(first?.body).toMatchObject({ applied: false, relations: { create: 2 } })
      for (const [index, { body }] of others.entries())
        expect(body, JSON.stringify(ways[index + 1])).toEqual(first?.body)
    })

    it('should write nothing in a dry run', async () => {
      for (const dryRun of ['1', 'true']) {
        expect((await post({ json: RECORDS }, `?dryRun=${dryRun}`)).body).toMatchObject({
          applied: false,
          topologies: [{ topologyId: null }, { topologyId: null }],
        })
      }
      for (const path of ['/api/resources/relations', '/api/service_topology', '/api/service_catalog', '/api/audit']) {
        expect((await server.current.call('GET', path)).body.total).toBe(0)
      }
      expect((await post({ json: RECORDS }, '?dryRun=0')).body.applied).toBe(true)
    })

    it('should read mode, source and environment from the query', async () => {
      await post({ json: [{ resource: 'a', parent: 'b' }] }, '?source=itop&environment=Test')
      const relations = await server.current.call('GET', '/api/resources/relations')
      expect(relations.body).toMatchObject({ relations: [{ environment: 'Test', source: 'cmdb', sourceRef: 'itop' }] })
      const replaced = await post({ json: [{ resource: 'z', environment: '' }] }, '?mode=replace&source=itop')
      expect(replaced.body).toMatchObject({ mode: 'replace', source: 'itop', relations: { remove: 1 } })
      const defaulted = await post({ json: [{ resource: 'a' }] }, '?environment=Test&dryRun=1')
      expect(defaulted.body).toMatchObject({ warnings: [{ code: 'environmentDefaulted', row: 0 }] })
    })

    it('should report every warning with its row', async () => {
      const { status, body } = await post({
        body: 'resource,parent,services,color\na,,shop,red\nb,a,bank,\nc,elsewhere,,\n',
      })
      const warnings = body.warnings as { code: string; row: number | null; params: object }[]
      expect({ status, warnings: warnings.map(({ code, row, params }) => [code, row, params]) }).toEqual({
        status: 200,
        warnings: expect.arrayContaining([
          ['unknownColumn', 0, { column: 'color' }],
          ...[0, 1, 2].map((row) => ['environmentDefaulted', row, { environment: '' }]),
          ['unknownParent', 2, { environment: '', resource: 'c', parent: 'elsewhere' }],
          ['parentNotInService', 1, { environment: '', resource: 'b', parent: 'a', service: 'bank' }],
          ...['shop', 'bank'].map((service) => ['serviceCreated', null, { service }]),
          ...['shop', 'bank'].map((service) => ['topologyCreated', null, { service }]),
        ]),
      })
      expect(warnings).toHaveLength(10)
    })

    it('should need only the scope write for relations of source cmdb', async () => {
      const writer = await server.current.keyWith(['write:service_topologies'])
      expect((await post({ json: RECORDS, key: writer })).status).toBe(200)
      const reader = await server.current.keyWith(['read:service_topologies'])
      expectRefusal(await post({ json: RECORDS, key: reader }), 403, 'write:service_topologies')
      expectRefusal(await post({ json: RECORDS, key: null }), 401, 'API key')
    })
  })

  describe('GET /api/resources/import/template', () => {
    it.each(['json', 'csv'])('should answer a %s file that can be imported', async (format) => {
      const template = await server.current.call('GET', `${PATH}/template?format=${format}`)
      expect(template.headers.get('content-disposition')).toBe(`attachment; filename="cmdb-import-template.${format}"`)
      expect((await post({ body: template.text }, '?dryRun=1')).body).toMatchObject({
        records: { total: 6, graphOnly: 1 },
        errors: [],
      })
    })

    it('should have two environments and a parent outside of the file, equal in both formats', async () => {
      const reports = await Promise.all(
        ['json', 'csv'].map(async (format) => {
          const { text } = await server.current.call('GET', `${PATH}/template?format=${format}`)
          return (await post({ body: text }, '?dryRun=1')).body
        }),
      )
      expect(reports[0]).toEqual(reports[1])
      const warnings = reports[0]?.warnings as { code: string }[] | undefined
      expect(warnings?.filter(({ code }) => code === 'unknownParent')).toHaveLength(1)
      await post({ body: (await server.current.call('GET', `${PATH}/template`)).text })
      const { body } = await server.current.call('GET', '/api/resources/relations')
      const environments = (body.relations as { environment: string }[]).map(({ environment }) => environment)
      expect(new Set(environments)).toEqual(new Set(['Production', 'Staging']))
    })

    it('should refuse another format, and a key without the scope read', async () => {
      expectRefusal(await server.current.call('GET', `${PATH}/template?format=xml`), 400, 'format must be one of')
      const key = await server.current.keyWith(['read:alerts'])
      expectRefusal(await server.current.call('GET', `${PATH}/template`, { key }), 403, 'read:service_topologies')
    })
  })
})
