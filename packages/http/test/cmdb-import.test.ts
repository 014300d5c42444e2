import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { jsonOf, rawRequest } from './raw-request.js'
import { ADMIN_KEY, expectRefusal, type Received, type Sent, useServer } from './test-server.js'

const server = useServer()
const PATH = '/api/resources/import'
const RECORDS = [
  { resource: 'vm', environment: 'P', services: ['shop'], type: 'virtual machine', attributes: { owner: 'ops' } },
  { resource: 'db', environment: 'P', parent: 'vm', services: ['shop', 'bank'] },
  { resource: 'switch', environment: 'P', parent: 'room' },
]
const CSV = `resource,environment,parent,services,type,attr.owner
vm,P,,shop,virtual machine,ops
db,P,vm,shop;bank,,
switch,P,room,,,
`

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

  it('should plan the same whatever the format and the way it is sent', async () => {
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
    for (const [index, { body }] of others.entries()) expect(body, JSON.stringify(ways[index + 1])).toEqual(first?.body)
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

  it('should take mode, source and environment from the query', async () => {
    await post({ json: [{ resource: 'a', parent: 'b' }] }, '?source=itop&environment=Test')
    const relations = await server.current.call('GET', '/api/resources/relations')
    expect(relations.body).toMatchObject({ relations: [{ environment: 'Test', source: 'cmdb', sourceRef: 'itop' }] })
    const replaced = await post({ json: [{ resource: 'z', environment: '' }] }, '?mode=replace&source=itop')
    expect(replaced.body).toMatchObject({ mode: 'replace', source: 'itop', relations: { remove: 1 } })
    const defaulted = await post({ json: [{ resource: 'a' }] }, '?environment=Test&dryRun=1')
    expect(defaulted.body).toMatchObject({ warnings: [{ code: 'environmentDefaulted', row: 0 }] })
  })

  it.each([
    ['?mode=merge-all', 'mode must be one of merge, replace'],
    ['?format=xml', 'format must be one of json, csv'],
    ['?dryRun=yes', 'dryRun must be one of'],
    ['?dryrun=1', 'unknown query parameter: dryrun'],
    [`?source=${'x'.repeat(101)}`, 'source is longer than 100 characters'],
    [`?environment=${'x'.repeat(256)}`, 'environment is longer than 255 characters'],
  ])('should refuse %s with 400', async (query, message) => {
    expectRefusal(await post({ json: RECORDS }, query), 400, message)
  })

  it('should tell every fault of a file at once, with code and path, and write nothing', async () => {
    const faulty = [
      { resource: ' ' },
      5,
      { resource: 'a', parent: 'a' },
      { resource: 'b', parent: 'c' },
      { resource: 'c', parent: 'b' },
      { resource: 'd' },
      { resource: 'd' },
      { resource: 'x'.repeat(256) },
      { resource: 'e', type: 'x'.repeat(101) },
    ]
    const refused = await post({ json: [...RECORDS, ...faulty] })
    expectRefusal(refused, 400, /^invalid CMDB import$/)
    const codes = (refused.body.errors as { code: string }[]).map(({ code }) => code)
    expect(new Set(codes)).toEqual(
      new Set(['missingResource', 'selfParent', 'cycle', 'duplicateRecord', 'valueTooLong']),
    )
    expect((await server.current.call('GET', '/api/resources/relations')).body.total).toBe(0)
  })

  it.each([
    ['no bytes at all', { body: '' }, 'invalidCsvHeader'],
    ['a header without resource', { body: 'name,parent\na,b\n' }, 'invalidCsvHeader'],
    ['JSON that is cut off', { body: '[{"resource": "a"' }, 'invalidJson'],
    ['JSON that is no list', { body: '{"records": []}' }, 'invalidJson'],
    ['what is not UTF-8', { body: Buffer.from([0x5b, 0xff, 0xfe, 0x5d]) }, 'invalidJson'],
    ['UTF-16', { body: Buffer.from('\ufeffresource\na\n', 'utf16le') }, 'invalidJson'],
    ['gzip in disguise', { body: gzipSync(CSV), headers: { 'Content-Type': 'text/csv' } }, 'invalidJson'],
    [
      'too many records',
      { json: Array.from({ length: 50_001 }, (_, at) => ({ resource: `r${at}` })) },
      'tooManyRecords',
    ],
    ['a record of too many services', { json: [{ resource: 'a', services: manyServices(250_001) }] }, 'tooManyRecords'],
    ['numbers that JSON has changed', { body: '[{"resource": "a", "parent": 12345678901234567890}]' }, 'invalidJson'],
    ['more than 20 MB', { body: Buffer.alloc(20 * 1024 ** 2 + 1, 'a') }, 'bodyTooLarge'],
  ] as const)('should refuse %s', async (_, sent, code) => {
    const refused = await post(sent)
    expectRefusal(refused, 400, 'invalid CMDB import')
    expect((refused.body.errors as { code: string }[])[0]?.code).toBe(code)
  })

  it('should refuse at once what says that it is too large', async () => {
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Key ${ADMIN_KEY}\r\nContent-Length: 99999999999\r\n\r\n`
    const answer = await rawRequest(server.current.url, head, 'resource\na\n')
    expect(jsonOf(answer)).toMatchObject({ code: 400, errors: [{ code: 'bodyTooLarge' }] })
  })

  it('should refuse a file in a form that is too large', async () => {
    const content = 'a'.repeat(20 * 1024 ** 2 + 1)
    const refused = await post(multipart([{ name: 'file', content, fileName: 'x.csv', type: 'text/csv' }]))
    expect(refused.body).toMatchObject({ code: 400, errors: [{ code: 'bodyTooLarge' }] })
  })

  it('should refuse forms that hold no file, or end too soon', async () => {
    expectRefusal(await post(multipart([{ name: 'note', content: 'x' }])), 400, 'it has no part named file')
    expectRefusal(await post(multipart([])), 400, 'the form is not well-formed')
    const noBoundary = { body: 'x', headers: { 'Content-Type': 'multipart/form-data' } }
    expectRefusal(await post(noBoundary), 400, 'the form is not well-formed')
    const { body, headers } = multipart([{ name: 'file', content: CSV, fileName: 'x.csv', type: 'text/csv' }])
    expectRefusal(await post({ body: body.slice(0, -30), headers }), 400, 'the form is not well-formed')
    const padded = multipart([{ name: 'note', content: 'x'.repeat(2 * 1024 ** 2) }])
    expectRefusal(await post(padded), 400, 'it has no part named file among its first')
    expect((await post({ json: RECORDS }, '?dryRun=1')).status).toBe(200)
  })

  it('should refuse a compressed body with 415', async () => {
    const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'text/csv' }
    expectRefusal(await post({ body: gzipSync(CSV), headers }), 415, 'gzip')
  })

  it('should need write, and no more, for relations of source cmdb', async () => {
    const writer = await server.current.keyWith(['write:service_topologies'])
    expect((await post({ json: RECORDS, key: writer })).status).toBe(200)
    const reader = await server.current.keyWith(['read:service_topologies'])
    expectRefusal(await post({ json: RECORDS, key: reader }), 403, 'write:service_topologies')
    expectRefusal(await post({ json: RECORDS, key: null }), 401, 'API key')
  })
})

describe('GET /api/resources/import/template', () => {
  it.each(['json', 'csv'])('should give a %s file that can be imported', async (format) => {
    const template = await server.current.call('GET', `${PATH}/template?format=${format}`)
    expect(template.headers.get('content-disposition')).toBe(`attachment; filename="cmdb-import-template.${format}"`)
    expect((await post({ body: template.text }, '?dryRun=1')).body).toMatchObject({
      records: { total: 6, graphOnly: 1 },
      errors: [],
    })
  })

  it('should have two environments and a parent that is not in the file, the same in both formats', async () => {
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

  it('should refuse another format, and a key that may not read', async () => {
    expectRefusal(await server.current.call('GET', `${PATH}/template?format=xml`), 400, 'format must be one of')
    const key = await server.current.keyWith(['read:alerts'])
    expectRefusal(await server.current.call('GET', `${PATH}/template`, { key }), 403, 'read:service_topologies')
  })
})

// Helpers

function manyServices(count: number): string {
  return Array.from({ length: count }, (_, at) => at.toString(36)).join(';')
}

interface Part {
  readonly name: string
  readonly content: string
  readonly fileName?: string
  readonly type?: string
}

function post(sent: Sent, query = ''): Promise<Received> {
  return server.current.call('POST', `${PATH}${query}`, sent)
}

function multipart(parts: readonly Part[]) {
  const boundary = 'the-boundary-of-this-form'
  const written = parts.map(({ name, content, fileName, type }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`
    const ofType = type === undefined ? '' : `\r\nContent-Type: ${type}`
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}${ofType}\r\n\r\n${content}\r\n`
  })
  return {
    body: `${written.join('')}--${boundary}--\r\n`,
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  }
}
