import type { Topology, TopologyImportReport } from '@opsgraph/core'
import { indexGraph, validateGraph } from '@opsgraph/core/pure'
import { propertyRuns, type StoreHarness } from '@opsgraph/store-contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectListed, expectToLead } from './expect-listed.js'
import { admin, type Stage, setStage } from './stage.js'
import { type SentFile, sentFile } from './transfer-arbitrary.js'
import { exportAll, identitiesOf, importing, pairsOf, type World, worldOf } from './transfer-scene.js'

const MODES = ['merge', 'replace'] as const

interface Step {
  readonly sent: SentFile
  readonly mode: (typeof MODES)[number]
  readonly positions: 'keep' | 'file'
}

/** Tests properties of imports, for any files, in any order (rules.md#imported-topologies). */
export function transferPropertiesContract(harness: StoreHarness): void {
  const holds = async (check: (stage: Stage, last: Step) => Promise<void>) => {
    const property = fc.asyncProperty(fc.array(step(), { maxLength: 3 }), step(), async (before, last) => {
      const stage = await setStage(harness)
      for (const { sent, ...options } of before) await importing(stage.opsgraph, sent.file, options)
      await check(stage, last)
    })
    await fc.assert(property, propertyRuns(harness, 20))
  }

  it('should change nothing if the same file is imported again', async () => {
    await holds(async ({ opsgraph }, { sent, ...options }) => {
      await importing(opsgraph, sent.file, options)
      const world = await worldOf(opsgraph)
      const { previews } = await importing(opsgraph, sent.file, options)
      for (const { nodes, edges, weightPolicies, catalogService, idsRegenerated } of previews) {
        for (const { create, update, remove } of [nodes, edges, weightPolicies]) {
          expect({ create, update, remove }).toEqual({ create: 0, update: 0, remove: 0 })
        }
        expect(catalogService.action).toMatch(/^(unchanged|skip)$/)
        expect(idsRegenerated).toBe(0)
      }
      expect(await worldOf(opsgraph)).toEqual(world)
    })
  })

  it('should report the changes of the import in a dry run, and write nothing', async () => {
    await holds(async ({ opsgraph }, { sent, ...options }) => {
      const before = await worldOf(opsgraph)
      const dry = await importing(opsgraph, sent.file, { ...options, changes: true, dryRun: true })
      expect(await worldOf(opsgraph)).toEqual(before)
      const { results, ...real } = await importing(opsgraph, sent.file, { ...options, changes: true })
      expect({ ...dry, dryRun: false }).toEqual(real)
      const after = await worldOf(opsgraph)
      expectCounted({ ...real, results }, before, after)
      expectListed(real)
      expectToLead(real, before, after)
    })
  })

  it('should remove nothing in merge mode', async () => {
    await holds(async ({ opsgraph }, { sent, positions }) => {
      const before = await worldOf(opsgraph)
      await importing(opsgraph, sent.file, { mode: 'merge', positions })
      const after = await worldOf(opsgraph)
      for (const topology of before.topologies) {
        const merged = after.topologies.find(({ id }) => id === topology.id)
        if (merged === undefined) throw new Error(`the topology ${topology.id} is gone`)
        expect([...identitiesOf(merged)]).toEqual(expect.arrayContaining([...identitiesOf(topology)]))
        expect(pairsOf(merged)).toEqual(expect.arrayContaining([...pairsOf(topology)]))
      }
      expect(after.policies.map(({ id }) => id)).toEqual(expect.arrayContaining(before.policies.map(({ id }) => id)))
      expect(after.services).toHaveLength(Math.max(after.services.length, before.services.length))
    })
  })

  it('should result in valid graphs, and in no node id in two topologies', async () => {
    await holds(async ({ opsgraph }, { sent, ...options }) => {
      await importing(opsgraph, sent.file, options)
      const { topologies } = await worldOf(opsgraph)
      for (const topology of topologies) expect(validateGraph(indexGraph(topology))).toEqual([])
      const ids = topologies.flatMap(({ nodes }) => nodes.map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
      expect(new Set(topologies.map(({ service }) => service)).size).toBe(topologies.length)
    })
  })

  it('should export the same files again after they are deleted and imported in replace mode', async () => {
    await holds(async ({ opsgraph }, { sent, ...options }) => {
      await importing(opsgraph, sent.file, options)
      const exported = await exportAll(opsgraph)
      await opsgraph.deleteTopologies(
        admin,
        exported.topologies.map(({ topology }) => topology.id),
      )
      await importing(opsgraph, exported, { mode: 'replace' })
      expect(JSON.stringify(await exportAll(opsgraph))).toBe(JSON.stringify(exported))
    })
  })

  it('should leave nothing of the earlier content in replace mode', async () => {
    await holds(async ({ opsgraph }, { sent }) => {
      const replaced = async () => {
        await importing(opsgraph, sent.file, { mode: 'replace' })
        const services = new Set(sent.documents.map(serviceOf))
        const { topologies } = await worldOf(opsgraph)
        return topologies
          .filter(({ service }) => services.has(service))
          .map(contentOf)
          .toSorted()
      }
      const overOthers = await replaced()
      await opsgraph.deleteTopologies(admin, (await worldOf(opsgraph)).topologies)
      expect(overOthers).toEqual(await replaced())
    })
  })
}

// Helpers

function step(): fc.Arbitrary<Step> {
  return fc.record({
    sent: sentFile(),
    mode: fc.constantFrom(...MODES),
    positions: fc.constantFrom('keep' as const, 'file' as const),
  })
}

/** Checks that the counters of the report match the stored topologies. */
function expectCounted({ previews, results = [] }: TopologyImportReport, before: World, after: World): void {
  const policyCount = previews.reduce((sum, { weightPolicies: { create, remove } }) => sum + create - remove, 0)
  expect(after.policies).toHaveLength(before.policies.length + policyCount)
  for (const [index, { topology, nodes, edges }] of previews.entries()) {
    const stored = after.topologies.find(({ service }) => service === topology.service)
    const former = before.topologies.find(({ service }) => service === topology.service)
    expect(results[index]).toMatchObject({
      service: topology.service,
      topologyId: stored?.id,
      counts: { nodes, edges },
    })
    expect(topology).toMatchObject({ id: former?.id ?? null, action: former === undefined ? 'create' : 'update' })
    expect(stored?.nodes).toHaveLength(nodes.create + nodes.update + nodes.unchanged)
    expect(stored?.edges).toHaveLength(edges.create + edges.update + edges.unchanged)
    expect(former?.nodes ?? []).toHaveLength(nodes.remove + nodes.update + nodes.unchanged)
    expect(former?.edges ?? []).toHaveLength(edges.remove + edges.update + edges.unchanged)
    const same = former?.nodes.filter((node) => stored?.nodes.some((other) => isEqual(node, other))) ?? []
    expect(same).toHaveLength(nodes.unchanged)
  }
}

function isEqual(left: object, right: object): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right))
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, child]): [string, unknown] => [key, sorted(child)])
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function serviceOf(document: object): string {
  const { service, topology } = document as { service?: string; topology?: { service: string } }
  return topology?.service ?? service ?? ''
}

/** Returns the content of a topology as a text, without ids. */
function contentOf(topology: Topology): string {
  return JSON.stringify([topology.service, [...identitiesOf(topology).values()].sort(), [...pairsOf(topology)].sort()])
}
