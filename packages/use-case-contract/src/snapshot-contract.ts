import { createOpsgraph, type Opsgraph, type Store } from '@opsgraph/core'
import { ODD_JSON, ODD_NAMES, type StoreHarness } from '@opsgraph/store-contract'
import { describe, expect, it } from 'vitest'
import { receiveAlert } from './receive-alert.js'
import { shopBody } from './shop.js'
import { admin, setStage } from './stage.js'
import { storedRelation } from './stored-relation.js'

const FIRST_PAGE = { filters: {}, sort: undefined, page: 1, pageSize: 1_000 }
const clause = { key: 'resource', op: 'LIKE', value: 'db-%' } as const

/** Tests saving the state into a snapshot, and loading it. */
export function snapshotContract(harness: StoreHarness): void {
  describe('saved and loaded', () => {
    it('should load the same state that was saved, for any content', async () => {
      const before = await setStage(harness)
      await fill(before.opsgraph, before.store)
      const stored = await readEverything(before.store)
      const text = await save(before.opsgraph)
      const after = await setStage(harness)
      expect(await after.opsgraph.loadSnapshot(admin, () => inPieces(text))).toEqual({
        catalogService: 3,
        topology: 2,
        weightPolicy: 2,
        relationPolicy: 1,
        alertPolicy: 2,
        maintenanceWindow: 2,
        redundancyRule: 2,
        resourceAlias: 1,
        relation: stored.relations.length,
      })
      expect(await readEverything(after.store)).toEqual(stored)
      expect(entitiesIn(await save(after.opsgraph))).toEqual(entitiesIn(text))
      expect(await after.store.apiKeys.count()).toBe(0)
      expect(text).not.toContain('secret of the key')
    })

    it('should behave like the original after it is loaded', async () => {
      const before = await setStage(harness)
      await fill(before.opsgraph, before.store)
      const text = await save(before.opsgraph)
      const { opsgraph } = await setStage(harness)
      await opsgraph.loadSnapshot(admin, () => inPieces(text))
      const alert = { environment: 'Production', resource: 'db-1', event: 'Down', service: ['shop'] }
      expect((await receiveAlert(opsgraph, admin, alert)).attributes).toEqual({ weight: 7 })
      await expect(opsgraph.createTopology(admin, shopBody())).rejects.toMatchObject({ kind: 'conflict' })
    })

    it('should save and load an empty store', async () => {
      const { opsgraph } = await setStage(harness)
      const text = await save(opsgraph)
      expect(text.trimEnd().split('\n')).toHaveLength(2)
      const policies = { weightPolicy: 0, relationPolicy: 0, alertPolicy: 0, maintenanceWindow: 0 }
      const counts = { catalogService: 0, topology: 0, ...policies, redundancyRule: 0, resourceAlias: 0, relation: 0 }
      expect(await opsgraph.loadSnapshot(admin, () => inPieces(text))).toEqual(counts)
    })

    it('should save and load hundreds of maintenance windows with few calls of the store', async () => {
      const { store, opsgraph, calls } = await setStage(harness)
      const window = await opsgraph.createMaintenanceWindow(admin, night())
      await store.maintenance.save(Array.from({ length: 500 }, (_, index) => ({ ...window, id: `window ${index}` })))
      const text = await save(opsgraph)
      expect(calls.get('maintenance.list')).toBe(3)
      const after = await setStage(harness)
      expect(await after.opsgraph.loadSnapshot(admin, () => inPieces(text))).toMatchObject({ maintenanceWindow: 501 })
      expect(after.calls.get('maintenance.save')).toBe(1)
    })

    it('should save and load thousands of relations with few calls of the store', async () => {
      const { store, opsgraph, calls } = await setStage(harness)
      await store.relations.upsert(
        Array.from({ length: 12_000 }, (_, index) => storedRelation(`child-${index}`, 'hub')),
      )
      const text = await save(opsgraph)
      expect(calls.get('relations.after')).toBe(13)
      const after = await setStage(harness)
      expect(await after.opsgraph.loadSnapshot(admin, () => inPieces(text))).toMatchObject({ relation: 12_000 })
      expect(after.calls.get('relations.upsert')).toBe(3)
    })
  })

  describe('loading', () => {
    it('should write nothing if the last line is invalid', async () => {
      const before = await setStage(harness)
      await fill(before.opsgraph, before.store)
      const text = await save(before.opsgraph)
      const lines = text.trimEnd().split('\n')
      const cut = lines.slice(0, -1).join('\n')
      const { opsgraph, peek } = await setStage(harness)
      const cutOff = { kind: 'invalid', message: `line ${lines.length - 1} is not the end: the snapshot was cut off` }
      await expect(opsgraph.loadSnapshot(admin, () => inPieces(cut))).rejects.toMatchObject(cutOff)
      await expect(opsgraph.loadSnapshot(admin, () => inPieces(`${text}{}`))).rejects.toMatchObject({
        kind: 'invalid',
        message: `line ${lines.length + 1}: nothing may follow the line "end"`,
      })
      for (const table of [
        'relation',
        'topology',
        'catalog',
        'weightPolicy',
        'relationPolicy',
        'alertPolicy',
        'maintenance',
        'redundancyRule',
        'resourceAlias',
      ] as const) {
        expect(await peek(table)).toEqual([])
      }
    })

    it.each([
      ['relations', (store: Store) => store.relations.upsert([storedRelation('a', 'b')])],
      ['topologies', (_: Store, opsgraph: Opsgraph) => opsgraph.createTopology(admin, shopBody())],
      ['services in the catalog', (_: Store, opsgraph: Opsgraph) => describeService(opsgraph, 'shop')],
      ['weight policies', (_: Store, opsgraph: Opsgraph) => opsgraph.createWeightPolicy(admin, policy())],
      [
        'relation policies',
        (_: Store, opsgraph: Opsgraph) => opsgraph.createRelationPolicy(admin, { ...policy(), parent: 'p' }),
      ],
      [
        'alert policies',
        (_: Store, opsgraph: Opsgraph) => opsgraph.createAlertPolicy(admin, { ...policy(), actions: [{ drop: true }] }),
      ],
      ['redundancy rules', (_: Store, opsgraph: Opsgraph) => opsgraph.putRedundancyRule(admin, rule())],
      [
        'aliases of resources',
        (_: Store, opsgraph: Opsgraph) => opsgraph.putResourceAlias(admin, { alias: 'a', body: { resource: 'b' } }),
      ],
      ['maintenance windows', (_: Store, opsgraph: Opsgraph) => opsgraph.createMaintenanceWindow(admin, night())],
    ] as const)('should refuse a store that has %s', async (what, prepare) => {
      const { store, opsgraph } = await setStage(harness)
      const empty = await save(opsgraph)
      await prepare(store, opsgraph)
      await expect(opsgraph.loadSnapshot(admin, () => inPieces(empty))).rejects.toMatchObject({
        kind: 'conflict',
        message: expect.stringMatching(`^the store is not empty, it has .*${what}.*: a snapshot needs an empty one$`),
      })
    })

    it('should refuse more topologies than the license allows', async () => {
      const before = await setStage(harness)
      await fill(before.opsgraph, before.store)
      const text = await save(before.opsgraph)
      const { opsgraph, peek } = await setStage(harness, { topologyFeature: true, topologyLimit: 1 })
      await expect(opsgraph.loadSnapshot(admin, () => inPieces(text))).rejects.toMatchObject({
        kind: 'forbidden',
        message: 'the license allows 1 topologies, and there would be more',
      })
      expect(await peek('relation')).toEqual([])
    })
  })

  it('should save one consistent state during concurrent writes', async () => {
    const { store } = await harness.open()
    const opsgraph = createOpsgraph({ store })
    await opsgraph.putCatalogService(admin, { serviceId: 'bank', body: {} })
    await store.relations.upsert([storedRelation('a', 'b')])
    let writing: Promise<unknown> | undefined
    let text = ''
    await opsgraph.saveSnapshot(admin, async (piece) => {
      text += piece
      // When this piece arrives, the snapshot has begun, but has not read the relations yet. It must not contain a
      // relation that is written now.
      if (piece.includes('"bank"')) writing = store.relations.upsert([storedRelation('a', 'c')])
    })
    expect(writing).toBeDefined()
    await writing
    expect(text).not.toContain('"c"')
    const policies =
      '"weightPolicy":0,"relationPolicy":0,"alertPolicy":0,"maintenanceWindow":0,"redundancyRule":0,"resourceAlias":0'
    expect(text).toContain(`"end":{"catalogService":1,"topology":0,${policies},"relation":1}`)
  })
}

// Helpers

function policy() {
  return { name: 'Databases', description: 'They weigh', filters: { clauses: [clause] } }
}

function rule(resource = 'database') {
  return { environment: 'Production', resource, body: { minHealthy: 2, degraded: null, text: 'two of three' } }
}

function night() {
  const times = { startTime: '2026-03-01T01:00:00.000Z', endTime: '2026-03-01T03:00:00.000Z' }
  return { name: 'Night', filters: { clauses: [clause] }, ...times }
}

function describeService(opsgraph: Opsgraph, serviceId: string) {
  const alertImpact = { severities: ['major'], whitelist: { clauses: [clause, { clauses: [] }] } } as const
  const contact = { owner: 'Team \u2028', runbook: 'https://wiki.example.com/shop' }
  const links = [{ title: 'Dashboard "1"', url: 'https://grafana.example.com/d/1' }]
  const body = { description: '\u2028 and more', ...contact, links, alertImpact }
  return opsgraph.putCatalogService(admin, { serviceId, body })
}

/** Stores objects of every kind, some of them with unusual names. */
async function fill(opsgraph: Opsgraph, store: Store): Promise<void> {
  await opsgraph.putCatalogService(admin, { serviceId: 'bank', body: {} })
  await describeService(opsgraph, 'shop')
  await describeService(opsgraph, 'line\u2028separator "quoted" \u{1f600}')
  const { id } = await opsgraph.createTopology(admin, shopBody())
  const graph = shopBody('x', { service: 'bank', name: 'Bank', orientation: 'LR', serviceKpi: 'kpi' })
  const bank = await opsgraph.createTopology(admin, graph)
  const odd = {
    id: 'odd',
    kind: 'resource',
    label: 'odd',
    environment: 'Production',
    resource: 'odd',
    params: ODD_JSON,
  } as const
  const edge = { id: 'odd edge', source: 'xe', target: odd.id }
  await opsgraph.saveTopology(admin, {
    id: bank.id,
    body: { nodes: [...bank.nodes, odd], edges: [...bank.edges, edge], description: 'saved' },
  })
  await opsgraph.createWeightPolicy(admin, { ...policy(), weight: 7, topologyId: id })
  await opsgraph.createWeightPolicy(admin, { ...policy(), weight: -0.5, status: 'inactive' })
  await opsgraph.createRelationPolicy(admin, { ...policy(), parent: 'cluster' })
  const actions = [{ translate: 'severity', values: { down: 'critical' }, otherwise: null }] as const
  await opsgraph.createAlertPolicy(admin, { ...policy(), actions })
  // Snapshots hold no webhooks, so a loaded policy may be bound to a webhook that does not exist.
  await opsgraph.createWebhook(admin, { id: 'probe' })
  await opsgraph.createAlertPolicy(admin, {
    ...policy(),
    actions: [{ drop: true }],
    order: 7,
    webhookId: 'probe',
    status: 'inactive',
  })
  await opsgraph.putRedundancyRule(admin, rule())
  await opsgraph.putResourceAlias(admin, { environment: 'Production', alias: 'w \u2028', body: { resource: 'web' } })
  await opsgraph.putRedundancyRule(admin, {
    environment: '',
    resource: 'web \u2028',
    body: { minHealthy: '50%', source: 'cmdb', sourceRef: 'itop' },
  })
  await opsgraph.createMaintenanceWindow(admin, night())
  await opsgraph.createMaintenanceWindow(admin, {
    ...night(),
    timezone: 'Europe/Berlin',
    rrule: 'FREQ=DAILY',
    text: 'x',
  })
  const names = ODD_NAMES.map((name) => name.trim()).filter((name) => name !== '')
  const relations = [...new Set(names)].map((name) =>
    storedRelation('odd child', name, { environment: '', source: 'cmdb', sourceRef: name }),
  )
  await store.relations.upsert(relations)
  await opsgraph.createApiKey(admin, { scopes: ['read'], text: 'secret of the key' })
}

/**
 * Reads everything that a snapshot contains. The page size differs from the page size with which snapshots are saved.
 */
async function readEverything({ catalog, topologies, weightPolicies, relationPolicies, relations, ...others }: Store) {
  return {
    catalog: (await catalog.list(FIRST_PAGE)).items,
    topologies: (await topologies.list(FIRST_PAGE)).items,
    weightPolicies: (await weightPolicies.list(FIRST_PAGE)).items,
    relationPolicies: (await relationPolicies.list(FIRST_PAGE)).items,
    alertPolicies: (await others.alertPolicies.list(FIRST_PAGE)).items,
    maintenance: (await others.maintenance.list(FIRST_PAGE)).items,
    redundancyRules: (await others.redundancyRules.list(FIRST_PAGE)).items,
    aliases: (await others.aliases.list(FIRST_PAGE)).items,
    relations: (await relations.list(FIRST_PAGE)).items,
  }
}

async function save(opsgraph: Opsgraph): Promise<string> {
  let text = ''
  await opsgraph.saveSnapshot(admin, async (piece) => {
    text += piece
  })
  return text
}

/** Yields a text a few bytes at a time, so that lines and multi-byte characters are split. */
async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  const length = bytes.length > 100_000 ? 60_001 : 7
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length)
}

function entitiesIn(text: string): readonly unknown[] {
  const [, ...lines] = text.trimEnd().split('\n')
  return lines.map((line): unknown => JSON.parse(line))
}
