import type { CmdbMode, CmdbReport, Node } from '@opsgraph/core'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { comparable } from './comparable-report.js'
import { admin, type Stage, setStage } from './stage.js'
import { importing } from './transfer-scene.js'

/** Tests what users see of the claims of several CMDB sources on a node (rules.md#claims-of-nodes). */
export function nodeClaimsContract(harness: StoreHarness): void {
  const rack = { resource: 'pdu-7', environment: 'Lab', services: ['power'] }

  it('should name the sources of a node, and keep the node until the last of them withdraws it', async () => {
    const stage = await setStage(harness)
    await run(stage, { source: 'scan', file: [{ ...rack, type: 'device' }] })
    const { updateTime } = await topologyOf(stage)
    const report = await run(stage, { source: 'books', file: [{ ...rack }] })
    expect(report.topologies[0]?.nodes).toEqual({ create: 0, update: 0, remove: 0, unchanged: 3 })
    expect(await paramsIn(stage)).toEqual({
      power: { cmdbSource: 'scan' },
      Lab: { cmdbSource: 'scan', claims: ['scan', 'books'] },
      'pdu-7': { cmdbSource: 'scan', type: 'device', attributes: {}, claims: ['scan', 'books'] },
    })
    expect((await topologyOf(stage)).updateTime > updateTime).toBe(true)
    await run(stage, { source: 'scan', file: [], mode: 'replace' })
    expect(await paramsIn(stage)).toMatchObject({ 'pdu-7': { cmdbSource: 'books', claims: ['books'] } })
    await run(stage, { source: 'books', file: [], mode: 'replace' })
    expect(Object.keys(await paramsIn(stage))).toEqual(['power'])
  })

  it('should show the names in every answer, never the claims, and take none from callers', async () => {
    const stage = await setStage(harness)
    for (const source of ['scan', 'books']) await run(stage, { source, file: [rack] })
    const { id, nodes, edges } = await topologyOf(stage)
    const drawn = nodes.map((node) => ({ ...node, icon: 'plug', params: { ...node.params, claims: ['me'] } }))
    const saved = await stage.opsgraph.saveTopology(admin, { id, body: { nodes: drawn, edges } })
    const listed = (await stage.opsgraph.listTopologies(admin, {})).items[0]
    for (const answer of [saved, listed, await stage.opsgraph.readTopologyBy(admin, 'id', id)]) {
      expect(answer?.nodes.map(({ params }) => params.claims)).toEqual([undefined, ...Array(2).fill(['scan', 'books'])])
      expect(answer?.nodes.map((node) => Object.hasOwn(node, 'claims'))).toEqual([false, false, false])
      expect(answer?.nodes.map(({ icon }) => icon)).toEqual(['plug', 'plug', 'plug'])
    }
    const bare = nodes.map((node) => ({ ...node, params: {} }))
    await stage.opsgraph.saveTopology(admin, { id, body: { nodes: bare, edges } })
    expect(await paramsIn(stage)).toMatchObject({ 'pdu-7': { claims: ['scan', 'books'] } })
    for (const source of ['scan', 'books']) await run(stage, { source, file: [], mode: 'replace' })
    expect(await paramsIn(stage)).toEqual({ power: {}, Lab: {}, 'pdu-7': {} })
  })

  it('should keep the claims when a topology is imported, and in a snapshot', async () => {
    const stage = await setStage(harness)
    await run(stage, { source: 'scan', file: [{ ...rack, type: 'device' }] })
    await run(stage, { source: 'books', file: [{ ...rack, type: 'asset' }] })
    const { id, nodes, edges } = await topologyOf(stage)
    const drawn = nodes.map(({ params, ...node }) => ({ ...node, icon: 'plug', params: { ...params, claims: ['me'] } }))
    const topology = { service: 'power', name: 'Power' }
    const document = { kind: 'platform-service-topology', schemaVersion: 2, topology, nodes: drawn, edges }
    await importing(stage.opsgraph, document, { mode: 'replace' })
    expect((await topologyOf(stage)).id).toBe(id)
    expect(await paramsIn(stage)).toMatchObject({ 'pdu-7': { type: 'asset', claims: ['scan', 'books'] } })
    let text = ''
    await stage.opsgraph.saveSnapshot(admin, async (piece) => {
      text += piece
    })
    const loaded = await setStage(harness)
    await loaded.opsgraph.loadSnapshot(admin, async function* () {
      yield new TextEncoder().encode(text)
    })
    expect((await loaded.store.topologies.read(id))?.nodes).toEqual((await stage.store.topologies.read(id))?.nodes)
    await run(loaded, { source: 'books', file: [], mode: 'replace' })
    expect(await paramsIn(loaded)).toMatchObject({ 'pdu-7': { type: 'device', claims: ['scan'] } })
  })

  it('should do what a simple model does, whatever sources state and withdraw in turn', async () => {
    const property = fc.asyncProperty(fc.array(step(), { minLength: 2, maxLength: 6 }), async (steps) => {
      const stage = await setStage(harness)
      const model = new Model()
      for (const each of steps) {
        const dry = await run(stage, each, true)
        expect(comparable(await run(stage, each))).toEqual(comparable(dry))
        model.import(each)
        await model.expectIn(stage)
        const before = await topologiesOf(stage)
        const again = await run(stage, each)
        for (const { nodes, edges } of again.topologies) {
          expect([nodes, edges]).toMatchObject(Array(2).fill({ create: 0, update: 0, remove: 0 }))
        }
        expect(await topologiesOf(stage)).toEqual(before)
      }
    })
    await fc.assert(property, propertyRuns(harness, 30))
  })
}

// Helpers

interface Item {
  readonly resource: string
  readonly environment: string
  readonly services: readonly string[]
  readonly parents: readonly string[]
  readonly type: string
}

interface Step {
  readonly source: string
  readonly file: readonly object[]
  readonly mode?: CmdbMode
}

interface FullStep extends Step {
  readonly file: readonly Item[]
  readonly mode: CmdbMode
}

async function run({ opsgraph }: Stage, { source, file, mode = 'merge' }: Step, dryRun = false): Promise<CmdbReport> {
  const body = new TextEncoder().encode(JSON.stringify(file))
  return (await opsgraph.importCmdb(admin, { body, options: { source, mode }, dryRun })).report
}

async function topologiesOf({ opsgraph }: Stage) {
  return (await opsgraph.listTopologies(admin, {})).items
}

function topologyOf({ opsgraph }: Stage) {
  return opsgraph.readTopologyBy(admin, 'service_name', 'power')
}

async function paramsIn(stage: Stage): Promise<Readonly<Record<string, Node['params']>>> {
  return Object.fromEntries((await topologyOf(stage)).nodes.map(({ label, params }) => [label, params]))
}

/** Generates a step in which the parents of a resource are later resources, so that there are no loops. */
function step(): fc.Arbitrary<FullStep> {
  const item = (at: number) =>
    fc.record({
      resource: fc.constant(`r${at}`),
      environment: fc.constant('Lab'),
      services: fc.constant(['power']),
      parents: fc.subarray(RESOURCES.slice(at + 1)),
      type: fc.constantFrom('', 'rack', 'pdu', 'ups'),
    })
  return fc.record({
    source: fc.constantFrom('scan', 'books', 'audit'),
    mode: fc.constantFrom<CmdbMode[]>('merge', 'replace'),
    file: fc.tuple(...RESOURCES.map((_, at) => item(at))).chain((items) => fc.subarray(items)),
  })
}

const RESOURCES = ['r0', 'r1', 'r2']

/** The model: what each source states, in the order in which the sources came, and the type that each node shows. */
class Model {
  readonly #types = new Map<string, Map<string, string>>()
  readonly #shown = new Map<string, string>()
  /** The sources that state a relation, by `parent > resource`. */
  readonly #relations = new Map<string, Set<string>>()

  import({ source, mode, file }: FullStep): void {
    const listed = new Set(file.map(({ resource }) => resource))
    const left = mode === 'replace' ? RESOURCES.filter((resource) => !listed.has(resource)) : []
    for (const resource of left) this.#withdraw(resource, source)
    for (const { resource, parents, type } of file) {
      this.#state(resource, { source, type: type === '' && mode === 'merge' ? undefined : type })
      if (parents.length > 0 || mode === 'replace') this.#relate(source, resource, parents)
    }
  }

  #relate(source: string, resource: string, parents: readonly string[]): void {
    for (const parent of RESOURCES) {
      const key = `${parent} > ${resource}`
      const sources = this.#relations.get(key) ?? new Set()
      if (parents.includes(parent)) this.#relations.set(key, sources.add(source))
      else sources.delete(source)
    }
  }

  async expectIn(stage: Stage): Promise<void> {
    const [topology] = await topologiesOf(stage)
    const { nodes = [], edges = [] } = topology ?? {}
    const labels = new Map(nodes.map(({ id, label }) => [id, label]))
    const resources = nodes
      .filter(({ kind }) => kind === 'resource')
      .toSorted((one, two) => (one.label < two.label ? -1 : 1))
    expect(
      resources.map(({ label, params: { claims, cmdbSource, type } }) => ({
        label,
        claims,
        cmdbSource,
        type: type ?? '',
      })),
    ).toEqual(
      RESOURCES.flatMap((label) => {
        const claims = [...(this.#types.get(label)?.keys() ?? [])]
        return claims.length === 0 ? [] : { label, claims, cmdbSource: claims[0], type: this.#shown.get(label) ?? '' }
      }),
    )
    const drawn = edges.map(({ source, target }) => `${labels.get(source)} > ${labels.get(target)}`)
    const between = drawn.filter((edge) => edge.startsWith('r'))
    for (const edge of between) expect([edge, this.#relations.get(edge)?.size ?? 0]).not.toEqual([edge, 0])
    for (const { label } of resources) expect(drawn.filter((edge) => edge.endsWith(` > ${label}`))).not.toEqual([])
  }

  #state(resource: string, { source, type }: { readonly source: string; readonly type: string | undefined }): void {
    const types = this.#types.get(resource) ?? new Map<string, string>()
    this.#types.set(resource, types)
    const before = types.get(source) ?? ''
    const after = type ?? before
    types.set(source, after)
    if (after !== before) this.#show(resource, before, after)
  }

  #withdraw(resource: string, source: string): void {
    const types = this.#types.get(resource)
    const before = types?.get(source) ?? ''
    types?.delete(source)
    if (before !== '') this.#show(resource, before, '')
    for (const [key, sources] of this.#relations) if (key.endsWith(` > ${resource}`)) sources.delete(source)
  }

  /**
   * A node shows a new type. If the shown type is withdrawn, the node shows the type of the first source that states
   * one.
   */
  #show(resource: string, before: string, after: string): void {
    const others = [...(this.#types.get(resource)?.values() ?? [])].filter((type) => type !== '')
    if (after !== '') this.#shown.set(resource, after)
    else if (this.#shown.get(resource) === before) this.#shown.set(resource, others[0] ?? '')
  }
}
