import type { Opsgraph } from '@opsgraph/core'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NOW, send, sent, snapshotOf } from './plan-scene.js'
import { admin, setStage } from './stage.js'

/** Tests plans of any file on any store (rules.md#plans). */
export function planPropertiesContract(harness: StoreHarness): void {
  it('should give back the same store by plan, apply and undo, except updateTime', async () => {
    const steps = fc.tuple(fc.array(anyStep(), { maxLength: 4 }), anyImport())
    const property = fc.asyncProperty(steps, async ([earlier, last]) => {
      const { opsgraph } = await setStage(harness)
      for (const step of earlier) await step(opsgraph)
      const before = await snapshotOf(opsgraph)
      const { plan } = await send(opsgraph, last.file, { ...last, dryRun: true, plan: true })
      const done = await opsgraph.applyPlan(admin, { document: sent(plan) })
      const document = { ...sent(plan), applied: { time: NOW, hash: done.leftHash } }
      await opsgraph.undoPlan(admin, { document })
      expect(await snapshotOf(opsgraph)).toEqual(before)
      const again = await send(opsgraph, last.file, { ...last, dryRun: true })
      expect(again.planHash).toBe(plan?.planHash)
    })
    await fc.assert(property, propertyRuns(harness, 60))
  })
}

// Helpers

interface AnyImport {
  readonly file: readonly object[]
  readonly options: object
}

function anyImport(): fc.Arbitrary<AnyImport> {
  const record = fc.record({
    parents: fc.array(fc.nat(9), { maxLength: 2 }),
    services: fc.subarray(['a', 'b', 'c']),
    environment: fc.constantFrom('', 'P'),
    type: fc.option(fc.constantFrom('', 'vm'), { nil: undefined }),
    attributes: fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom('', '1', '2')),
    isLeftOut: fc.boolean(),
  })
  const file = fc
    .array(record, { maxLength: 8 })
    .map((drawn) =>
      drawn.flatMap(({ parents, isLeftOut, ...others }, at) =>
        isLeftOut
          ? []
          : { ...others, resource: `r${at}`, ...(at > 0 && { parents: parents.map((number) => `r${number % at}`) }) },
      ),
    )
  const options = fc.record({
    mode: fc.constantFrom('merge', 'replace'),
    source: fc.constantFrom('cmdb', 'other'),
    scope: fc.constantFrom('source', 'environments'),
  })
  return fc.record({ file, options })
}

type Step = (opsgraph: Opsgraph) => Promise<unknown>

/** Generates a change of a store. */
function anyStep(): fc.Arbitrary<Step> {
  const name = fc.nat(9).map((number) => `r${number}`)
  const relation = fc
    .record({
      environment: fc.constantFrom('', 'P'),
      resource: name,
      parent: name,
      source: fc.constantFrom('manual' as const, 'event' as const, 'policy' as const, 'cmdb' as const),
      sourceRef: fc.constantFrom(null, 'cmdb', 'mine'),
    })
    .filter(({ resource, parent }) => resource !== parent)
  return fc.oneof(
    { weight: 3, arbitrary: anyImport().map(importing) },
    { weight: 1, arbitrary: relation.map(puttingRelation) },
    { weight: 1, arbitrary: fc.constantFrom('a', 'b').map(movingNodes) },
  )
}

function importing({ file, options }: AnyImport): Step {
  return (opsgraph) => send(opsgraph, file, { options })
}

function puttingRelation(relation: Parameters<Opsgraph['putRelation']>[1]): Step {
  return (opsgraph) => opsgraph.putRelation(admin, relation)
}

/** Returns a step that moves the nodes of the topology of a service, if it has one. */
function movingNodes(service: string): Step {
  return async (opsgraph) => {
    const { items } = await opsgraph.listTopologies(admin, {})
    const found = items.find((topology) => topology.service === service)
    if (found === undefined) return
    const nodes = found.nodes.map((node, at) => ({ ...node, position: { x: at, y: 3 }, icon: 'disk' }))
    await opsgraph.saveTopology(admin, { id: found.id, body: { nodes, edges: found.edges } })
  }
}
