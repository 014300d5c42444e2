import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { receiveTreeFile } from '../../packages/core/src/pure.js'
import { ADMIN, expectRefusal } from '../../packages/http/test/test-server.js'
import { PATH, sampleGraph, shop } from '../../packages/http/test/topology-sample.js'
import { onThreeStores } from './on-three-stores.js'

onThreeStores((server) => {
  const load = async (file: readonly object[]): Promise<void> => {
    const bytes = Buffer.from(JSON.stringify(file))
    await server.current.opsgraph.loadTrees(ADMIN, await receiveTreeFile(bytes, randomUUID))
  }

  const call = async (method: string, path: string, json?: unknown) => {
    return await server.current.call(method, path, json === undefined ? {} : { json })
  }

  beforeEach(async () => {
    const file = [
      { ...shop, id: 'sound', tree: tree(environment('Production', resource('host', resource('vm')))) },
      {
        ...shop,
        id: 'split',
        service: 'bank',
        tree: tree(environment('P', resource('a')), environment('T', resource('a'))),
      },
    ]
    await load(file)
  })

  describe('topologies of schemaVersion 1', () => {
    it('should be answered as nodes and edges, equal each time, without their trees', async () => {
      const { body, text } = await call('GET', `${PATH}/sound`)
      expect(body).toMatchObject({
        total: 1,
        topology: {
          ...{ id: 'sound', schemaVersion: 1, orientation: 'TB', serviceKpi: null, service_kpi: null },
          nodes: [
            { kind: 'service', label: 'shop', environment: null, resource: null },
            { kind: 'environment', label: 'Production', environment: 'Production', resource: null },
            { kind: 'resource', label: 'host', environment: 'Production', resource: 'host' },
            { kind: 'resource', label: 'vm', environment: 'Production', resource: 'vm' },
          ],
        },
      })
      expect(text).not.toContain('children')
      expect((await call('GET', `${PATH}/sound`)).text).toBe(text)
      expect((await call('GET', `${PATH}/shop?column=service_name`)).body).toEqual(body)
    })

    it('should be answered even if they violate a rule; a resource in two environments has no environment', async () => {
      const { body } = await call('GET', `${PATH}/split`)
      const { nodes } = body.topology as { nodes: readonly { label: string; environment: string | null }[] }
      expect(nodes.find(({ label }) => label === 'a')).toMatchObject({ environment: null, resource: 'a' })
    })

    it('should be found by the filter schemaVersion', async () => {
      await server.current.opsgraph.upgradeTrees(ADMIN)
      const idsOf = async (version: number) => {
        const { body } = await call('GET', `${PATH}?schemaVersion=${version}`)
        return (body.topologies as readonly { id: string }[]).map(({ id }) => id)
      }
      expect([await idsOf(1), await idsOf(2)]).toEqual([['split'], ['sound']])
    })

    it('should become schemaVersion 2 by a PUT with a valid graph, and be synced to the resource graph', async () => {
      const relations = async () => (await call('GET', '/api/resources/relations')).body.total
      expect(await relations()).toBe(0)
      const { status, body } = await call('PUT', `${PATH}/split`, sampleGraph())
      expect([status, body]).toMatchObject([200, { topology: { id: 'split', schemaVersion: 2 } }])
      expect(await relations()).toBe(1)
    })

    it('should become schemaVersion 2 by a PUT without a graph only if the stored graph is valid', async () => {
      const { body } = await call('PUT', `${PATH}/sound`, { name: 'Store' })
      expect(body.topology).toMatchObject({ name: 'Store', schemaVersion: 2 })
      const refused = await call('PUT', `${PATH}/split`, { name: 'Bank' })
      expectRefusal(refused, 400, /^invalid topology graph$/)
      expect(refused.body.errors).toMatchObject([{ code: 'resourceInMultipleEnvironments' }])
      expect((await call('GET', `${PATH}/split`)).body.topology).toMatchObject({ name: shop.name, schemaVersion: 1 })
    })

    it('should answer 409 to a second topology of the service, created or upgraded', async () => {
      expectRefusal(await call('POST', PATH, { ...shop, service: 'bank' }), 409, 'bank')
      const rival = [{ ...shop, id: 'rival', tree: tree() }]
      await load(rival)
      await server.current.opsgraph.upgradeTrees(ADMIN)
      expectRefusal(await call('PUT', `${PATH}/rival`, sampleGraph()), 409, /shop.*Shop \(sound\)/)
    })

    it('should become schemaVersion 2 by an import, and keep their ids', async () => {
      const relations = async () => (await call('GET', '/api/resources/relations')).body.total
      const queue = { id: 'queue', kind: 'resource', label: 'queue' }
      const { nodes } = (await call('GET', `${PATH}/sound`)).body.topology as { nodes: readonly { id: string }[] }
      const merged = await call('POST', `${PATH}/import?mode=merge`, {
        ...{ topology: { service: 'shop' }, nodes: [...nodes.slice(0, 2), queue] },
        edges: [
          { source: nodes[0]?.id, target: nodes[1]?.id },
          { source: nodes[1]?.id, target: 'queue' },
        ],
      })
      expect(merged.body.results).toMatchObject([
        { topologyId: 'sound', action: 'updated', counts: { nodes: { create: 1 } } },
      ])
      const { body } = await call('GET', `${PATH}/sound`)
      expect(body.topology).toMatchObject({ schemaVersion: 2, nodes: [...nodes, { label: 'queue' }] })
      expect(await relations()).toBe(1)
      const file = { topology: { service: 'bank' }, ...sampleGraph('bank-') }
      expect((await call('POST', `${PATH}/import?mode=replace`, file)).body.results).toMatchObject([
        { topologyId: 'split' },
      ])
      expect((await call('GET', `${PATH}/split`)).body.topology).toMatchObject({ schemaVersion: 2 })
    })

    it('should not be changed by a merge into a tree that violates a rule', async () => {
      const before = (await call('GET', `${PATH}/split`)).text
      const file = { topology: { service: 'bank' }, ...sampleGraph('bank-') }
      const refused = await call('POST', `${PATH}/import?mode=merge`, file)
      expectRefusal(refused, 400, /^invalid import$/)
      expect(refused.body.errors).toMatchObject([
        { code: 'resourceInMultipleEnvironments', path: expect.stringMatching(/^after merge: nodes\[.+\]$/) },
      ])
      expect((await call('GET', `${PATH}/split`)).text).toBe(before)
    })

    it('should be exported as nodes and edges', async () => {
      const { body, text } = await call('GET', `${PATH}/split/export`)
      expect(body).toMatchObject({ schemaVersion: 2, topology: { id: 'split' }, nodes: { length: 4 } })
      expect(text).not.toContain('children')
    })

    it('should be upgraded with nodes of two parents; of several trees for one service only one, with a report on the others', async () => {
      const shared = resource('db')
      await load([
        {
          ...shop,
          id: 'first',
          service: 'mail',
          tree: tree(environment('P', resource('a', shared), resource('b', shared))),
        },
        { ...shop, id: 'second', service: 'mail', tree: tree(environment('P')) },
      ])
      const upgrades = await server.current.opsgraph.upgradeTrees(ADMIN)
      const reported = upgrades.map(({ topologyId, ...upgrade }) => [topologyId, upgrade])
      expect(Object.fromEntries(reported)).toMatchObject({
        sound: { isUpgraded: true, issues: [], rivals: [] },
        split: { isUpgraded: false, issues: [{ code: 'resourceInMultipleEnvironments' }], rivals: [] },
        first: { isUpgraded: true, issues: [], rivals: ['first', 'second'] },
        second: { isUpgraded: false, issues: [], rivals: ['first', 'second'] },
      })
      const { nodes, edges } = (await call('GET', `${PATH}/mail?column=service_name`)).body.topology as {
        readonly nodes: readonly { readonly id: string; readonly label: string }[]
        readonly edges: readonly { readonly target: string }[]
      }
      const ids = nodes.filter(({ label }) => label === 'db').map(({ id }) => id)
      expect(ids).toHaveLength(1)
      expect(edges.filter(({ target }) => target === ids[0])).toHaveLength(2)
      expect((await call('GET', `${PATH}/second`)).body.topology).toMatchObject({ schemaVersion: 1 })
    })

    it('should be deleted like other topologies', async () => {
      expect((await call('DELETE', `${PATH}/split`)).status).toBe(200)
      expect((await call('GET', `${PATH}/split`)).status).toBe(404)
    })
  })
})

// Helpers

function tree(...children: readonly unknown[]) {
  return { type: 'service', label: 'shop', children }
}

function environment(label: string, ...children: readonly unknown[]) {
  return { type: 'environment', label, children }
}

function resource(label: string, ...children: readonly unknown[]) {
  return { type: 'resource', label, children }
}
