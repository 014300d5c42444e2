import { describe, expect, it } from 'vitest'
import { onThreeStores } from './on-three-stores.js'
import { topologiesOf, topologyApi } from './topology-api.js'
import { bankDocument, bundleOf, fullNode, joined, PATH, shopDocument } from './topology-files.js'

const ROUNDS = Array.from({ length: 8 }, (_, round) => round)

onThreeStores((server) => {
  const api = topologyApi(server)

  describe('concurrent imports', () => {
    it('should result in one topology for each service, unique node ids, and one policy for each name', async () => {
      const services = ['shop', 'bank', 'mail']
      const files = services.map((service) => ({ ...shopDocument(), topology: { service } }))
      const imports = [...files, ...files].map((file, index) =>
        api.import(index % 3 === 0 ? bundleOf(file) : file, { mode: index < services.length ? 'merge' : 'replace' }),
      )
      for (const { status } of await Promise.all(imports)) expect(status).toBe('ok')
      const topologies = await topologiesOf(api)
      expect(topologies.map(({ service }) => service).toSorted()).toEqual(services.toSorted())
      expect(new Set(topologies.flatMap(({ nodes }) => nodes.map(({ id }) => id))).size).toBe(3 * 5)
      const { topologies: policies } = await api.call<{ topologies: readonly object[] }>('GET', `${PATH}_policy`)
      expect(policies).toMatchObject([{ name: 'hot' }])
    })

    it('should keep the changes of each merge, and of concurrent saves', async () => {
      await api.import(bundleOf(shopDocument(), bankDocument()), { mode: 'merge' })
      const [shop] = (await topologiesOf(api)).filter(({ service }) => service === 'shop')
      const merges = ROUNDS.map(async (round) => {
        const queue = `queue-${round}`
        const nodes = [...shopDocument().nodes.slice(0, 2), fullNode(queue, 'resource')]
        const edges = [joined('s', 'e'), joined('e', queue)]
        return await api.import({ topology: { service: 'shop' }, nodes, edges }, { mode: 'merge' })
      })
      const saves = ROUNDS.map(async (round) => {
        const { status } = await server.current.call('PUT', `${PATH}/${shop?.id}`, {
          json: { description: `${round}` },
        })
        return { status: status === 200 ? 'ok' : 'error' }
      })
      for (const { status } of await Promise.all([...merges, ...saves])) expect(status).toBe('ok')
      const after = (await topologiesOf(api)).find(({ service }) => service === 'shop')
      const labels = ['Shop', 'Production', 'web', 'db', 'cache', ...ROUNDS.map((round) => `queue-${round}`)]
      expect(after?.nodes.map(({ label }) => label).toSorted()).toEqual(labels.toSorted())
      expect(ROUNDS.map(String)).toContain(after?.description)
    })
  })
})
