import type { CmdbReport, OpsgraphError } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { comparable } from './comparable-report.js'
import { admin, type Stage, setStage } from './stage.js'

type Sent = Readonly<Record<string, unknown>>

const RACK = { resource: 'rack-4', environment: 'Berlin', services: ['store'] }
const SAN = { resource: 'san-2', environment: 'Berlin', parents: ['rack-4'], services: ['store'], type: 'san' }
const TAPE = { resource: 'tape-1', environment: 'Berlin', parents: ['rack-4'], services: ['store'] }
const LAB = { resource: 'bench-1', environment: 'Lab', parents: ['lab-app'], services: ['store'] }

/**
 * Tests imports that store only a part of a file, or remove only a part of what is gone (rules.md#cmdb-skipping,
 * rules.md#cmdb-request-10).
 */
export function cmdbPartialContract(harness: StoreHarness): void {
  const SELF = { ...SAN, parents: ['san-2'] }
  it.each<[what: string, faulty: readonly Sent[], codes: readonly string[], skipped: number]>([
    ['its own parent', [SELF], ['selfParent'], 1],
    ['both records of a duplicate', [SAN, { ...SAN, type: 'array' }], ['duplicateRecord'], 2],
    [
      'all records of a loop',
      [
        { ...SAN, parents: ['tape-1'] },
        { ...TAPE, parents: ['san-2'] },
      ],
      ['cycle'],
      2,
    ],
    ['a wrong type of a field', [{ ...SAN, type: [] }], ['invalidJson'], 1],
    ['an environment that cannot be read', [{ ...SAN, environment: [] }], ['invalidJson'], 1],
  ])(
    'should skip %s, import the others, and keep what it had in the mode replace',
    async (_, faulty, codes, skipped) => {
      const stage = await setStage(harness)
      await run(stage, [RACK, SAN, TAPE], { mode: 'replace' })
      const before = await stateOf(stage)
      await expect(run(stage, [RACK, ...faulty, LAB], { mode: 'replace' })).rejects.toThrow('invalid CMDB import')
      const options = { mode: 'replace', skipInvalid: true } as const
      const others = faulty.some(({ resource }) => resource === 'tape-1') ? [] : [TAPE]
      const dry = await run(stage, [RACK, ...faulty, ...others, LAB], options, true)
      const report = await run(stage, [RACK, ...faulty, ...others, LAB], options)
      expect(comparable(report)).toEqual(comparable(dry))
      expect(report.errors.map(({ code }) => code)).toEqual(codes)
      expect(report.records).toMatchObject({ total: 2 + others.length, skipped })
      expect(report.relations).toMatchObject({ create: 1, update: 0, remove: 0 })
      const after = await stateOf(stage)
      expect(after.relations).toEqual([...before.relations, 'bench-1 > lab-app'].toSorted())
      expect(after.nodes).toEqual(expect.arrayContaining([...before.nodes]))
      expect(after.edges).toEqual(expect.arrayContaining([...before.edges]))
    },
  )

  it('should keep what a skipped record names by an alias, also if its environment cannot be read', async () => {
    const stage = await setStage(harness)
    await run(stage, [RACK, SAN, TAPE], { mode: 'replace' })
    const before = await stateOf(stage)
    for (const environment of ['Berlin', 'Lab']) {
      const body = { resource: environment === 'Lab' ? 'bench-1' : 'san-2' }
      await stage.opsgraph.putResourceAlias(admin, { environment, alias: 'san-old', body })
    }
    const faulty = { ...SAN, resource: 'san-old', environment: [] }
    for (const skipped of [faulty, { ...faulty, environment: 'Berlin', type: [] }]) {
      const report = await run(stage, [RACK, skipped, TAPE], { mode: 'replace', skipInvalid: true })
      expect(report.records.skipped).toBe(1)
      expect(report.relations.remove).toBe(0)
      expect(await stateOf(stage)).toEqual(before)
    }
  })

  it('should remove nothing if a skipped record does not say what it is about', async () => {
    const stage = await setStage(harness)
    await run(stage, [RACK, SAN, TAPE])
    const report = await run(stage, [RACK, { parent: 'rack-4' }, 7], { mode: 'replace', skipInvalid: true })
    expect(report.errors.map(({ code }) => code)).toEqual(['missingResource', 'missingResource'])
    expect([report.relations.remove, report.topologies[0]?.nodes.remove]).toEqual([0, 0])
    const whole = await run(stage, [RACK], { mode: 'replace', skipInvalid: true })
    expect([whole.relations.remove, whole.records.skipped, whole.errors]).toEqual([2, 0, []])
  })

  it('should skip the records that form a loop with stored parents', async () => {
    const stage = await setStage(harness)
    await run(stage, [RACK, SAN, TAPE], { source: 'first' })
    const file = [LAB, { ...RACK, parents: ['san-2'] }]
    const report = await run(stage, file, { source: 'second', skipInvalid: true })
    expect(report.errors).toMatchObject([{ code: 'cycle', path: 'topologies[store].edges' }])
    expect(report.errors[0]?.message).toContain('rack-4 (environment Berlin, record 1 of this file, source first)')
    expect(report.records).toEqual({ total: 1, withServices: 1, graphOnly: 0, skipped: 1 })
    expect((await stateOf(stage)).relations).toEqual(['bench-1 > lab-app', 'san-2 > rack-4', 'tape-1 > rack-4'])
  })

  it('should refuse a file that cannot be read as a whole, also if faults are to be skipped', async () => {
    const stage = await setStage(harness)
    const body = new TextEncoder().encode('resource\na\n"b\n')
    const refused = await stage.opsgraph
      .importCmdb(admin, { body, options: { skipInvalid: true } })
      .catch((error: unknown) => error)
    expect((refused as OpsgraphError).issues).toMatchObject([{ code: 'invalidJson', path: 'records[1]' }])
    await expect(run(stage, { records: [] }, { skipInvalid: true })).rejects.toThrow('invalid CMDB import')
  })

  it('should warn of an environment that loses everything, and keep it with the scope environments', async () => {
    const stage = await setStage(harness)
    await run(stage, [RACK, SAN, LAB])
    const scoped = await run(stage, [RACK], { mode: 'replace', scope: 'environments' }, true)
    expect([scoped.relations.remove, scoped.topologies[0]?.nodes.remove]).toEqual([1, 1])
    expect(scoped.warnings).toEqual([])
    const whole = await run(stage, [RACK], { mode: 'replace' }, true)
    expect([whole.relations.remove, whole.topologies[0]?.nodes.remove]).toEqual([2, 3])
    expect(whole.warnings).toMatchObject([
      {
        code: 'environmentEmptied',
        row: null,
        params: { environment: 'Lab', source: 'cmdb', relations: '1', nodes: '2' },
      },
    ])
    const nothing = await run(stage, [], { mode: 'replace', scope: 'environments' })
    expect(nothing.relations.remove).toBe(0)
    expect((await stateOf(stage)).relations).toEqual(['bench-1 > lab-app', 'san-2 > rack-4'])
  })
}

// Helpers

async function run({ opsgraph }: Stage, file: unknown, options: object = {}, dryRun = false): Promise<CmdbReport> {
  const body = new TextEncoder().encode(JSON.stringify(file))
  return (await opsgraph.importCmdb(admin, { body, options, dryRun })).report
}

/** Returns the names of the stored objects. */
async function stateOf({ opsgraph }: Stage) {
  const { items } = await opsgraph.listRelations(admin, {})
  const { nodes, edges } = await opsgraph.readTopologyBy(admin, 'service_name', 'store')
  const labels = new Map(nodes.map(({ id, label, params }) => [id, `${label} ${JSON.stringify(params)}`]))
  return {
    relations: items.map(({ resource, parent }) => `${resource} > ${parent}`).sort(),
    nodes: [...labels.values()],
    edges: edges.map(({ source, target }) => `${labels.get(source)} > ${labels.get(target)}`),
  }
}
