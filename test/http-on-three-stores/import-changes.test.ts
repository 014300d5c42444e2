import { describe, expect, it } from 'vitest'
import { expectRefusal } from '../../packages/http/test/test-server.js'
import { sampleGraph, shop, PATH as TOPOLOGIES } from '../../packages/http/test/topology-sample.js'
import { PATH as CMDB, RECORDS } from './cmdb-files.js'
import { onThreeStores } from './on-three-stores.js'

const DOCUMENT = { ...sampleGraph(), topology: shop }

onThreeStores((server) => {
  const imported = async (path: string, json: unknown) => {
    const { status, body } = await server.current.call('POST', path, { json })
    expect(status).toBe(200)
    return body
  }

  describe('changes of POST /api/resources/import', () => {
    const listed = async (query: string, json: unknown = RECORDS) => await imported(`${CMDB}?${query}`, json)

    it('should be listed on request, in a dry run and in the import alike', async () => {
      const dry = await listed('dryRun=1&changes=1')
      const real = await listed('changes=true')
      expect(real.changes).toEqual(dry.changes)
      expect([dry.changesTotal, real.changesTotal]).toEqual([18, 18])
      const node = (label: string) => ({ kind: 'resource', environment: 'P', label })
      const environment = { kind: 'environment', environment: 'P', label: 'P' }
      expect(real.changes).toEqual([
        { kind: 'relation', action: 'create', environment: 'P', resource: 'db', parent: 'vm' },
        { kind: 'relation', action: 'create', environment: 'P', resource: 'switch', parent: 'room' },
        ...['bank', 'shop'].flatMap((service) => {
          const made = { action: 'create', service }
          const top = { kind: 'service', environment: null, label: service }
          const edge = (parentNode: object, childNode: object) => ({ kind: 'edge', ...made, parentNode, childNode })
          const labels = service === 'shop' ? ['vm', 'db'] : ['db']
          return [
            { kind: 'topology', ...made },
            ...[top, environment, ...labels.map(node)].map((each) => ({ kind: 'node', ...made, node: each })),
            edge(top, environment),
            ...labels.map((label, at) => edge(at === 0 ? environment : node('vm'), node(label))),
            { kind: 'catalogService', ...made },
          ]
        }),
      ])
      expect(await listed('changes=1')).toMatchObject({ changes: [], changesTotal: 0 })
    })

    it('should describe the fields of an update, and removals', async () => {
      await listed('mode=replace')
      const [vm, db] = RECORDS
      const other = { ...db, resource: 'vm2', parent: undefined }
      const file = [{ ...vm, type: 'host' }, other, { ...db, parent: 'vm2' }]
      const { changes } = await listed('mode=replace&dryRun=1&changes=1', file)
      expect(changes).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ kind: 'relation', action: 'update', parent: 'vm2', formerParents: ['vm'] }),
          { kind: 'relation', action: 'remove', environment: 'P', resource: 'switch', parent: 'room' },
          expect.objectContaining({ kind: 'node', action: 'update', service: 'shop', fields: ['params.type'] }),
          expect.objectContaining({
            ...{ kind: 'edge', action: 'update', service: 'shop', fields: ['source'] },
            formerParentNode: { kind: 'resource', environment: 'P', label: 'vm' },
          }),
        ]),
      )
    })

    it('should be in the answer only on request', async () => {
      for (const query of ['dryRun=1', 'dryRun=1&changes=0', 'changes=false']) {
        const body = await listed(query)
        expect(Object.keys(body)).not.toEqual(expect.arrayContaining([expect.stringContaining('changes')]))
      }
      expectRefusal(await server.current.call('POST', `${CMDB}?changes=yes`, { json: RECORDS }), 400, 'changes')
    })

    it('should be limited to 1,000, removals first, with their total', async () => {
      const records = (count: number, name: string) =>
        Array.from({ length: count }, (_, at) => ({ environment: 'P', resource: `${name}${at}`, parent: 'root' }))
      await listed('mode=replace', records(3, 'old'))
      const body = await listed('mode=replace&dryRun=1&changes=1', records(1_200, 'new'))
      const changes = body.changes as { action: string; resource: string }[]
      expect([changes.length, body.changesTotal]).toEqual([1_000, 1_203])
      expect(changes.filter(({ action }) => action === 'remove').map(({ resource }) => resource)).toEqual([
        'old0',
        'old1',
        'old2',
      ])
      expect(changes[996]).toMatchObject({ action: 'create', resource: 'new996' })
    })
  })

  describe('changes of POST /api/service_topology/import', () => {
    const listed = async (query: string, json: unknown = DOCUMENT) =>
      await imported(`${TOPOLOGIES}/import?mode=replace&${query}`, json)

    it('should be listed on request, in a dry run and in the import alike', async () => {
      const dry = await listed('dryRun=1&changes=true')
      const real = await listed('changes=1')
      expect([real.changes, real.changesTotal]).toEqual([dry.changes, dry.changesTotal])
      const kinds = (real.changes as { kind: string; action: string }[]).map(({ kind, action }) => `${action} ${kind}`)
      expect(kinds).toEqual([
        'create topology',
        ...Array<string>(4).fill('create node'),
        ...Array<string>(3).fill('create edge'),
      ])
      expect(await listed('changes=1')).toMatchObject({ changes: [], changesTotal: 0 })
      const renamed = { ...DOCUMENT, topology: { ...shop, description: 'Other' } }
      expect(await listed('dryRun=1&changes=1', renamed)).toMatchObject({
        changes: [{ kind: 'topology', action: 'update', service: 'shop', fields: ['description'] }],
        changesTotal: 1,
      })
    })

    it('should be in the answer only on request', async () => {
      for (const query of ['dryRun=1', 'dryRun=1&changes=0', 'changes=false']) {
        const body = await listed(query)
        expect(Object.keys(body)).not.toEqual(expect.arrayContaining([expect.stringContaining('changes')]))
      }
    })
  })
})
