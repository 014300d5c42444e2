import { createOpsgraph, type Opsgraph } from '@opsgraph/core'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { admin, setStage } from './stage.js'

const ENVIRONMENT = 'Production'
const NOTHING = { rename: 0, merge: 0, remove: 0 }

/** Tests new names of resources (rules.md#rename). */
export function renameContract(harness: StoreHarness): void {
  it('should rename a resource everywhere, and keep ids, claims and places', async () => {
    const stage = await setStage(harness)
    const { opsgraph, store } = stage
    const { topology, alert, relation } = await drawn(opsgraph)
    const claims = await store.relations.claims([relation])
    const renamed = await rename(opsgraph, 'srv-old', 'srv-new')
    expect(renamed.counters).toEqual({
      relation: { ...NOTHING, rename: 2 },
      node: { ...NOTHING, rename: 1 },
      redundancyRule: { ...NOTHING, rename: 1 },
      alert: { ...NOTHING, rename: 2 },
      alias: { ...NOTHING, rename: 2 },
    })
    expect(renamed.changesTotal).toBe(8)
    const moved = await store.relations.read(relation.id)
    expect(moved).toEqual({ ...relation, resource: 'srv-new' })
    // The order of claims is not guaranteed.
    expect(new Set(await store.relations.claims([moved ?? relation]))).toEqual(
      new Set(claims.map((claim) => ({ ...claim, resource: 'srv-new' }))),
    )
    const saved = await store.topologies.read(topology.id)
    expect(saved?.nodes).toEqual(
      topology.nodes.map((node) =>
        node.label === 'srv-old' ? { ...node, label: 'srv-new', resource: 'srv-new' } : node,
      ),
    )
    expect(saved?.edges).toEqual(topology.edges)
    expect((saved?.updateTime ?? '') > topology.updateTime).toBe(true)
    expect(
      (await opsgraph.readRedundancyRule(admin, { environment: ENVIRONMENT, resource: 'srv-new' })).minHealthy,
    ).toBe(2)
    const { items: aliases } = await opsgraph.listResourceAliases(admin, {})
    expect(aliases.map(({ alias, resource }) => `${alias} ${resource}`)).toEqual(['other srv-new', 'srv-old srv-new'])
    const now = await opsgraph.readAlertById(admin, alert.id)
    expect(now).toMatchObject({ id: alert.id, resource: 'srv-new', status: 'open' })
    expect(now.history.at(-1)).toMatchObject({ type: 'note', text: 'the resource srv-old was renamed to srv-new' })
    const { items } = await opsgraph.listAlerts(admin, { filters: { resource: ['app'] } })
    expect(items).toMatchObject([{ resourceParent: 'srv-new', resourceChildren: ['c', 'srv-new'] }])
    expect((await receive(opsgraph, 'srv-old')).id).toBe(alert.id)
  })

  it('should answer the same in a dry run, and write nothing', async () => {
    const { opsgraph, store, peek } = await setStage(harness)
    await drawn(opsgraph)
    const state = async () => [await peek('relation'), await peek('resourceAlias'), await peek('alert')]
    const before = await state()
    const planned = await opsgraph.renameResource(admin, { ...NAMES, dryRun: true })
    expect(await state()).toEqual(before)
    expect(planned.dryRun).toBe(true)
    const { dryRun: _, ...done } = await opsgraph.renameResource(admin, NAMES)
    const { dryRun: __, ...plan } = planned
    expect(done).toEqual(plan)
    expect(
      (await store.audit.list({ filters: { event: ['resource-renamed'] }, sort: undefined, page: 1, pageSize: 9 }))
        .items,
    ).toMatchObject([
      { text: 'resource srv-old renamed to srv-new', attributes: { from: 'srv-old', counters: done.counters } },
    ])
  })

  it('should turn the alias round if the resource gets its old name back', async () => {
    const { opsgraph, store } = await setStage(harness)
    const { relation, alert } = await drawn(opsgraph)
    await rename(opsgraph, 'srv-old', 'srv-new')
    await rename(opsgraph, 'srv-new', 'srv-old')
    expect(await store.relations.read(relation.id)).toEqual(relation)
    expect((await opsgraph.readAlertById(admin, alert.id)).resource).toBe('srv-old')
    const { items } = await opsgraph.listResourceAliases(admin, {})
    expect(items.map(({ alias, resource }) => `${alias} ${resource}`)).toEqual(['other srv-old', 'srv-new srv-old'])
  })

  it('should never change a relation or a claim by a rename and the rename back, whatever claims it', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd')
    const claim = fc.record({
      ...{ resource: name, parent: name, source: fc.constantFrom('manual' as const, 'cmdb' as const) },
      sourceRef: fc.constantFrom(null, 'itop', 'glpi'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(claim, { minLength: 1, maxLength: 12 }), async (claims) => {
        const { opsgraph, store } = await setStage(harness)
        for (const stated of claims) {
          if (stated.resource !== stated.parent)
            await opsgraph.putRelation(admin, { environment: ENVIRONMENT, ...stated })
        }
        const read = async () => {
          const { items } = await store.relations.list({ filters: {}, sort: undefined, page: 1, pageSize: 100 })
          const known = (await store.relations.claims(items)).map((one) => JSON.stringify(one)).toSorted()
          return { items, known }
        }
        const before = await read()
        fc.pre(before.items.some(({ resource, parent }) => [resource, parent].includes('a')))
        await rename(opsgraph, 'a', 'z')
        const between = await read()
        expect(between.items.some(({ resource, parent }) => [resource, parent].includes('a'))).toBe(false)
        expect(between.items.map(({ id }) => id).toSorted()).toEqual(before.items.map(({ id }) => id).toSorted())
        await rename(opsgraph, 'z', 'a')
        expect(await read()).toEqual(before)
      }),
      propertyRuns(harness, 20),
    )
  })

  it('should show the renamed resource in walks, also from the graph in memory', async () => {
    const { opsgraph, store } = await setStage(harness)
    const there = createOpsgraph({ store })
    const chain = ['disk', 'srv-old', 'app', 'shop']
    for (const [at, resource] of chain.slice(0, -1).entries()) {
      await opsgraph.putRelation(admin, { environment: ENVIRONMENT, resource, parent: chain[at + 1] ?? '' })
    }
    const walk = async (resource: string) => {
      const { ancestors = [] } = await there.readResourceGraph(admin, { environment: ENVIRONMENT, resource })
      return ancestors.map((entry) => entry.resource)
    }
    expect(await walk('disk')).toEqual(['srv-old', 'app', 'shop'])
    await rename(opsgraph, 'srv-old', 'srv-new')
    expect(await walk('disk')).toEqual(['srv-new', 'app', 'shop'])
    expect(await walk('srv-old')).toEqual(['app', 'shop'])
  })

  it('should refuse an unknown name, the same name, and an alias', async () => {
    const { opsgraph } = await setStage(harness)
    const refused = (from: string, to: string, error: object) =>
      expect(rename(opsgraph, from, to)).rejects.toMatchObject(error)
    await refused('a', 'a', { kind: 'invalid', message: 'to must differ from from' })
    await refused('a', 'b', { kind: 'notFound', message: `resource a in environment "${ENVIRONMENT}" not found` })
    await opsgraph.putRelation(admin, { environment: ENVIRONMENT, resource: 'r', parent: 'p' })
    await opsgraph.putResourceAlias(admin, { environment: ENVIRONMENT, alias: 'a', body: { resource: 'r' } })
    await refused('a', 'b', { kind: 'notFound', message: expect.stringContaining('only an alias of r: rename that') })
    await refused('p', 'a', { kind: 'conflict', message: expect.stringContaining('a is an alias of r') })
    await expect(opsgraph.renameResource(admin, { ...NAMES, from: 'r', environment: 'Lab' })).rejects.toMatchObject({
      kind: 'notFound',
    })
  })

  it('should refuse a name that exists, and say what has it', async () => {
    const { opsgraph, peek } = await setStage(harness)
    await drawn(opsgraph)
    await receive(opsgraph, 'srv-new')
    const before = await peek('relation')
    const refused = (dryRun: boolean) =>
      expect(opsgraph.renameResource(admin, { ...NAMES, dryRun })).rejects.toMatchObject({
        kind: 'conflict',
        message: 'srv-new exists already (1 active alert): if both are one resource, rename with merge',
      })
    await refused(true)
    await refused(false)
    await expect(rename(opsgraph, 'srv-old', 'app')).rejects.toMatchObject({
      message: expect.stringContaining('app exists already (relations; the topology Shop; 1 active alert)'),
    })
    expect(await peek('relation')).toEqual(before)
  })

  it('should need the scopes of topologies and of alerts', async () => {
    const { opsgraph } = await setStage(harness)
    for (const scope of ['write:service_topologies', 'write:alerts'] as const) {
      const caller = { user: 'ed', scopes: [scope], requestId: null }
      await expect(opsgraph.renameResource(caller, NAMES)).rejects.toMatchObject({ kind: 'forbidden' })
    }
  })

  describe('merge', () => {
    it('should unite the relations and their claims, and drop those that would be loops', async () => {
      const { opsgraph, store } = await setStage(harness)
      const relate = (resource: string, parent: string, source: 'manual' | 'cmdb', sourceRef: string | null = null) =>
        opsgraph.putRelation(admin, { environment: ENVIRONMENT, resource, parent, source, sourceRef })
      await relate('srv-old', 'rack', 'manual')
      await relate('srv-new', 'rack', 'cmdb', 'itop')
      await relate('srv-old', 'row', 'cmdb', 'itop')
      await relate('srv-new', 'row', 'cmdb', 'glpi')
      await relate('srv-old', 'srv-new', 'manual')
      await relate('disk', 'srv-old', 'manual')
      const { counters } = await rename(opsgraph, 'srv-old', 'srv-new', true)
      expect(counters.relation).toEqual({ rename: 1, merge: 2, remove: 1 })
      const { items } = await store.relations.list({ filters: {}, sort: undefined, page: 1, pageSize: 10 })
      expect(items.map(({ resource, parent, source, sourceRef }) => [resource, parent, source, sourceRef])).toEqual([
        ['disk', 'srv-new', 'manual', null],
        ['srv-new', 'rack', 'manual', null],
        ['srv-new', 'row', 'cmdb', 'glpi'],
      ])
      const claims = await store.relations.claims(items)
      expect(claims.map(({ parent, sourceRef }) => `${parent} ${sourceRef}`).toSorted()).toEqual([
        ...['rack itop', 'rack null', 'row glpi', 'row itop', 'srv-new null'],
      ])
    })

    it('should keep the claims of both nodes, so that neither source removes the node of the other', async () => {
      const { opsgraph, store } = await setStage(harness)
      const list = async (source: string, resources: readonly string[], mode: 'merge' | 'replace' = 'merge') => {
        const records = resources.map((resource) => ({ resource, environment: ENVIRONMENT, services: ['shop'] }))
        const body = [new TextEncoder().encode(JSON.stringify(records))]
        return (await opsgraph.importCmdb(admin, { body, options: { source, mode } })).report
      }
      await list('itop', ['srv-old', 'rack'])
      await list('glpi', ['srv-new'])
      await rename(opsgraph, 'srv-old', 'srv-new', true)
      const labels = async () =>
        (await store.topologies.readByService('shop'))?.nodes.map(({ label, claims }) =>
          [label, ...(claims ?? []).map(({ source }) => source)].join(' '),
        )
      expect(await labels()).toEqual(expect.arrayContaining(['srv-new glpi itop']))
      await list('glpi', ['other'], 'replace')
      expect(await labels()).toEqual(expect.arrayContaining([expect.stringMatching(/^srv-new/)]))
    })

    it('should join two nodes of a topology, and refuse a cycle', async () => {
      const { opsgraph, store } = await setStage(harness)
      const nodes = [
        { id: 's', kind: 'service' as const, label: 'shop' },
        { id: 'e', kind: 'environment' as const, label: ENVIRONMENT },
        ...['srv-old', 'srv-new', 'disk'].map((label) => ({ id: label, kind: 'resource' as const, label })),
      ]
      const edge = (source: string, target: string) => ({ source, target })
      const edges = [edge('s', 'e'), edge('e', 'srv-old'), edge('e', 'srv-new'), edge('srv-old', 'disk')]
      const { id } = await opsgraph.createTopology(admin, { ...SHOP, nodes, edges })
      const { counters } = await rename(opsgraph, 'srv-old', 'srv-new', true)
      expect(counters.node).toEqual({ ...NOTHING, merge: 1 })
      const saved = await store.topologies.read(id)
      expect(saved?.nodes.map((node) => node.id)).toEqual(['s', 'e', 'srv-new', 'disk'])
      expect(saved?.edges.map(({ source, target }) => `${source} ${target}`)).toEqual([
        ...['s e', 'e srv-new', 'srv-new disk'],
      ])
      const further = [...nodes.map((node) => (node.id === 'disk' ? { ...node, label: 'mid' } : node))]
      const cycle = [edge('s', 'e'), edge('e', 'srv-old'), edge('srv-old', 'disk'), edge('disk', 'srv-new')]
      const names = { environment: ENVIRONMENT, from: 'bottom', to: 'top', merge: true }
      const renamedNodes = further.map((node) => ({
        ...node,
        id: `2${node.id}`,
        label: node.label === 'srv-old' ? 'top' : node.label === 'srv-new' ? 'bottom' : node.label,
      }))
      await opsgraph.createTopology(admin, {
        ...{ ...SHOP, service: 'two', name: 'Two', nodes: renamedNodes },
        edges: cycle.map(({ source, target }) => edge(`2${source}`, `2${target}`)),
      })
      await expect(opsgraph.renameResource(admin, names)).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringMatching(/^the topology Two would become invalid: /),
      })
    })

    it('should keep the worse of two alerts of one event open, until both problems are over', async () => {
      const { opsgraph } = await setStage(harness)
      const send = (resource: string, severity: 'major' | 'critical' | 'ok', fingerprint: string, event = 'Down') =>
        receiveAlert(opsgraph, admin, { environment: ENVIRONMENT, resource, event, severity, fingerprint })
      await send('srv-old', 'major', 'one')
      const worse = await send('srv-new', 'critical', 'two')
      await send('srv-new', 'critical', 'three', 'Full')
      await send('srv-new', 'ok', 'three', 'Full')
      const full = await send('srv-old', 'major', 'four', 'Full')
      const { counters } = await rename(opsgraph, 'srv-old', 'srv-new', true)
      expect(counters.alert).toEqual({ ...NOTHING, merge: 2 })
      const { items } = await opsgraph.listAlerts(admin, {})
      expect(items.map(({ id, resource, severity, openCount }) => [id, resource, severity, openCount])).toEqual([
        [worse.id, 'srv-new', 'critical', 2],
        [full.id, 'srv-new', 'major', 1],
      ])
      expect((await send('srv-new', 'ok', 'two')).status).toBe('open')
      expect((await send('srv-old', 'ok', 'one')).status).toBe('closed')
    })

    it('should keep the rule of the stronger source', async () => {
      const { opsgraph, peek } = await setStage(harness)
      const put = (resource: string, minHealthy: number, source: 'manual' | 'cmdb') =>
        opsgraph.putRedundancyRule(admin, { environment: ENVIRONMENT, resource, body: { minHealthy, source } })
      await put('srv-old', 1, 'manual')
      await put('srv-new', 2, 'cmdb')
      const { counters } = await rename(opsgraph, 'srv-old', 'srv-new', true)
      expect(counters.redundancyRule).toEqual({ ...NOTHING, merge: 1 })
      expect(
        (await opsgraph.readRedundancyRule(admin, { environment: ENVIRONMENT, resource: 'srv-new' })).minHealthy,
      ).toBe(1)
      await put('third', 3, 'manual')
      await rename(opsgraph, 'srv-new', 'third', true)
      expect(
        (await opsgraph.readRedundancyRule(admin, { environment: ENVIRONMENT, resource: 'third' })).minHealthy,
      ).toBe(3)
      expect(await peek('redundancyRule')).toHaveLength(1)
    })
  })
}

// Helpers

const NAMES = { environment: ENVIRONMENT, from: 'srv-old', to: 'srv-new' }
const SHOP = { name: 'Shop', description: '', service: 'shop' }

function rename(opsgraph: Opsgraph, from: string, to: string, merge = false) {
  return opsgraph.renameResource(admin, { environment: ENVIRONMENT, from, to, merge })
}

function receive(opsgraph: Opsgraph, resource: string) {
  return receiveAlert(opsgraph, admin, { environment: ENVIRONMENT, resource, event: 'Cpu', severity: 'major' })
}

/** Creates a host below `app`, with everything that can name it. The relation has two claims. */
async function drawn(opsgraph: Opsgraph) {
  const topology = await opsgraph.createTopology(admin, {
    ...SHOP,
    nodes: [
      { id: 's', kind: 'service', label: 'shop' },
      { id: 'e', kind: 'environment', label: ENVIRONMENT },
      { id: 'a', kind: 'resource', label: 'app' },
      { id: 'h', kind: 'resource', label: 'srv-old', icon: 'star', params: { rack: 7 }, position: { x: 999, y: 999 } },
    ],
    edges: [
      { source: 's', target: 'e' },
      { source: 'e', target: 'a' },
      { source: 'a', target: 'h' },
    ],
  })
  const key = { environment: ENVIRONMENT, resource: 'srv-old' }
  const { id } = await opsgraph.putRelation(admin, { ...key, parent: 'app' })
  await opsgraph.putRedundancyRule(admin, { ...key, body: { minHealthy: 2 } })
  await opsgraph.putResourceAlias(admin, { environment: ENVIRONMENT, alias: 'other', body: { resource: 'srv-old' } })
  const alert = await receive(opsgraph, 'srv-old')
  const names = { resourceParent: 'srv-old', resourceChildren: ['c', 'srv-old'] }
  await receiveAlert(opsgraph, admin, {
    environment: ENVIRONMENT,
    resource: 'app',
    event: 'Up',
    severity: 'minor',
    ...names,
  })
  const { items } = await opsgraph.listRelations(admin, {})
  const relation = items.find((stored) => stored.id === id)
  if (relation === undefined) throw new Error('the relation is missing')
  return { topology, relation, alert }
}
