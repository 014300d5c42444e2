import type { Opsgraph } from '@opsgraph/core'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NOW, refusal, send, sent, snapshotOf } from './plan-scene.js'
import { shopBody } from './shop.js'
import { admin, setStage } from './stage.js'

type Options = Parameters<Opsgraph['applyRelations']>[1]['options']
interface Applying {
  readonly file: readonly object[]
  readonly options: Options
}

const MONDAY = [
  { environment: 'Production', resource: 'esx-1', parent: 'vm-1' },
  { environment: 'Production', resource: 'db', parent: 'web' },
]
const TUESDAY = [{ environment: 'Production', resource: 'esx-2', parent: 'vm-1' }]
const REPLACE: Options = { source: 'vcenter', mode: 'replace' }

/** Tests plans of applied relations (rules.md#plans). */
export function relationsPlanContract(harness: StoreHarness): void {
  it('should apply exactly the plan of relations, and undo it: ids, times and claims come back', async () => {
    const { opsgraph } = await setStage(harness)
    await opsgraph.createTopology(admin, shopBody())
    await apply(opsgraph, { file: MONDAY, options: REPLACE })
    await apply(opsgraph, { file: MONDAY.slice(0, 1), options: { source: 'netbox' } })
    const before = await snapshotOf(opsgraph)
    const dry = await apply(opsgraph, { file: TUESDAY, options: REPLACE }, { dryRun: true, plan: true })
    expect(dry.plan).toMatchObject({
      kind: 'relations',
      options: { source: 'vcenter', mode: 'replace', scope: 'source' },
      items: [{ environment: 'Production', resource: 'esx-2', parents: ['vm-1'] }],
      changes: { relations: dry.relations, topologies: [], catalogServices: [] },
      planHash: dry.planHash,
    })
    expect(await snapshotOf(opsgraph)).toEqual(before)
    const applied = await opsgraph.applyPlan(admin, { document: sent(dry.plan) })
    const { plan: _, ...report } = dry
    expect(applied).toEqual({ ...report, applied: true, leftHash: expect.any(String) })
    expect(await snapshotOf(opsgraph)).not.toEqual(before)
    const document = { ...sent(dry.plan), applied: { time: NOW, hash: applied.leftHash } }
    expect(await opsgraph.undoPlan(admin, { document })).toMatchObject({
      ...{ applied: true, kind: 'relations', source: 'vcenter', planHash: dry.planHash },
      relations: { create: 0, update: 2, remove: 1 },
      topologies: { create: 0, update: 0, remove: 0, unchanged: 0 },
    })
    expect(await snapshotOf(opsgraph)).toEqual(before)
    const twice = await refusal(opsgraph.undoPlan(admin, { document }))
    expect(twice.issues).toMatchObject([{ code: 'planNotApplied' }])
  })

  it('should refuse a plan of another state or kind, and accept the planHash of a dry run', async () => {
    const { opsgraph } = await setStage(harness)
    const applying = { file: MONDAY, options: REPLACE }
    const { plan, planHash } = await apply(opsgraph, applying, { dryRun: true, plan: true })
    expect((await send(opsgraph, MONDAY, { dryRun: true, options: REPLACE })).planHash).not.toBe(planHash)
    const asImport = await refusal(opsgraph.applyPlan(admin, { document: { ...sent(plan), kind: 'cmdb' } }))
    expect(asImport.issues).toMatchObject([{ code: 'planEdited' }])
    await opsgraph.putRelation(admin, { environment: 'Production', resource: 'esx-1', parent: 'vm-1' })
    const refused = await refusal(opsgraph.applyPlan(admin, { document: sent(plan) }))
    expect(refused).toMatchObject({ kind: 'conflict', issues: [{ code: 'planOutdated', path: 'planHash' }] })
    expect(await refusal(apply(opsgraph, applying, { planHash }))).toMatchObject({ kind: 'conflict' })
    const again = await apply(opsgraph, applying, { dryRun: true })
    expect(await apply(opsgraph, applying, { planHash: again.planHash })).toMatchObject({
      ...{ applied: true, planHash: again.planHash, leftHash: expect.any(String) },
    })
  })

  // rules.md#removal-guard-7
  it('should apply a plan without the limit of removals with which it was made', async () => {
    const { opsgraph } = await setStage(harness)
    await apply(opsgraph, { file: MONDAY, options: REPLACE })
    const options = { ...REPLACE, maxRemovals: '0' }
    const { plan, errors } = await apply(opsgraph, { file: TUESDAY, options }, { dryRun: true, plan: true })
    expect(errors.map(({ code }) => code)).toEqual(['tooManyRemovals'])
    expect((await opsgraph.applyPlan(admin, { document: sent(plan) })).relations.remove).toBe(2)
  })

  it('should remember in a plan since when relations are stale, for relations and for imports', async () => {
    let now = Date.UTC(2026, 0, 1)
    const { opsgraph } = await setStage(harness, undefined, () => new Date(now))
    await send(opsgraph, MONDAY, { options: { source: 'vcenter' } })
    now += 30 * 86_400_000
    const options = { source: 'vcenter', removeStaleAfter: 30 }
    const early = await apply(opsgraph, { file: TUESDAY, options }, { dryRun: true, plan: true })
    now += 60_000
    const late = await apply(opsgraph, { file: TUESDAY, options }, { dryRun: true, plan: true })
    const imported = await send(opsgraph, TUESDAY, { dryRun: true, plan: true, options })
    expect([early, late, imported].map(({ relations }) => relations.remove)).toEqual([0, 2, 2])
    now += 60_000
    expect((await opsgraph.applyPlan(admin, { document: sent(early.plan), dryRun: true })).relations.remove).toBe(0)
    for (const { plan } of [late, imported]) {
      const report = await opsgraph.applyPlan(admin, { document: sent(plan), dryRun: true })
      expect(report.relations).toEqual({ create: 1, update: 0, remove: 2, unchanged: 0 })
    }
  })

  it('should give back the same store by plan, apply and undo of any relations, except updateTime', async () => {
    const step = fc.tuple(anyApplying(), fc.boolean())
    const property = fc.asyncProperty(fc.array(step, { maxLength: 4 }), anyApplying(), async (earlier, last) => {
      const { opsgraph } = await setStage(harness)
      for (const [applying, isImport] of earlier) {
        if (isImport) await send(opsgraph, byResource(applying.file), { options: applying.options })
        else await apply(opsgraph, applying)
      }
      const before = await snapshotOf(opsgraph)
      const { plan } = await apply(opsgraph, last, { dryRun: true, plan: true })
      const done = await opsgraph.applyPlan(admin, { document: sent(plan) })
      const document = { ...sent(plan), applied: { time: NOW, hash: done.leftHash } }
      await opsgraph.undoPlan(admin, { document })
      expect(await snapshotOf(opsgraph)).toEqual(before)
      expect((await apply(opsgraph, last, { dryRun: true })).planHash).toBe(plan?.planHash)
    })
    await fc.assert(property, propertyRuns(harness, 40))
  })
}

// Helpers

async function apply(
  opsgraph: Opsgraph,
  { file, options }: Applying,
  sending: { readonly dryRun?: boolean; readonly plan?: boolean; readonly planHash?: string } = {},
) {
  const body = new TextEncoder().encode(JSON.stringify(file))
  return (await opsgraph.applyRelations(admin, { body, options, ...sending })).report
}

/** Generates relations without a loop, so that an import may state them too. */
function anyApplying(): fc.Arbitrary<Applying & { readonly file: readonly Pair[] }> {
  const pair = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(3)).map(([child, parent]) => {
    return { environment: 'P', resource: `r${child}`, parent: `r${parent % child}`, services: ['shop'] }
  })
  return fc.record({
    file: fc.array(pair, { maxLength: 6 }),
    options: fc.record({
      source: fc.constantFrom('one', 'two'),
      mode: fc.constantFrom('merge' as const, 'replace' as const),
      scope: fc.constantFrom('source' as const, 'environments' as const),
    }),
  })
}

interface Pair {
  readonly resource: string
  readonly parent: string
}

function byResource(pairs: readonly Pair[]): readonly object[] {
  const records = new Map<string, Pair & { readonly parents: string[] }>()
  for (const { parent, ...pair } of pairs) {
    const record = records.get(pair.resource) ?? { ...pair, parent, parents: [] }
    records.set(pair.resource, record)
    record.parents.push(parent)
  }
  return [...records.values()]
}
