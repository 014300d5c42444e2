import type { Edge, Node, Topology } from '@opsgraph/core'
import { byPrecedence } from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Model, runAgainstModel, type Step } from './model-run.js'
import { byId } from './row-order.js'
import { at, nextId, resourceNode, sampleTopology } from './sample.js'
import type { OpenedStore, StoreHarness } from './store-harness.js'

/** Tests that a topology store answers like a plain map after any sequence of calls. */
export function topologyModelContract(harness: StoreHarness): void {
  it('should answer like a plain map, after any calls', async () => {
    await runAgainstModel(harness, anyStep(), () => new TopologyModel([]))
  })
}

class TopologyModel implements Model<TopologyModel> {
  readonly #topologies: Map<string, Topology>
  readonly #trees: Map<string, string>

  constructor(topologies: readonly Topology[], trees: ReadonlyMap<string, string> = new Map()) {
    this.#topologies = new Map(topologies.map((topology) => [topology.id, topology]))
    this.#trees = new Map(trees)
  }

  get all(): readonly Topology[] {
    return byId([...this.#topologies.values()])
  }

  copy(): TopologyModel {
    return new TopologyModel(this.all, this.#trees)
  }

  find(id: string): Topology | undefined {
    return this.#topologies.get(id)
  }

  /** The topologies that `readByService` must return, one for each service. */
  get known(): readonly Topology[] {
    const inOrder = this.all.toSorted(byPrecedence)
    return this.all.filter(({ id, service }) => inOrder.find((each) => each.service === service)?.id === id)
  }

  /**
   * Whether saving these topologies would give one service two topologies of schemaVersion 2, or put one node id into
   * two topologies.
   */
  isInConflict(topologies: readonly Topology[]): boolean {
    const after = this.copy()
    after.put(topologies)
    const services = after.all.filter(({ schemaVersion }) => schemaVersion === 2).map(({ service }) => service)
    const nodeIds = after.all.flatMap(({ nodes }) => nodes.map(({ id }) => id))
    return new Set(services).size < services.length || new Set(nodeIds).size < nodeIds.length
  }

  put(topologies: readonly Topology[]): void {
    for (const topology of topologies) this.#topologies.set(topology.id, topology)
  }

  keepTree(id: string, tree: string): void {
    this.#trees.set(id, tree)
  }

  /** Removes a topology, and returns whether it existed. */
  remove(id: string): boolean {
    this.#trees.delete(id)
    return this.#topologies.delete(id)
  }

  async expectKept(peek: OpenedStore['peek']): Promise<void> {
    const expected = this.all.map(({ id, service, nodes, edges }) => ({
      id,
      service,
      nodes: nodes.map((node) => node.id),
      edges: edges.map(({ source, target }) => [source, target]),
    }))
    expect(byId(await peek('topology'))).toEqual(expected)
    const trees = (await peek('tree')).map(({ topologyId, tree }) => [topologyId, tree] as const)
    expect(new Map(trees)).toEqual(this.#trees)
  }
}

// Helpers: the steps.

type TopologyStep = Step<TopologyModel>

function anyStep(): fc.Arbitrary<TopologyStep> {
  const someIds = fc.array(fc.constantFrom(...IDS), { maxLength: 3 })
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.uniqueArray(anyTopology(), { selector: ({ id }) => id, maxLength: 3 }).map(save),
    },
    someIds.map(deleteMany),
    fc.tuple(fc.uniqueArray(fc.constantFrom(...IDS)), fc.constantFrom('1', '2')).map(keepTrees),
    fc.constantFrom(...IDS).map(read),
    fc.subarray(['shop', 'bank', 'Shop', 'none']).map(readByServices),
    fc.constantFrom(...SOURCES).map(servicesHoldingNodesOf),
    fc
      .tuple(fc.subarray([...NODE_IDS]), fc.constantFrom(null, ...IDS))
      .map(([ids, except]) => takenNodeIds(ids, except)),
  )
}

function save(drawn: readonly Topology[]): TopologyStep {
  return {
    title: `save ${JSON.stringify(drawn)}`,
    run: async (model, { topologies }, mode) => {
      const arrived = drawn.map((topology) => ({ ...topology, updateTime: nextTime(), ...upgraded(topology, model) }))
      if (!model.isInConflict(arrived)) {
        await topologies.save(arrived)
        model.put(arrived)
        return
      }
      // In a transaction, this step does nothing, because a conflict may abort the whole transaction.
      if (mode === 'alone') await expect(topologies.save(arrived)).rejects.toMatchObject({ kind: 'conflict' })
    },
  }
}

/** Returns the schemaVersion to save: 2 if the stored topology has 2, because the port forbids a change from 2 to 1. */
function upgraded({ id, schemaVersion }: Topology, model: TopologyModel): Pick<Topology, 'schemaVersion'> {
  return { schemaVersion: model.find(id)?.schemaVersion === 2 ? 2 : schemaVersion }
}

function keepTrees([ids, tree]: [readonly string[], string]): TopologyStep {
  return {
    title: `keep the tree ${tree} of ${ids}`,
    run: async (model, { topologies }) => {
      const stored = ids.filter((id) => model.find(id) !== undefined)
      await topologies.keepTrees(stored.map((topologyId) => ({ topologyId, tree })))
      for (const id of stored) model.keepTree(id, tree)
    },
  }
}

function deleteMany(ids: readonly string[]): TopologyStep {
  return {
    title: `delete ${ids}`,
    run: async (model, { topologies }) => {
      const removed = ids.filter((id) => model.remove(id))
      expect((await topologies.delete(ids)).toSorted()).toEqual(removed.toSorted())
      expect(await topologies.count()).toBe(model.all.length)
      expect(await topologies.lastUpdateTime()).toBe(
        model.all
          .map(({ updateTime }) => updateTime)
          .toSorted()
          .at(-1),
      )
    },
  }
}

function read(id: string): TopologyStep {
  return {
    title: `read ${id}`,
    run: async (model, { topologies }) => {
      const stored = model.find(id)
      expect(await topologies.read(id)).toEqual(stored)
      const known = model.known.find(({ service }) => service === stored?.service)
      if (stored !== undefined) expect(await topologies.readByService(stored.service)).toEqual(known)
    },
  }
}

function readByServices(services: readonly string[]): TopologyStep {
  return {
    title: `readByServices ${services}`,
    run: async (model, { topologies }) => {
      const expected = model.known.filter(({ service }) => services.includes(service))
      expect(byId(await topologies.readByServices(services))).toEqual(expected)
    },
  }
}

function servicesHoldingNodesOf(source: string): TopologyStep {
  return {
    title: `servicesHoldingNodesOf ${source}`,
    run: async (model, { topologies }) => {
      const holding = model.all.filter(({ nodes }) => nodes.some(({ params }) => params.cmdbSource === source))
      const expected = [...new Set(holding.map(({ service }) => service))].toSorted()
      expect((await topologies.servicesHoldingNodesOf(source)).toSorted()).toEqual(expected)
    },
  }
}

function takenNodeIds(nodeIds: readonly string[], exceptId: string | null): TopologyStep {
  return {
    title: `takenNodeIds ${nodeIds} except ${exceptId}`,
    run: async (model, { topologies }) => {
      const others = model.all.filter(({ id }) => id !== exceptId)
      const used = new Set(others.flatMap(({ nodes }) => nodes.map(({ id }) => id)))
      const expected = new Set(nodeIds.filter((id) => used.has(id)))
      expect(await topologies.takenNodeIds(nodeIds, exceptId)).toEqual(expected)
    },
  }
}

// Helpers. There are only a few names, so that calls often affect the same rows.

const OWNERS = ['shop', 'bank', 'Shop', 'shop'].map((service) => ({ id: nextId(), service }))
const IDS = OWNERS.map(({ id }) => id)
const ENVIRONMENTS = ['', 'Production'] as const
const LABELS = ['a', 'b'] as const
const SOURCES = ['itop', 'glpi'] as const
const NODE_IDS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const

let saves = 0

/** Returns a later time with every call, because the port does not define the order of equal times. */
function nextTime(): string {
  saves++
  return at(saves)
}

function anyTopology(): fc.Arbitrary<Topology> {
  return fc
    .tuple(fc.constantFrom(...OWNERS), anyNodes(), fc.constantFrom(1 as const, 2 as const))
    .chain(([owner, nodes, schemaVersion]) =>
      anyEdges(nodes).map((edges) => sampleTopology({ ...owner, nodes, edges, schemaVersion })),
    )
}

function anyNodes(): fc.Arbitrary<readonly Node[]> {
  const places = ENVIRONMENTS.flatMap((environment) => LABELS.map((label) => ({ environment, label })))
  return fc
    .tuple(
      fc.shuffledSubarray([...NODE_IDS], { minLength: 2, maxLength: 4 }),
      fc.shuffledSubarray(places, { minLength: 4 }),
    )
    .map(([ids, drawn]) =>
      ids.map((id, index) => {
        const { environment, label } = drawn[index] ?? { environment: '', label: id }
        return resourceNode(environment, label, { id, params: { cmdbSource: SOURCES[Number(id) % 3] ?? null } })
      }),
    )
}

function anyEdges(nodes: readonly Node[]): fc.Arbitrary<readonly Edge[]> {
  const pairs = nodes.flatMap((source) =>
    nodes.filter((node) => node !== source).map((target) => [source, target] as const),
  )
  return fc
    .shuffledSubarray(pairs, { minLength: Math.ceil(pairs.length / 2) })
    .map((drawn) => drawn.map(([source, target]) => ({ id: nextId(), source: source.id, target: target.id })))
}
