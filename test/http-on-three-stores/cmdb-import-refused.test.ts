import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ISSUE_CODES } from '../../packages/core/src/pure.js'
import { expectRefusal } from '../../packages/http/test/test-server.js'
import { CSV, postTo, RECORDS } from './cmdb-files.js'
import { onThreeStores } from './on-three-stores.js'
import { REFUSED_CMDB_FILES } from './refused-cmdb-files.js'

const MEBIBYTE = 1024 ** 2

describe('the refused files', () => {
  it('should cover every code of a CMDB import', () => {
    const shown = new Set(REFUSED_CMDB_FILES.flatMap(({ faults }) => faults.map(([code]) => code)))
    // No file alone can cause licenseLimit, which depends on the installation, or tooManyRemovals, which depends on what
    // is stored. Only a file of relations can cause missingParent. A CMDB import can also report the codes of
    // invalid topologies. Only one of these codes has a file here: tooLarge.
    const others = ['licenseLimit', 'tooManyRemovals', 'missingParent']
    expect([...shown, ...others].toSorted()).toEqual([...ISSUE_CODES.cmdb, 'tooLarge'].toSorted())
  })
})

onThreeStores((server) => {
  const post = postTo(server)
  const written = async () => {
    const paths = ['/api/resources/relations', '/api/service_topology', '/api/service_catalog', '/api/audit']
    return await Promise.all(paths.map(async (path) => (await server.current.call('GET', path)).body))
  }

  describe('POST /api/resources/import, refused', () => {
    it.each([
      ['?mode=merge-all', 'mode must be one of merge, replace'],
      ['?maxRemovals=all', 'maxRemovals must be a number such as 10'],
      ['?removeStaleAfter=1d', 'removeStaleAfter must be a whole number of days from 1 to 36500'],
      ['?format=xml', 'format must be one of json, csv'],
      ['?dryRun=yes', 'dryRun must be one of'],
      ['?dryrun=1', 'unknown query parameter: dryrun'],
      [`?source=${'x'.repeat(101)}`, 'source is longer than 100 characters'],
      [`?environment=${'x'.repeat(256)}`, 'environment is longer than 255 characters'],
    ])('should refuse %s with 400', async (query, message) => {
      expectRefusal(await post({ json: RECORDS }, query), 400, message)
    })

    it('should report all faults of a file with code and path, also in a dry run, and write nothing', async () => {
      for (const { title, bytes, faults } of REFUSED_CMDB_FILES) {
        for (const query of bytes.length < MEBIBYTE ? ['', '?dryRun=1'] : ['']) {
          const { status, body } = await post({ body: Buffer.from(bytes) }, query)
          const found = (body.errors as { code: string; path: string }[]).map(({ code, path }) => [code, path])
          expect({ title, status, message: body.message, found }).toEqual({
            ...{ title, status: 400, message: 'invalid CMDB import' },
            found: faults,
          })
        }
      }
      expect(await written()).toMatchObject(Array.from({ length: 4 }, () => ({ total: 0 })))
    }, 120_000)

    it('should refuse to remove more than maxRemovals, and in a dry run answer 200 with the error', async () => {
      await post({ json: RECORDS })
      const query = '?mode=replace&maxRemovals=1&removeStaleAfter=30'
      const planned = await post({ json: RECORDS.slice(0, 1) }, `${query}&dryRun=1`)
      expect([planned.status, planned.body.relations]).toMatchObject([200, { remove: 2 }])
      const refused = await post({ json: RECORDS.slice(0, 1) }, query)
      expectRefusal(refused, 400, 'the import would remove too much')
      expect(refused.body.errors).toMatchObject([{ code: 'tooManyRemovals', path: 'maxRemovals' }])
      expect(refused.body.errors).toEqual(planned.body.errors)
      expect((await server.current.call('GET', '/api/resources/relations')).body.total).toBe(2)
      expect((await post({ json: RECORDS.slice(0, 2) }, '?mode=replace&maxRemovals=80%25,1')).status).toBe(200)
    })

    it('should report the rule that a topology would violate after the import, and write nothing', async () => {
      const node = (id: string, kind: string, label = id) => ({ id, kind, label })
      const shop = {
        ...{ name: 'Shop', description: 'sells', service: 'shop' },
        nodes: [node('s', 'service'), node('e', 'environment', 'P'), node('a', 'resource'), node('b', 'resource')],
        edges: [
          { source: 's', target: 'e' },
          { source: 'e', target: 'a' },
          { source: 'a', target: 'b' },
        ],
      }
      expect((await server.current.call('POST', '/api/service_topology', { json: shop })).status).toBe(201)
      const before = await written()
      const turned = [
        { resource: 'a', environment: 'P', parent: 'b', services: ['shop', 'bank'] },
        { resource: 'b', environment: 'P', services: ['shop'] },
      ]
      for (const query of ['', '?dryRun=1', '?mode=replace']) {
        const refused = await post({ json: turned }, query)
        expectRefusal(refused, 400, 'invalid CMDB import')
        expect(refused.body.errors).toMatchObject([{ code: 'cycle', path: 'topologies[shop].edges' }])
      }
      expect(await written()).toEqual(before)
    })

    it('should refuse a compressed body with 415', async () => {
      const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'text/csv' }
      expectRefusal(await post({ body: gzipSync(CSV), headers }), 415, 'gzip')
    })
  })
})
