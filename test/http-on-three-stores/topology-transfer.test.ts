import { describe, expect, it } from 'vitest'
import { expectRefusal, type Received, type Sent, type TestServer } from '../../packages/http/test/test-server.js'
import { PATH, sampleGraph, shop } from '../../packages/http/test/topology-sample.js'
import { onThreeStores } from './on-three-stores.js'

onThreeStores((server) => {
  describe('GET /api/service_topology/<id>/export', () => {
    it('should download the document with a file name of service and time', async () => {
      const id = await create(server.current, { ...shop, service: 'Ä/"shop"', ...sampleGraph() })
      const { status, headers, text, body } = await server.current.call('GET', `${PATH}/${id}/export`)
      expect(status).toBe(200)
      expect(headers.get('content-disposition')).toBe('attachment; filename="topology-___shop_-20261120-1200.json"')
      expect(Object.keys(body)).toEqual([
        ...['kind', 'schemaVersion', 'exportedAt', 'appVersion', 'topology', 'nodes', 'edges', 'weightPolicies'],
        'catalogService',
        'rules',
      ])
      expect(body).toMatchObject({
        ...{ kind: 'platform-service-topology', schemaVersion: 2, appVersion: '1.2.3', catalogService: null },
        topology: { ...shop, id, service: 'Ä/"shop"', serviceKpi: null, orientation: 'TB' },
      })
      expect(text.split('\n').filter((line) => line.includes('"kind":"resource"'))).toHaveLength(2)
      const trail = await server.current.call('GET', '/api/audit?event=service-topology-exported')
      expect(trail.body.audit).toMatchObject([{ type: 'service-topology', resourceId: id }])
    })

    it('should answer 404 for a topology that does not exist', async () => {
      expectRefusal(await server.current.call('GET', `${PATH}/nothing/export`), 404, 'topology not found')
    })
  })

  describe('GET /api/service_topology/export', () => {
    it('should download the named topologies, or all', async () => {
      const ids = [await create(server.current, shop), await create(server.current, { ...shop, service: 'bank' })]
      const all = await server.current.call('GET', `${PATH}/export`)
      expect(all.headers.get('content-disposition')).toBe('attachment; filename="topologies-20261120-1200.json"')
      expect(all.body).toMatchObject({ kind: 'platform-service-topology-bundle', schemaVersion: 2 })
      expect(servicesOf(all)).toEqual(['bank', 'shop'])
      expect(servicesOf(await server.current.call('GET', `${PATH}/export?ids=${ids[0]}`))).toEqual(['shop'])
      expect(servicesOf(await server.current.call('GET', `${PATH}/export?ids=${ids.join(',')}`))).toEqual([
        'bank',
        'shop',
      ])
      for (const named of [`${ids[0]},nothing`, 'nothing', '', `${ids[0]},`]) {
        expectRefusal(await server.current.call('GET', `${PATH}/export?ids=${named}`), 404, 'not found')
      }
    })
  })

  describe('POST /api/service_topology/import', () => {
    it('should preview, then import, then find no changes', async () => {
      const dry = await post(server.current, '?mode=merge&dryRun=1', { json: DOCUMENT })
      expect(dry.status).toBe(200)
      const created = (count: number) => ({ create: count, update: 0, remove: 0, unchanged: 0 })
      const counts = { nodes: created(4), edges: created(3), weightPolicies: created(1), rules: created(0) }
      const catalogService = {
        action: 'create',
        fields: ['name', 'description', 'icon', 'owner', 'runbook', 'links', 'alertImpact'],
      }
      const preview = {
        topology: { service: 'shop', action: 'create', id: null },
        ...counts,
        ...{ catalogService, idsRegenerated: 0, warnings: [], errors: [] },
      }
      expect(dry.body).toEqual({ status: 'ok', dryRun: true, previews: [preview] })
      expect((await server.current.call('GET', PATH)).body.total).toBe(0)
      const real = await post(server.current, '?mode=merge', { json: DOCUMENT })
      const topologyId = expect.any(String)
      expect(real.body).toEqual({
        ...{ status: 'ok', dryRun: false, previews: [preview] },
        results: [{ service: 'shop', topologyId, action: 'created', counts, catalogService }],
      })
      expect((await server.current.call('GET', '/api/resources/relations')).body.relations).toMatchObject([
        { resource: 'vm', parent: 'host', source: 'topology' },
      ])
      const again = await post(server.current, '?mode=replace', { json: DOCUMENT })
      expect(again.body).toMatchObject({
        previews: [{ topology: { action: 'update' }, nodes: { unchanged: 4 }, edges: { unchanged: 3 } }],
        results: [{ action: 'updated', catalogService: { action: 'unchanged', fields: [] } }],
      })
      const trail = await server.current.call('GET', '/api/audit?event=service-topology-imported')
      expect((trail.body.audit as { text: string }[]).map(({ text }) => text)).toEqual([
        'topology Shop of service shop updated by an import (replace)',
        'topology Shop of service shop created by an import (merge)',
      ])
    })

    it('should restore deleted topologies from a file byte for byte', async () => {
      await post(server.current, '?mode=merge', { json: DOCUMENT })
      const exported = await server.current.call('GET', `${PATH}/export`)
      const [{ topology }] = exported.body.topologies as [{ topology: { id: string } }]
      await server.current.call('DELETE', `${PATH}/${topology.id}`)
      expect((await post(server.current, '?mode=replace', { body: exported.text })).status).toBe(200)
      const again = await server.current.call('GET', `${PATH}/export`)
      expect(removeTime(again)).toBe(removeTime(exported))
    })

    it('should also accept the file in a form', async () => {
      const form = new FormData()
      form.append('file', new Blob([`\ufeff${JSON.stringify(DOCUMENT)}`]), 'shop.json')
      const { headers, ...response } = await sentForm(form)
      const { status, body } = await post(server.current, '?mode=merge', { ...response, headers })
      expect([status, body.results]).toMatchObject([200, [{ service: 'shop' }]])
    })

    it('should use the service of the query for files that name none, including trees', async () => {
      const tree = { type: 'service', label: 'Shop', children: [{ type: 'environment', label: 'Production' }] }
      expectCodes(await post(server.current, '?mode=merge', { json: tree }), [['serviceMissing', 'service']])
      const { body } = await post(server.current, '?mode=merge&service=shop', { json: tree })
      expect(body.previews).toMatchObject([{ topology: { service: 'shop' }, warnings: [{ code: 'legacyConverted' }] }])
      expect((await server.current.call('GET', PATH)).body.topologies).toMatchObject([
        { service: 'shop', schemaVersion: 2 },
      ])
    })

    it('should refuse a file with all its faults, and write nothing', async () => {
      await post(server.current, '?mode=merge', { json: DOCUMENT })
      const loop = [...DOCUMENT.edges.slice(0, 1), { source: 'e', target: 'vm' }, { source: 'vm', target: 'host' }]
      const bundle = (...topologies: readonly object[]) => ({ kind: 'platform-service-topology-bundle', topologies })
      const bank = { ...DOCUMENT, topology: { service: 'bank' } }
      const files: readonly (readonly [object, readonly (readonly [string, string])[]])[] = [
        [bundle(), [['emptyBundle', 'topologies']]],
        [{ ...DOCUMENT, schemaVersion: 1 }, [['unsupportedSchemaVersion', 'schemaVersion']]],
        [
          bundle(bank, { ...DOCUMENT, topology: { service: 'mail', orientation: 'X' }, nodes: [7] }),
          [
            ['invalidOrientation', 'topologies[1].topology.orientation'],
            ['invalidNode', 'topologies[1].nodes[0]'],
          ],
        ],
        [bundle(bank, { ...DOCUMENT, edges: loop }), [['cycle', 'topologies[1].after merge: edges']]],
      ]
      for (const [json, codes] of files) {
        for (const dryRun of ['0', '1'])
          expectCodes(await post(server.current, `?mode=merge&dryRun=${dryRun}`, { json }), codes)
      }
      expect((await server.current.call('GET', PATH)).body.total).toBe(1)
      expect((await server.current.call('GET', '/api/audit')).body.total).toBe(1)
    })

    it('should refuse invalid JSON, and a too large file', async () => {
      const send = (body: string | Uint8Array) => post(server.current, '?mode=merge', { body })
      for (const body of ['', '{', '\ufeff', Uint8Array.of(0x7b, 0xff, 0x7d)]) {
        expectCodes(await send(body), [['invalidJson', 'body']])
      }
      const pad = 2 * 1024 ** 2 - JSON.stringify(DOCUMENT).length
      expect((await send(JSON.stringify(DOCUMENT) + ' '.repeat(pad))).status).toBe(200)
      expectCodes(await send(JSON.stringify(DOCUMENT) + ' '.repeat(pad + 1)), [['tooLarge', 'body']])
      const form = new FormData()
      form.append('file', new Blob([' '.repeat(2 * 1024 ** 2 + 1)]), 'shop.json')
      expectCodes(await post(server.current, '?mode=merge', await sentForm(form)), [['tooLarge', 'body']])
      const nodes = Array.from({ length: 5_001 }, (_, index) => ({
        id: `${index}`,
        kind: 'resource',
        label: `${index}`,
      }))
      expectCodes(await post(server.current, '?mode=merge', { json: { ...DOCUMENT, nodes } }), [['tooLarge', 'nodes']])
    })

    it.each([
      ['', 'mode'],
      ['?mode=add', 'mode'],
      ['?mode=merge&positions=there', 'positions'],
      ['?mode=merge&dryRun=maybe', 'dryRun'],
      ['?mode=merge&dryrun=1', 'dryrun'],
      ['?mode=merge&service=%00', 'service'],
    ])('should refuse the query %j with a plain message', async (query, name) => {
      const received = await post(server.current, query, { json: DOCUMENT })
      expectRefusal(received, 400, name)
      expect(received.body).not.toHaveProperty('errors')
    })

    it('should need the scope write', async () => {
      const key = await server.current.keyWith(['read:service_topologies'])
      expectRefusal(await post(server.current, '?mode=merge', { json: DOCUMENT, key }), 403, 'write:service_topologies')
      expect((await server.current.call('GET', `${PATH}/export`, { key })).status).toBe(200)
    })
  })
})

onThreeStores(
  (server) => {
    it('should refuse with 403 an import beyond the license, and report it in a preview', async () => {
      const file = {
        kind: 'platform-service-topology-bundle',
        topologies: [DOCUMENT, { ...DOCUMENT, topology: { service: 'bank' } }],
      }
      const dry = await post(server.current, '?mode=merge&dryRun=true', { json: file })
      expect(dry.body.previews).toMatchObject([{ errors: [] }, { errors: [{ code: 'licenseLimit' }] }])
      expectRefusal(await post(server.current, '?mode=merge', { json: file }), 403, 'license')
      expect((await server.current.call('GET', PATH)).body.total).toBe(0)
    })
  },
  { license: { topologyFeature: true, topologyLimit: 1 } },
)

// Helpers

const DOCUMENT = {
  ...{ kind: 'platform-service-topology', schemaVersion: 2, topology: shop, ...sampleGraph() },
  weightPolicies: [{ name: 'hot', description: '', weight: 2 }],
  catalogService: { icon: 'cart' },
}

async function create(server: TestServer, json: object): Promise<string> {
  return String((await server.call('POST', PATH, { json })).body.id)
}

function post(server: TestServer, query: string, sent: Sent): Promise<Received> {
  return server.call('POST', `${PATH}/import${query}`, sent)
}

function servicesOf({ body }: Received): readonly string[] {
  return (body.topologies as { topology: { service: string } }[]).map(({ topology }) => topology.service)
}

/** The text of an export without its time. */
function removeTime({ text }: Received): string {
  return text.replaceAll(/"exportedAt": "[^"]*"/g, '')
}

async function sentForm(form: FormData): Promise<Sent> {
  const response = new Response(form)
  const headers = { 'Content-Type': response.headers.get('content-type') ?? '' }
  return { body: new Uint8Array(await response.arrayBuffer()), headers }
}

function expectCodes(received: Received, expected: readonly (readonly [string, string])[]): void {
  expectRefusal(received, 400, /^invalid import$/)
  const errors = received.body.errors as { code: string; path: string }[]
  expect(errors.map(({ code, path }) => [code, path])).toEqual(expected)
}
