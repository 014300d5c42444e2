import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { expectRefusal } from '../../packages/http/test/test-server.js'
import { CSV, postTo, RECORDS } from './cmdb-files.js'
import { onThreeStores } from './on-three-stores.js'

onThreeStores((server) => {
  const post = postTo(server)

  describe('POST /api/resources/import, refused', () => {
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
      [
        'a record of too many services',
        { json: [{ resource: 'a', services: manyServices(250_001) }] },
        'tooManyRecords',
      ],
      ['numbers that JSON has changed', { body: '[{"resource": "a", "parent": 12345678901234567890}]' }, 'invalidJson'],
      ['more than 20 MB', { body: Buffer.alloc(20 * 1024 ** 2 + 1, 'a') }, 'bodyTooLarge'],
    ] as const)('should refuse %s', async (_, sent, code) => {
      const refused = await post(sent)
      expectRefusal(refused, 400, 'invalid CMDB import')
      expect((refused.body.errors as { code: string }[])[0]?.code).toBe(code)
    })

    it('should refuse a compressed body with 415', async () => {
      const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'text/csv' }
      expectRefusal(await post({ body: gzipSync(CSV), headers }), 415, 'gzip')
    })
  })
})

// Helpers

function manyServices(count: number): string {
  return Array.from({ length: count }, (_, at) => at.toString(36)).join(';')
}
