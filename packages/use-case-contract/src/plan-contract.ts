import { setImmediate } from 'node:timers/promises'
import { type Caller, LIMITS, type Opsgraph } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { NOW, type Plan, refusal, send, sent, snapshotOf } from './plan-scene.js'
import { admin, setStage } from './stage.js'

const PRODUCTION = { environment: 'Production' }
const RACK = { ...PRODUCTION, resource: 'rack', services: ['shop'], type: 'rack', attributes: { row: '7' } }
const DISK = { ...PRODUCTION, resource: 'disk', parents: ['rack'], services: ['shop'], attributes: { size: '2 TB' } }
const TAPE = { ...PRODUCTION, resource: 'tape', parents: ['rack'], services: ['shop'] }
const RECORD_WITHOUT_SERVICE = { ...PRODUCTION, resource: 'fan', parents: ['disk'] }

/** Tests plans: their hash, and how they are applied and undone (rules.md#plans). */
export function planContract(harness: StoreHarness): void {
  it('should apply exactly the plan, and undo it: what it created is gone', async () => {
    const { opsgraph, peek } = await setStage(harness)
    const before = await snapshotOf(opsgraph)
    const dry = await send(opsgraph, [RACK, DISK, RECORD_WITHOUT_SERVICE], { dryRun: true, plan: true })
    expect(dry).toMatchObject({ applied: false, planHash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(dry.plan).toMatchObject({
      format: 'opsgraph-plan',
      version: 1,
      kind: 'cmdb',
      options: { source: 'cmdb', mode: 'merge', scope: 'source' },
      items: [{ ...RACK, parents: [] }, DISK, { ...RECORD_WITHOUT_SERVICE, services: [] }],
      changes: {
        relations: { create: 2, update: 0, remove: 0, unchanged: 0 },
        topologies: [{ service: 'shop', action: 'create' }],
        catalogServices: ['shop'],
      },
      state: { relations: [], topologies: [] },
      planHash: dry.planHash,
    })
    expect(await snapshotOf(opsgraph)).toEqual(before)
    const applied = await opsgraph.applyPlan(admin, { document: sent(dry.plan) })
    const { plan: _, ...report } = dry
    expect(applied).toEqual({
      ...report,
      applied: true,
      leftHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      topologies: [{ ...dry.topologies[0], topologyId: expect.any(String) }],
    })
    expect(await peek('relation')).toHaveLength(2)
    const document = { ...sent(dry.plan), applied: { time: NOW, hash: applied.leftHash } }
    const undoing = await opsgraph.undoPlan(admin, { document, dryRun: true })
    expect(await peek('relation')).toHaveLength(2)
    const undone = await opsgraph.undoPlan(admin, { document })
    expect(undone).toEqual({ ...undoing, applied: true })
    expect(undone).toEqual({
      applied: true,
      kind: 'cmdb',
      source: 'cmdb',
      relations: { create: 0, update: 0, remove: 2, unchanged: 0 },
      topologies: { create: 0, update: 0, remove: 1, unchanged: 0 },
      catalogServices: { remove: 1 },
      planHash: dry.planHash,
    })
    expect(await snapshotOf(opsgraph)).toEqual(before)
    expect(await peek('relationClaim')).toEqual([])
  })

  it('should bring back ids, positions, params and claims after a replace that has removed nodes', async () => {
    const { opsgraph } = await setStage(harness)
    await send(opsgraph, [RACK, DISK, TAPE, RECORD_WITHOUT_SERVICE])
    await opsgraph.putRelation(admin, { ...PRODUCTION, resource: 'disk', parent: 'rack' })
    const topology = await opsgraph.readTopologyBy(admin, 'service_name', 'shop')
    const nodes = topology.nodes.map((node, at) => ({ ...node, icon: `icon-${at}`, position: { x: at * 7, y: -at } }))
    await opsgraph.saveTopology(admin, { id: topology.id, body: { nodes, edges: topology.edges } })
    const before = await snapshotOf(opsgraph)
    const above = await ancestorsOf(opsgraph, 'fan')
    expect(above).toEqual(['disk', 'rack'])
    const done = await send(opsgraph, [RACK], { plan: true, options: { mode: 'replace' } })
    expect(await ancestorsOf(opsgraph, 'fan')).toEqual([])
    expect(done.topologies[0]?.nodes).toMatchObject({ remove: 2 })
    expect(done.relations).toMatchObject({ remove: 2 })
    expect(await snapshotOf(opsgraph)).not.toEqual(before)
    expect(done.plan?.applied?.hash).toBe(done.leftHash)
    const undone = await opsgraph.undoPlan(admin, { document: sent(done.plan) })
    expect(undone).toMatchObject({ relations: { create: 2, remove: 0 }, topologies: { update: 1, remove: 0 } })
    expect(await snapshotOf(opsgraph)).toEqual(before)
    expect(await ancestorsOf(opsgraph, 'fan')).toEqual(above)
  })

  it('should refuse a plan, or a planHash, of another state, and write nothing', async () => {
    const { opsgraph } = await setStage(harness)
    const { plan, planHash } = await send(opsgraph, [RACK, DISK], { dryRun: true, plan: true })
    await opsgraph.putRelation(admin, { ...PRODUCTION, resource: 'disk', parent: 'rack' })
    const before = await snapshotOf(opsgraph)
    const refused = await refusal(opsgraph.applyPlan(admin, { document: sent(plan) }))
    expect(refused).toMatchObject({ kind: 'conflict', issues: [{ code: 'planOutdated', path: 'planHash' }] })
    expect(refused.message).toContain('the relation "disk has parent rack" (environment "Production") is new')
    expect(await refusal(send(opsgraph, [RACK, DISK], { planHash }))).toMatchObject({
      kind: 'conflict',
      issues: [{ code: 'planOutdated', path: 'planHash' }],
    })
    expect(await snapshotOf(opsgraph)).toEqual(before)
    const again = await send(opsgraph, [DISK, RACK], { dryRun: true })
    const report = await send(opsgraph, [RACK, DISK], { planHash: again.planHash })
    expect(report).toMatchObject({ applied: true, planHash: again.planHash, leftHash: expect.any(String) })
  })

  it('should not count times: a confirmed relation makes no other plan, another source does', async () => {
    const { opsgraph } = await setStage(harness)
    await send(opsgraph, [RACK, DISK])
    const { planHash } = await send(opsgraph, [RACK, TAPE, DISK], { dryRun: true })
    await send(opsgraph, [RACK, DISK])
    expect((await send(opsgraph, [RACK, TAPE, DISK], { dryRun: true })).planHash).toBe(planHash)
    await send(opsgraph, [DISK], { options: { source: 'other' } })
    expect((await send(opsgraph, [RACK, TAPE, DISK], { dryRun: true })).planHash).not.toBe(planHash)
  })

  it.each<[what: string, edit: (plan: Plan) => object]>([
    ['an item', (plan) => ({ ...plan, items: [{ ...plan.items[0], type: 'cage' }, ...plan.items.slice(1)] })],
    ['a missing item', (plan) => ({ ...plan, items: plan.items.slice(1) })],
    ['the source', (plan) => ({ ...plan, options: { ...plan.options, source: 'other' } })],
    ['the mode', (plan) => ({ ...plan, options: { ...plan.options, mode: 'replace' } })],
    ['the state', (plan) => ({ ...plan, state: { ...plan.state, relations: [] } })],
    [
      'a time in the state',
      (plan) => ({
        ...plan,
        state: { ...plan.state, relations: plan.state.relations.map((one) => ({ ...one, updateTime: NOW })) },
      }),
    ],
    ['the hash', (plan) => ({ ...plan, planHash: 'a'.repeat(64) })],
    ['the checksum', (plan) => ({ ...plan, checksum: 'a'.repeat(64) })],
    ['the changes', (plan) => ({ ...plan, changes: { ...plan.changes, catalogServices: ['shop'] } })],
  ])('should find that somebody has edited %s', async (_, edit) => {
    const { opsgraph } = await setStage(harness)
    await send(opsgraph, [RACK, DISK])
    const { plan } = await send(opsgraph, [RACK, DISK, TAPE], { dryRun: true, plan: true })
    const before = await snapshotOf(opsgraph)
    const document = edit(sent(plan))
    for (const run of [opsgraph.applyPlan, opsgraph.undoPlan]) {
      const refused = await refusal(run(admin, { document }))
      expect(refused).toMatchObject({ kind: 'invalid', issues: [{ code: 'planEdited', path: 'checksum' }] })
    }
    expect(await snapshotOf(opsgraph)).toEqual(before)
    await opsgraph.applyPlan(admin, { document: sent(plan) })
  })

  it('should refuse to undo before the plan is applied, twice, and after others wrote what it touched', async () => {
    const { opsgraph } = await setStage(harness)
    await send(opsgraph, [RACK, DISK])
    const dry = await send(opsgraph, [RACK, DISK, TAPE], { dryRun: true, plan: true })
    const early = await refusal(opsgraph.undoPlan(admin, { document: sent(dry.plan) }))
    expect(early).toMatchObject({ kind: 'conflict', issues: [{ code: 'planNotApplied', path: 'applied' }] })
    const { leftHash } = await opsgraph.applyPlan(admin, { document: sent(dry.plan) })
    const document = { ...sent(dry.plan), applied: { time: NOW, hash: leftHash } }
    const unmarked = await refusal(opsgraph.undoPlan(admin, { document: sent(dry.plan) }))
    expect(unmarked).toMatchObject({ kind: 'conflict', issues: [{ code: 'planNotApplied' }] })
    expect(unmarked.message).toContain('applied.hash')
    const twice = await refusal(opsgraph.applyPlan(admin, { document }))
    expect(twice).toMatchObject({ kind: 'conflict', issues: [{ code: 'planOutdated' }] })

    const manual = await opsgraph.putRelation(admin, { ...PRODUCTION, resource: 'tape', parent: 'rack' })
    const written = await snapshotOf(opsgraph)
    const late = await refusal(opsgraph.undoPlan(admin, { document }))
    expect(late).toMatchObject({ kind: 'conflict', issues: [{ code: 'planOutdated', path: 'applied.hash' }] })
    expect(late.message).toMatch(
      /What is different: the relation "tape has parent rack" \(environment "Production"\) is now declared by manual too\. The audit trail since then: tape has parent rack \(ann, 2026-01-01T[\d:.]+Z\)$/,
    )
    expect(await snapshotOf(opsgraph)).toEqual(written)

    await opsgraph.deleteRelation(admin, manual.id)
    const gone = await refusal(opsgraph.undoPlan(admin, { document }))
    expect(gone).toMatchObject({ kind: 'conflict', issues: [{ code: 'planOutdated', path: 'applied.hash' }] })
    expect(gone.message).toContain(
      '(environment "Production") is gone. The audit trail since then: tape no longer has parent rack (',
    )
  })

  it('should name in a refused undo the topologies and catalog entries, and authors only to who may read the audit trail', async () => {
    const { opsgraph } = await setStage(harness)
    const { plan } = await send(opsgraph, [RACK, DISK], { plan: true })
    const { id, nodes, edges } = await opsgraph.readTopologyBy(admin, 'service_name', 'shop')
    await opsgraph.saveTopology(admin, { id, body: { nodes: nodes.map((node) => ({ ...node, icon: 'plug' })), edges } })
    await opsgraph.putCatalogService(admin, { serviceId: 'shop', body: { owner: 'Team Shop' } })
    const writer: Caller = {
      user: 'bob',
      scopes: ['write:service_topologies', 'write:service_catalog'],
      requestId: null,
    }
    const { message } = await refusal(opsgraph.undoPlan(writer, { document: sent(plan) }))
    expect(message).toMatch(
      /What is different: the topology of the service shop was saved; the catalog entry shop has changed$/,
    )
    expect((await refusal(opsgraph.undoPlan(admin, { document: sent(plan) }))).message).toMatch(
      /has changed\. The audit trail since then: .*shop.* \(ann, .*\); topology shop of service shop updated \(ann, [^)]*\)$/,
    )
  })

  it('should undo once, and not a second time', async () => {
    const { opsgraph } = await setStage(harness)
    const { plan } = await send(opsgraph, [RACK, DISK], { plan: true })
    await opsgraph.undoPlan(admin, { document: sent(plan) })
    const again = await refusal(opsgraph.undoPlan(admin, { document: sent(plan) }))
    expect(again).toMatchObject({ kind: 'conflict', issues: [{ code: 'planNotApplied' }] })
    expect(again.message).toContain('undone already')
  })

  it('should bring back the times of relations that the plan has only confirmed', async () => {
    const { opsgraph } = await setStage(harness)
    await send(opsgraph, [RACK, DISK])
    await send(opsgraph, [DISK], { options: { source: 'other' } })
    const { items } = await opsgraph.listRelations(admin, {})
    const claims = await opsgraph.readRelationClaims(admin, items[0]?.id ?? '')
    const { plan, relations } = await send(opsgraph, [RACK, DISK], { plan: true })
    expect(relations).toEqual({ create: 0, update: 0, remove: 0, unchanged: 1 })
    expect((await opsgraph.listRelations(admin, {})).items).not.toEqual(items)
    const undone = await opsgraph.undoPlan(admin, { document: sent(plan) })
    expect(undone.relations).toEqual({ create: 0, update: 0, remove: 0, unchanged: 1 })
    expect((await opsgraph.listRelations(admin, {})).items).toEqual(items)
    expect(await opsgraph.readRelationClaims(admin, items[0]?.id ?? '')).toEqual(claims)
  })

  it('should keep what left out records held, when a plan of a replace is applied', async () => {
    const { opsgraph } = await setStage(harness)
    await send(opsgraph, [RACK, DISK, TAPE])
    const before = await snapshotOf(opsgraph)
    const options = { mode: 'replace', skipInvalid: true }
    const file = [RACK, { ...DISK, parents: ['disk'] }]
    const { plan } = await send(opsgraph, file, { dryRun: true, plan: true, options })
    expect(plan?.options.held).toEqual({ resources: [{ ...PRODUCTION, resource: 'disk' }], names: [], any: false })
    const done = await opsgraph.applyPlan(admin, { document: sent(plan) })
    expect(done.relations).toMatchObject({ remove: 1 })
    const { items } = await opsgraph.listRelations(admin, {})
    expect(items.map(({ resource }) => resource)).toEqual(['disk'])
    await opsgraph.undoPlan(admin, { document: { ...sent(plan), applied: { time: NOW, hash: done.leftHash } } })
    expect(await snapshotOf(opsgraph)).toEqual(before)
  })

  it('should plan the names that aliases stand for, and refuse the plan once a name is an alias', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.putRelation(admin, { ...PRODUCTION, resource: 'shelf', parent: 'room' })
    await opsgraph.putResourceAlias(admin, { ...PRODUCTION, alias: 'rack', body: { resource: 'shelf' } })
    const { plan } = await send(opsgraph, [DISK], { dryRun: true, plan: true })
    expect(plan?.items).toMatchObject([{ resource: 'disk', parents: ['shelf'] }])
    await opsgraph.putResourceAlias(admin, { ...PRODUCTION, alias: 'disk', body: { resource: 'shelf' } })
    const refused = await refusal(opsgraph.applyPlan(admin, { document: sent(plan) }))
    expect(refused.issues[0]?.code).toMatch(/^(planOutdated|selfParent)$/)
  })

  it('should refuse an undo that would bring back a name that is an alias now, in a relation or in a topology', async () => {
    const { opsgraph } = await setStage(harness)
    const loose = { ...RECORD_WITHOUT_SERVICE, parents: ['vent'] }
    await send(opsgraph, [RACK, TAPE, loose])
    const { plan } = await send(opsgraph, [RACK], { plan: true, options: { mode: 'replace' } })
    for (const alias of ['tape', 'vent']) {
      await opsgraph.putResourceAlias(admin, { ...PRODUCTION, alias, body: { resource: 'rack' } })
      const before = await snapshotOf(opsgraph)
      for (const dryRun of [true, false]) {
        const refused = await refusal(opsgraph.undoPlan(admin, { document: sent(plan), dryRun }))
        expect(refused).toMatchObject({ kind: 'conflict', issues: [{ code: 'planOutdated', path: 'state' }] })
        expect(refused.message).toContain(`${alias} is an alias of rack now`)
      }
      expect(await snapshotOf(opsgraph)).toEqual(before)
      await opsgraph.deleteResourceAlias(admin, { ...PRODUCTION, alias })
    }
    await opsgraph.undoPlan(admin, { document: sent(plan) })
  })

  it('should not set back the time of a claim that another source has confirmed since the plan was applied', async () => {
    const { opsgraph } = await setStage(harness)
    const other = { options: { source: 'other' } }
    await send(opsgraph, [DISK, TAPE])
    await send(opsgraph, [DISK, TAPE], other)
    const { plan } = await send(opsgraph, [DISK], { plan: true, options: { mode: 'replace' } })
    await send(opsgraph, [DISK, TAPE], other)
    const claimsOfOther = async () => {
      const { items } = await opsgraph.listRelations(admin, {})
      const claims = await Promise.all(items.map(({ id }) => opsgraph.readRelationClaims(admin, id)))
      return claims.flat().filter(({ sourceRef }) => sourceRef === 'other')
    }
    const confirmed = await claimsOfOther()
    await opsgraph.undoPlan(admin, { document: sent(plan) })
    expect(confirmed).toHaveLength(2)
    expect(await claimsOfOther()).toEqual(confirmed)
    const { items } = await opsgraph.listRelations(admin, {})
    expect(items.map(({ sourceRef, updateTime }) => [sourceRef, updateTime])).toEqual(
      confirmed.map(({ lastTime }) => ['cmdb', lastTime]),
    )
  })

  it('should receive only some documents at the same time, and the others after them', async () => {
    const { opsgraph } = await setStage(harness)
    let begun = 0
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    async function* slowly(text: string) {
      begun++
      await released
      yield new TextEncoder().encode(text)
    }
    const runs = [opsgraph.applyPlan, opsgraph.undoPlan].flatMap((run) =>
      Array.from({ length: LIMITS.receivedFiles }, () => refusal(run(admin, { document: slowly('{}') }))),
    )
    await setImmediate()
    expect(begun).toBe(LIMITS.receivedFiles)
    release()
    const refusals = await Promise.all(runs)
    expect(refusals.map(({ message }) => message.slice(0, 14))).toEqual(runs.map(() => 'format must be'))
    expect(begun).toBe(runs.length)
    const { plan } = await send(opsgraph, [RACK, DISK], { plan: true })
    expect(await opsgraph.undoPlan(admin, { document: slowly(JSON.stringify(plan)) })).toMatchObject({ applied: true })
  })

  it('should make the weight policy of a topology global when an undo deletes the topology', async () => {
    const { opsgraph } = await setStage(harness)
    const { plan, topologies } = await send(opsgraph, [RACK], { plan: true })
    const topologyId = topologies[0]?.topologyId ?? ''
    const { id } = await opsgraph.createWeightPolicy(admin, {
      name: 'Racks',
      description: 'They weigh',
      weight: 5,
      topologyId,
      filters: {},
    })
    await opsgraph.undoPlan(admin, { document: sent(plan) })
    expect(await opsgraph.readWeightPolicyById(admin, id)).toMatchObject({ topologyId: null })
  })

  it('should write the counters and the hash of a plan to the audit trail', async () => {
    const { opsgraph } = await setStage(harness)
    const { plan, planHash } = await send(opsgraph, [RACK, DISK], { plan: true })
    await opsgraph.undoPlan(admin, { document: sent(plan) })
    const { items } = await opsgraph.listAuditEntries(admin, {})
    expect(items.find(({ event }) => event === 'resources-cmdb-imported')?.attributes).toEqual({
      mode: 'merge',
      source: 'cmdb',
      records: 2,
      relations: { create: 1, update: 0, remove: 0, unchanged: 0 },
      topologies: { create: 1, update: 0, remove: 0, unchanged: 0 },
      catalogServices: 1,
      planHash,
    })
    expect(items.find(({ event }) => event === 'resources-plan-undone')?.attributes).toEqual({
      kind: 'cmdb',
      source: 'cmdb',
      relations: { create: 0, update: 0, remove: 1, unchanged: 0 },
      topologies: { create: 0, update: 0, remove: 1, unchanged: 0 },
      catalogServices: 1,
      planHash,
    })
  })
}

// Helpers

/** Returns the ancestors of a resource, from the graph in memory. */
async function ancestorsOf(opsgraph: Opsgraph, resource: string): Promise<readonly string[]> {
  const { ancestors = [] } = await opsgraph.readResourceGraph(admin, { ...PRODUCTION, resource })
  return ancestors.map((entry) => entry.resource)
}
