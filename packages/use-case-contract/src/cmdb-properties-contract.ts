import { isDeepStrictEqual } from 'node:util'
import type { CmdbMode, CmdbReport } from '@opsgraph/core'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { comparable } from './comparable-report.js'
import { admin, type Stage, setStage } from './stage.js'

interface Step {
  readonly file: readonly object[]
  readonly mode: CmdbMode
  readonly source: string
}

/** Tests properties of CMDB imports, for any files, from several sources, in any order (rules.md#cmdb-import). */
export function cmdbPropertiesContract(harness: StoreHarness): void {
  it('should answer the same in a dry run and in the import, and find no changes afterwards', async () => {
    const steps = fc.tuple(fc.array(step(), { maxLength: 2 }), step())
    const property = fc.asyncProperty(steps, async ([before, last]) => {
      const stage = await setStage(harness)
      for (const earlier of before) await run(stage, earlier)
      const dry = await run(stage, last, true)
      expect(comparable(await run(stage, last))).toEqual(comparable(dry))
      expect(changes(await run(stage, last, true))).toBe(0)
      // The imported topologies must be valid. Saving each of them again checks this, because an invalid topology would
      // be refused.
      for (const { id, nodes, edges } of (await stage.opsgraph.listTopologies(admin, {})).items) {
        await stage.opsgraph.saveTopology(admin, { id, body: { nodes, edges } })
      }
    })
    await fc.assert(property, propertyRuns(harness, 20))
  })

  it('should report a change exactly if it changes what is stored, be it only who states it', async () => {
    const property = fc.asyncProperty(fc.array(step(), { minLength: 2, maxLength: 3 }), async (steps) => {
      const stage = await setStage(harness)
      for (const each of steps) {
        const before = await storedIn(stage)
        const report = await run(stage, each)
        expect(changes(report) > 0).toBe(!isDeepStrictEqual(await storedIn(stage), before))
      }
    })
    await fc.assert(property, propertyRuns(harness, 40))
  })
}

// Helpers

async function run({ opsgraph }: Stage, { file, mode, source }: Step, dryRun = false): Promise<CmdbReport> {
  const body = new TextEncoder().encode(JSON.stringify(file))
  const { report } = await opsgraph.importCmdb(admin, { body, options: { mode, source }, dryRun, changes: true })
  return report
}

/** How many changes a report counts. */
function changes({ relations, claims, topologies, catalogServices }: CmdbReport): number {
  const drawn = topologies.flatMap(({ nodes, edges }) => [nodes, edges])
  const counted = [relations, ...(claims ? [claims] : []), ...drawn].map(
    ({ create, update, remove }) => create + update + remove,
  )
  return counted.reduce((sum, count) => sum + count, catalogServices.create)
}

/** What is stored, without times. */
async function storedIn({ store }: Stage) {
  const claims = await store.relations.claimsBy('cmdb', ['cmdb', 'other'])
  const relations = await store.relations.after(undefined, 1_000)
  const topologies = await store.topologies.readByServices(['a', 'b', 'c'])
  return {
    claims: claims
      .map(({ resource, environment, parent, sourceRef }) => [resource, environment, parent, sourceRef].join())
      .sort(),
    relations: relations.map(({ updateTime: _, ...relation }) => relation),
    topologies: topologies.map(({ updateTime: _, ...topology }) => topology),
  }
}

function step(): fc.Arbitrary<Step> {
  return fc.record({
    file: records(),
    mode: fc.constantFrom<CmdbMode[]>('merge', 'replace'),
    source: fc.constantFrom('cmdb', 'other'),
  })
}

/** Generates records. The parent of a record is always an earlier record, so that there are no cycles. */
function records(): fc.Arbitrary<readonly object[]> {
  const record = fc.record({
    parent: fc.option(fc.nat(20)),
    parents: fc.array(fc.nat(20), { maxLength: 2 }),
    services: fc.subarray(['a', 'b', 'c']),
    environment: fc.constantFrom('', 'P'),
    type: fc.constantFrom('vm', 'host'),
  })
  return fc.array(record, { maxLength: 12 }).map((drawn) =>
    drawn.map(({ parent, parents, services, environment, type }, at) => ({
      resource: `r${at}`,
      environment,
      services,
      type,
      ...(parent !== null && at > 0 && { parent: above(parent, at) }),
      ...(at > 0 && { parents: parents.map((other) => above(other, at)) }),
    })),
  )
}

function above(number: number, at: number): string {
  return number > 15 ? 'outside' : `r${number % at}`
}
