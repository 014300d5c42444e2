import { createOpsgraph, type Filter, type Opsgraph, type TransferMode } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { bundleOf, node, SHOP } from './shop-document.js'
import { admin, type Stage, setStage } from './stage.js'
import { importing, worldOf } from './transfer-scene.js'

const ROUNDS = Array.from({ length: 20 }, (_, round) => round)

/** Tests concurrent imports, and imports while a user changes topologies, on one server and on several servers. */
export function topologyImportConcurrencyContract(harness: StoreHarness): void {
  it('should leave one topology for each service, and every node id in only one topology', async () => {
    const { opsgraph } = await setStage(harness)
    const files = ['shop', 'bank', 'mail'].flatMap((service) =>
      [SHOP, bundleOf({ ...SHOP, topology: { service: 'common' } })].map((document) =>
        'nodes' in document ? { ...document, topology: { service } } : document,
      ),
    )
    const runs = [...files, ...files].map((file, index) =>
      importing(opsgraph, file, { mode: index % 2 === 0 ? 'merge' : 'replace' }),
    )
    expect((await Promise.allSettled(runs)).map(({ status }) => status)).toEqual(runs.map(() => 'fulfilled'))
    const { topologies } = await worldOf(opsgraph)
    expect(topologies.map(({ service }) => service).toSorted()).toEqual(['bank', 'common', 'mail', 'shop'])
    const ids = topologies.flatMap(({ nodes }) => nodes.map(({ id }) => id))
    expect(new Set(ids).size).toBe(4 * SHOP.nodes.length)
  })

  it('should keep the changes of two servers that merge into one topology concurrently', async () => {
    const stage = await setStage(harness)
    await importing(stage.opsgraph, SHOP, { mode: 'merge' })
    const merging = ROUNDS.map((round) => {
      const label = `queue-${round}`
      const document = {
        topology: { service: 'shop' },
        nodes: [...SHOP.nodes.slice(0, 2), node(label, label)],
        edges: [SHOP.edges[0], { source: 'e', target: label }],
      }
      return async (server: Opsgraph) => await importing(server, document, { mode: 'merge' })
    })
    const servers = [stage.opsgraph, anotherServer(stage)]
    await Promise.all(merging.map(async (merge, round) => await merge(servers[round % 2] ?? stage.opsgraph)))
    const { nodes } = await stage.opsgraph.readTopologyBy(admin, 'service_name', 'shop')
    expect(nodes.map(({ label }) => label)).toEqual(expect.arrayContaining(ROUNDS.map((round) => `queue-${round}`)))
  })

  it.each<[what: string, Contest]>([
    [
      'topology',
      async ({ opsgraph }) => {
        const { id } = await opsgraph.readTopologyBy(admin, 'service_name', 'shop')
        return {
          mode: 'merge',
          file: (round) => ({ ...SHOP, topology: { service: 'shop', name: `name ${round}` } }),
          change: async (value) => void (await opsgraph.saveTopology(admin, { id, body: { description: value } })),
          read: async () => (await opsgraph.readTopologyBy(admin, 'id', id)).description,
        }
      },
    ],
    [
      'weight policy',
      async ({ opsgraph }) => {
        const [{ id = '' } = {}] = (await opsgraph.listWeightPolicies(admin, {})).items
        return {
          mode: 'merge',
          file: (round) => ({ ...SHOP, weightPolicies: [{ name: 'hot', description: `hot ${round}` }] }),
          change: async (value) =>
            void (await opsgraph.updateWeightPolicy(admin, { id, body: { filters: filterOf(value) } })),
          read: async () => valueIn((await opsgraph.readWeightPolicyById(admin, id)).filters),
        }
      },
    ],
    [
      'catalog entry',
      async ({ opsgraph }) => ({
        mode: 'replace',
        file: (round) => ({ ...SHOP, catalogService: { description: `sells ${round}` } }),
        change: async (icon) => void (await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { icon } })),
        read: async () => (await opsgraph.readCatalogServiceById(admin, 'shop')).icon,
      }),
    ],
  ])('should take back nothing of a %s that somebody changes meanwhile', async (_, prepare) => {
    const stage = await setStage(harness)
    await importing(stage.opsgraph, SHOP, { mode: 'replace' })
    const { mode, file, change, read } = await prepare(stage)
    for (const round of ROUNDS) {
      const imported = importing(stage.opsgraph, file(round), { mode })
      // The delay grows from round to round, so that each round changes the topology during a different step of the
      // import.
      for (let turn = 0; turn < round * round; turn++) await new Promise((resolve) => setImmediate(resolve))
      await Promise.all([imported, change(`changed in ${round}`)])
      expect(await read()).toBe(`changed in ${round}`)
    }
  })
}

// Helpers

/** An import, and a concurrent change of a value that the imported file does not contain. */
type Contest = (stage: Stage) => Promise<{
  readonly mode: TransferMode
  readonly file: (round: number) => object
  readonly change: (value: string) => Promise<void>
  readonly read: () => Promise<unknown>
}>

function filterOf(value: string) {
  return { clauses: [{ key: 'event', op: '=', value }] } as const
}

function valueIn({ clauses }: Filter): unknown {
  const [clause] = clauses
  return clause !== undefined && 'value' in clause ? clause.value : undefined
}

/**
 * Creates a second server on the same store. Only imports on different servers are concurrent: one server runs its
 * imports one after another.
 */
function anotherServer({ store }: Stage): Opsgraph {
  return createOpsgraph({ store })
}
