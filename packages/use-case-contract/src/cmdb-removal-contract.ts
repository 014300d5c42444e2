import { type CmdbReport, OpsgraphError } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { describe, expect, it } from 'vitest'
import { admin, type Stage, setStage } from './stage.js'

const DAY = 86_400_000

/** Tests how much an import may remove (rules.md#removal-guard), and stale relations (rules.md#stale-removal). */
export function cmdbRemovalContract(harness: StoreHarness): void {
  describe('maxRemovals', () => {
    // 40 hosts below an app: 40 relations, and 42 nodes with the environment.
    const hosts = (count: number) => [
      { resource: 'app', environment: 'F10', services: ['f10'] },
      ...Array.from({ length: count }, (_, at) => ({
        ...{ resource: `h-${at}`, environment: 'F10', parent: 'app', services: ['f10'] },
      })),
    ]

    it('should refuse an empty file in the mode replace, and write nothing', async () => {
      const stage = await setStage(harness)
      await run(stage, hosts(40))
      const before = await relationsOf(stage)
      const options = { mode: 'replace', maxRemovals: '100%' } as const
      const dry = await run(stage, [], options, true)
      expect([dry.relations.remove, dry.topologies[0]?.nodes.remove]).toEqual([40, 42])
      expect(dry.errors).toEqual([
        {
          code: 'tooManyRemovals',
          path: 'maxRemovals',
          message:
            'the import would leave cmdb with nothing: it would take away 40 relations and 42 nodes, such as h-0 has parent app in "F10"; h-1 has parent app in "F10"; h-10 has parent app in "F10". Check whether the file is empty or incomplete. If all of this is to go, import without a limit of removals',
        },
      ])
      const refused = await run(stage, [], options).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(OpsgraphError)
      expect(refused).toMatchObject({
        kind: 'invalid',
        message: 'the import would remove too much',
        issues: dry.errors,
      })
      expect(await relationsOf(stage)).toEqual(before)
      expect((await run(stage, [], { mode: 'replace' })).relations.remove).toBe(40)
      expect((await run(stage, [], options)).errors).toEqual([])
    })

    it('should refuse a file without parents in the mode replace, however few relations go', async () => {
      const stage = await setStage(harness)
      await run(stage, hosts(3))
      const parentless = hosts(3).map((host) => ({ ...host, parent: '' }))
      const { errors } = await run(stage, parentless, { mode: 'replace', maxRemovals: '20%,10' }, true)
      expect(errors).toMatchObject([
        {
          message: expect.stringMatching(
            /^the import would leave cmdb without any relation: .* 3 relations and 0 nodes,/,
          ),
        },
      ])
      // The source `flat` has never stated relations, so the second import removes none.
      await run(stage, parentless, { source: 'flat' })
      const fewer = await run(stage, parentless.slice(1), { source: 'flat', mode: 'replace', maxRemovals: '1' }, true)
      expect(fewer.errors).toEqual([])
    })

    it.each([
      // 82 relations and nodes; each host that goes takes one relation and one node.
      ['8', 36, true],
      ['7', 36, false],
      ['10%', 36, true],
      ['9%', 36, false],
      ['9%,8', 36, true],
      ['10%,2', 36, true],
      ['0', 40, true],
      ['0', 39, false],
    ])('should with %s and %d hosts left say %s', async (maxRemovals, left, isAllowed) => {
      const stage = await setStage(harness)
      await run(stage, hosts(40))
      await run(stage, hosts(2), { source: 'other' })
      const report = await run(stage, hosts(left), { mode: 'replace', maxRemovals }, true)
      expect(report.errors.map(({ code }) => code)).toEqual(isAllowed ? [] : ['tooManyRemovals'])
    })

    it('should count claims that are hidden or passed on, and in merge the former parents of a resource', async () => {
      const stage = await setStage(harness)
      await run(stage, hosts(3), { source: 'first' })
      await run(stage, hosts(3), { source: 'second' })
      for (const source of ['first', 'second']) {
        const report = await run(stage, hosts(1), { mode: 'replace', source, maxRemovals: '1' }, true)
        expect(report.errors[0]?.message).toContain('take away 2 relations and 0 nodes of the 8 that')
      }
      const moved = [{ resource: 'h-0', environment: 'F10', parent: 'other' }]
      const report = await run(stage, moved, { source: 'first', maxRemovals: '0' }, true)
      expect(report.errors[0]?.message).toContain('take away 1 relation and 0 nodes of the 3 that first has')
      expect((await run(stage, moved, { source: 'first', maxRemovals: '34%' }, true)).errors).toEqual([])
    })

    it('should be content with a source that had nothing, and refuse a limit that is none', async () => {
      const stage = await setStage(harness)
      expect((await run(stage, [], { mode: 'replace', maxRemovals: '0' })).errors).toEqual([])
      for (const maxRemovals of ['', '-1', '101%', '20%, 10', '10,20%', '1e3', 'none', '%']) {
        await expect(run(stage, [], { maxRemovals }), maxRemovals).rejects.toThrow('maxRemovals must be a number')
      }
    })
  })

  describe('removeStaleAfter', () => {
    it('should remove what the source has not stated for so long, with the edges, and keep the rest', async () => {
      let now = Date.UTC(2026, 0, 1)
      const stage = await setStage(harness, undefined, () => new Date(now))
      const disk = { resource: 'disk', environment: 'E', services: ['shop'] }
      const host = { resource: 'host', environment: 'E', services: ['shop'] }
      await run(stage, [host, { ...disk, parent: 'host' }, { resource: 'fan', environment: 'E', parent: 'host' }])
      await run(stage, [{ resource: 'fan', environment: 'E', parent: 'host' }], { source: 'other' })
      now += 31 * DAY
      await run(stage, [{ resource: 'psu', environment: 'E', parent: 'host' }])
      now += DAY / 2
      const news = [{ resource: 'new', environment: 'E', parent: 'host' }]
      expect((await run(stage, news, { removeStaleAfter: 32 }, true)).relations.remove).toBe(0)
      const dry = await run(stage, news, { removeStaleAfter: 31, maxRemovals: '1' }, true)
      expect(dry.errors[0]?.message).toContain('take away 2 relations and 0 nodes of the 3 that cmdb has')
      const report = await run(stage, news, { removeStaleAfter: 31, maxRemovals: '2' })
      expect(report.relations).toEqual({ create: 1, update: 1, remove: 1, unchanged: 0 })
      expect(report.topologies).toMatchObject([{ nodes: { remove: 0 }, edges: { create: 0, update: 1, remove: 0 } }])
      expect(await relationsOf(stage)).toEqual(['fan > host of other', 'new > host of cmdb', 'psu > host of cmdb'])
      expect((await run(stage, news, { removeStaleAfter: 31 })).relations.remove).toBe(0)
    })

    it('should return a node to its environment, also if the file lists its resource without a parent', async () => {
      let now = Date.UTC(2026, 0, 1)
      const stage = await setStage(harness, undefined, () => new Date(now))
      const node = (resource: string) => ({ resource, environment: 'E', services: ['shop'] })
      const disks = [node('disk-1'), node('disk-2')]
      await run(stage, [node('host'), ...disks.map((disk) => ({ ...disk, parent: 'host' }))])
      now += 31 * DAY
      expect((await run(stage, disks.slice(0, 1), { removeStaleAfter: 30 })).topologies).toMatchObject([
        { nodes: { create: 0, update: 0, remove: 0 }, edges: { create: 0, update: 2, remove: 0 } },
      ])
      const { nodes, edges } = await stage.opsgraph.readTopologyBy(admin, 'service_name', 'shop')
      const labels = new Map(nodes.map(({ id, label }) => [id, label]))
      expect(edges.map(({ source, target }) => `${labels.get(source)} > ${labels.get(target)}`).sort()).toEqual([
        ...['E > disk-1', 'E > disk-2', 'E > host', 'shop > E'],
      ])
      expect(await relationsOf(stage)).toEqual([])
    })

    it('should keep what the file states or skips, and refuse days that are none', async () => {
      let now = Date.UTC(2026, 0, 1)
      const stage = await setStage(harness, undefined, () => new Date(now))
      const fan = { resource: 'fan', environment: 'E', parent: 'host' }
      await run(stage, [fan, { ...fan, resource: 'psu' }])
      now += 40 * DAY
      const faulty = { ...fan, resource: 'psu', type: [] }
      const report = await run(stage, [fan, faulty], { removeStaleAfter: 30, skipInvalid: true })
      expect(report.relations).toEqual({ create: 0, update: 0, remove: 0, unchanged: 1 })
      const all = await run(stage, [], { removeStaleAfter: 30, maxRemovals: '100%' }, true)
      expect([all.relations.remove, all.errors]).toEqual([1, []])
      for (const removeStaleAfter of [0, 1.5, 36_501, Number.NaN]) {
        await expect(run(stage, [fan], { removeStaleAfter })).rejects.toThrow('removeStaleAfter must be a whole number')
      }
    })
  })
}

// Helpers

async function run({ opsgraph }: Stage, file: unknown, options: object = {}, dryRun = false): Promise<CmdbReport> {
  const body = new TextEncoder().encode(JSON.stringify(file))
  return (await opsgraph.importCmdb(admin, { body, options, dryRun })).report
}

async function relationsOf({ opsgraph }: Stage) {
  const { items } = await opsgraph.listRelations(admin, { pageSize: 1_000 })
  return items.map(({ resource, parent, sourceRef }) => `${resource} > ${parent} of ${sourceRef}`).sort()
}
