import type { Opsgraph, OpsgraphError } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { describe, expect, it } from 'vitest'
import { shopBody } from './shop.js'
import { admin, setStage } from './stage.js'

type Options = Parameters<Opsgraph['applyRelations']>[1]['options']

const MONDAY = [
  { resource: 'esx-1', parent: 'vm-1' },
  { resource: 'esx-1', parent: 'vm-2' },
  { resource: 'esx-2', parent: 'vm-3' },
]
const TUESDAY = [
  { resource: 'esx-2', parent: 'vm-1' },
  { resource: 'esx-1', parent: 'vm-2' },
  { resource: 'esx-2', parent: 'vm-3' },
]
const NOTHING = { create: 0, update: 0, remove: 0, unchanged: 0 }

/** Tests applying the relations of a source (rules.md#applying-relations). */
export function relationsApplyContract(harness: StoreHarness): void {
  describe('relations of one source', () => {
    it('should follow a machine that moves from one host to another, with replace', async () => {
      const { opsgraph } = await setStage(harness)
      expect((await apply(opsgraph, MONDAY)).relations).toEqual({ ...NOTHING, create: 3 })
      const dry = await apply(opsgraph, TUESDAY, { mode: 'replace' }, true)
      expect(dry.relations).toEqual({ create: 1, update: 0, remove: 1, unchanged: 2 })
      expect(await apply(opsgraph, TUESDAY, { mode: 'replace' })).toEqual({ ...dry, applied: true })
      expect(await shown(opsgraph)).toEqual([
        'esx-1 < vm-2 of vcenter',
        'esx-2 < vm-1 of vcenter',
        'esx-2 < vm-3 of vcenter',
      ])
      expect((await apply(opsgraph, TUESDAY, { mode: 'replace' })).relations).toEqual({ ...NOTHING, unchanged: 3 })
    })

    it('should count what another source begins to declare, and warn of a source without a past', async () => {
      const { opsgraph } = await setStage(harness)
      const warnsOfSource = ({ warnings }: { readonly warnings: readonly { readonly code: string }[] }) =>
        warnings.filter(({ code }) => code === 'newSource')
      expect(warnsOfSource(await apply(opsgraph, MONDAY))).toEqual([])
      const again = await apply(opsgraph, TUESDAY, { source: 'vcentre' })
      expect([again.relations, again.claims]).toEqual([
        { ...NOTHING, create: 1, unchanged: 2 },
        { create: 2, update: 0, remove: 0 },
      ])
      expect(warnsOfSource(again)).toMatchObject([
        { code: 'newSource', row: null, params: { source: 'vcentre', others: 'vcenter' } },
      ])
      const fewer = await apply(opsgraph, TUESDAY.slice(0, 2), { source: 'vcentre', mode: 'replace' })
      expect([fewer.claims, warnsOfSource(fewer)]).toEqual([{ create: 0, update: 0, remove: 1 }, []])
    })

    it('should with merge add to what a resource has, and confirm it', async () => {
      const { opsgraph } = await setStage(harness)
      await apply(opsgraph, MONDAY)
      expect((await apply(opsgraph, TUESDAY)).relations).toEqual({ ...NOTHING, create: 1, unchanged: 2 })
      expect(await shown(opsgraph)).toHaveLength(4)
      const [first] = (await opsgraph.listRelations(admin, { filters: { parent: ['vm-2'] } })).items
      expect(first?.updateTime).not.toBe(first?.createTime)
    })

    it('should pair a new and a gone parent of one resource as an update, and list it', async () => {
      const { opsgraph } = await setStage(harness)
      await apply(opsgraph, MONDAY)
      const moved = [{ resource: 'esx-1', parents: ['vm-1', 'vm-4'] }]
      const report = await apply(opsgraph, moved, { mode: 'replace', environment: 'E' }, true, true)
      expect(report.relations).toEqual({ create: 0, update: 1, remove: 1, unchanged: 1 })
      expect(report.changes).toEqual([
        {
          ...{ kind: 'relation', action: 'update', environment: 'E', resource: 'esx-1', parent: 'vm-4' },
          ...{ fields: ['parent'], formerParents: ['vm-2'] },
        },
        { kind: 'relation', action: 'remove', environment: 'E', resource: 'esx-2', parent: 'vm-3' },
      ])
    })

    it('should limit removals, also of the last ones, and remove what is stale', async () => {
      let now = Date.UTC(2026, 0, 1)
      const { opsgraph } = await setStage(harness, undefined, () => new Date(now))
      await apply(opsgraph, MONDAY)
      const refused = await apply(opsgraph, [], { mode: 'replace', maxRemovals: '100%' }).catch((error) => error)
      expect((refused as OpsgraphError).issues.map(({ code, path }) => [code, path])).toEqual([
        ['tooManyRemovals', 'maxRemovals'],
      ])
      expect((refused as OpsgraphError).issues[0]?.message).toContain(
        'leave vcenter with nothing: it would take away 3',
      )
      const few = await apply(opsgraph, TUESDAY.slice(1, 2), { mode: 'replace', maxRemovals: '66%,1' }, true)
      expect(few.errors.map(({ code }) => code)).toEqual(['tooManyRemovals'])
      now += 40 * 86_400_000
      const late = TUESDAY.slice(0, 1)
      expect((await apply(opsgraph, late, { removeStaleAfter: 41 }, true)).relations.remove).toBe(0)
      const report = await apply(opsgraph, late, { removeStaleAfter: 39, maxRemovals: '3' })
      expect(report.relations).toEqual({ create: 0, update: 1, remove: 2, unchanged: 0 })
      expect(await shown(opsgraph)).toEqual(['esx-2 < vm-1 of vcenter'])
    })

    it('should remove only in the environments of the file with the scope environments', async () => {
      const { opsgraph } = await setStage(harness)
      await apply(opsgraph, [...MONDAY, { resource: 'lab-1', parent: 'app', environment: 'Lab' }])
      const options = { mode: 'replace', scope: 'environments' } as const
      expect((await apply(opsgraph, MONDAY.slice(0, 1), options, true)).relations.remove).toBe(2)
      const whole = await apply(opsgraph, MONDAY.slice(0, 1), { mode: 'replace' }, true)
      expect(whole.relations.remove).toBe(3)
      expect(whole.warnings.map(({ code }) => code)).toContain('environmentEmptied')
    })
  })

  describe('relations of several sources', () => {
    it('should keep the claim of the other source, and show it when this one withdraws', async () => {
      const { opsgraph } = await setStage(harness)
      await apply(opsgraph, MONDAY)
      await apply(opsgraph, MONDAY.slice(0, 1), { source: 'netbox' })
      expect((await apply(opsgraph, TUESDAY, { mode: 'replace' })).relations).toEqual({
        ...{ create: 1, update: 1, remove: 0, unchanged: 2 },
      })
      expect(await shown(opsgraph)).toContain('esx-1 < vm-1 of netbox')
      expect((await apply(opsgraph, [], { mode: 'replace', source: 'netbox' })).relations).toEqual({
        ...NOTHING,
        remove: 1,
      })
      expect(await shown(opsgraph)).toHaveLength(3)
    })

    it('should leave topologies alone: their edges keep a relation that the source withdraws', async () => {
      const { opsgraph } = await setStage(harness)
      const { id } = await opsgraph.createTopology(admin, shopBody())
      const drawn = [{ environment: 'Production', resource: 'db', parent: 'web' }]
      expect((await apply(opsgraph, drawn)).relations).toEqual({ ...NOTHING, update: 1 })
      const before = await opsgraph.readTopologyBy(admin, 'id', id)
      expect((await apply(opsgraph, [], { mode: 'replace' })).relations).toEqual({ ...NOTHING, update: 1 })
      expect(await shown(opsgraph)).toContain(`db < web of ${id}`)
      expect(await opsgraph.readTopologyBy(admin, 'id', id)).toEqual(before)
    })

    it('should see the relations of a CMDB import of the same source, and the import those of the file', async () => {
      const { opsgraph } = await setStage(harness)
      const body = bytes([{ resource: 'esx-1', environment: 'E', parent: 'vm-1' }])
      await opsgraph.importCmdb(admin, { body, options: { source: 'vcenter' } })
      expect((await apply(opsgraph, MONDAY)).relations).toEqual({ ...NOTHING, create: 2, unchanged: 1 })
      const { report } = await opsgraph.importCmdb(admin, { body, options: { source: 'vcenter', mode: 'replace' } })
      expect(report.relations).toEqual({ ...NOTHING, remove: 2, unchanged: 1 })
    })
  })

  describe('files of relations', () => {
    it('should accept loops, several relations of a resource, and a relation twice', async () => {
      const { opsgraph } = await setStage(harness)
      const loop = [
        { resource: 'a', parent: 'b' },
        { resource: 'b', parent: 'a' },
        { resource: 'a', parent: 'b' },
        { resource: 'a', parent: 'c' },
      ]
      const report = await apply(opsgraph, loop)
      expect([report.records, report.relations]).toEqual([{ total: 4 }, { ...NOTHING, create: 3 }])
    })

    it('should refuse a file with all its faults, and write nothing', async () => {
      const { opsgraph } = await setStage(harness)
      const faulty = [
        { resource: 'a' },
        { resource: 'b', parent: 'b' },
        { parent: 'c' },
        { resource: 'd', parent: [] },
        7,
      ]
      for (const dryRun of [true, false]) {
        const refused = await apply(opsgraph, [...MONDAY, ...faulty], {}, dryRun).catch((error: unknown) => error)
        expect(refused).toMatchObject({ kind: 'invalid', message: 'invalid relations' })
        expect((refused as OpsgraphError).issues.map(({ code, path }) => `${code} ${path}`).sort()).toEqual([
          'invalidJson records[6].parent',
          'missingParent records[3].parent',
          'missingResource records[5].resource',
          'missingResource records[7]',
          'selfParent records[4].parent',
        ])
      }
      expect(await shown(opsgraph)).toEqual([])
      for (const options of [{ source: '' }, { source: ' ' }]) {
        await expect(apply(opsgraph, MONDAY, options)).rejects.toThrow('source is required')
      }
    })

    it('should replace aliases, and refuse a relation of a resource with its alias', async () => {
      const { opsgraph } = await setStage(harness)
      const alias = { environment: 'E', alias: 'esx-one', body: { resource: 'esx-1' } }
      await opsgraph.putResourceAlias(admin, alias)
      await apply(opsgraph, MONDAY)
      const named = [{ resource: 'esx-one', parent: 'vm-1' }, ...MONDAY.slice(1)]
      expect((await apply(opsgraph, named, { mode: 'replace' })).relations).toEqual({ ...NOTHING, unchanged: 3 })
      const refused = await apply(opsgraph, [{ resource: 'esx-1', parent: 'esx-one' }]).catch((error: unknown) => error)
      expect((refused as OpsgraphError).issues).toMatchObject([{ code: 'selfParent', path: 'records[0].parent' }])
    })

    it('should warn of near names, unknown fields and fields that relations do not have', async () => {
      const { opsgraph } = await setStage(harness)
      await apply(opsgraph, [{ resource: 'ESX-9', parent: 'vm-1' }])
      const sent = [
        { environment: 'E', resource: 'esx-9', parent: 'vm-9', parnet: 'x', services: ['shop'], type: 'host' },
      ]
      const { warnings } = await apply(opsgraph, sent, {}, true)
      expect(warnings.map(({ code, params }) => [code, params])).toEqual([
        ['unknownColumn', { field: 'parnet', meant: 'parent' }],
        ['notStored', { resource: 'esx-9', fields: 'services or type', of: 'relation' }],
        ['nearName', { environment: 'E', resource: 'esx-9', near: 'ESX-9' }],
      ])
      expect(warnings[1]?.message).toBe(
        'a relation has no services or type: what the record of esx-9 has there is stored nowhere',
      )
    })

    it.each([
      ['CSV', 'environment;resource;parent\nE;esx-1;vm-1\nE;esx-1;vm-2\n'],
      [
        'JSON lines',
        '{"environment":"E","resource":"esx-1","parent":"vm-1"}\n{"environment":"E","resource":"esx-1","parent":"vm-2"}\n',
      ],
      ['an object with items', '{"items":[{"environment":"E","resource":"esx-1","parents":["vm-1","vm-2"]}]}'],
    ])('should read %s', async (_, text) => {
      const { opsgraph } = await setStage(harness)
      const body = new TextEncoder().encode(text)
      const { report } = await opsgraph.applyRelations(admin, { body, options: { source: 'vcenter' } })
      expect(report.warnings).toEqual([])
      expect(await shown(opsgraph)).toEqual(['esx-1 < vm-1 of vcenter', 'esx-1 < vm-2 of vcenter'])
    })

    it('should write one audit entry with the counters', async () => {
      const { opsgraph } = await setStage(harness)
      await apply(opsgraph, MONDAY)
      const { items } = await opsgraph.listAuditEntries(admin, {})
      expect(items).toMatchObject([
        {
          event: 'resource-relations-applied',
          text: 'relations of vcenter applied (merge): 3 created, 0 updated, 0 removed',
          attributes: {
            source: 'vcenter',
            mode: 'merge',
            relations: { ...NOTHING, create: 3 },
            planHash: expect.any(String),
          },
        },
      ])
    })
  })
}

// Helpers

async function apply(
  opsgraph: Opsgraph,
  relations: readonly unknown[],
  options: Partial<Options> = {},
  dryRun = false,
  changes = false,
) {
  const sent = { source: 'vcenter', environment: 'E', ...options }
  return (await opsgraph.applyRelations(admin, { body: bytes(relations), options: sent, dryRun, changes })).report
}

function bytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}

/** Returns the relations, with the source that they show. */
async function shown(opsgraph: Opsgraph): Promise<readonly string[]> {
  const { items } = await opsgraph.listRelations(admin, { pageSize: 1_000 })
  return items.map(({ resource, parent, sourceRef }) => `${resource} < ${parent} of ${sourceRef}`).sort()
}
