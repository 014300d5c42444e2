import { describe, expect, it } from 'vitest'
import { edgesOf, imported, reportOf } from '../../test/cmdb-example.js'
import { emptyWorld, type World } from '../../test/cmdb-world.js'
import { readRecords } from '../../test/read-records.js'
import { withoutPauses } from '../steps.js'
import { readCsvRecords } from './read-csv-records.js'

const VMS = ['mail', 'wiki', 'git'].map((resource) => ({ resource, environment: 'E', services: ['shop'] }))
const NODE = { resource: 'pve-3', environment: 'E', services: ['shop'] }

// rules.md#cmdb-records-7
describe('reading several parents', () => {
  it.each([
    [{ parents: ['mail', 'wiki'] }, ['mail', 'wiki']],
    [{ parent: 'mail', parents: ['wiki', ' mail '] }, ['mail', 'wiki']],
    [{ parents: 'mail| wiki |' }, ['mail', 'wiki']],
    [{ parents: 'a;b' }, ['a;b']],
    [{ parents: [7] }, ['7']],
    [{ parent: 'mail', parents: null }, ['mail']],
    [{ parents: [] }, []],
  ])('should read %j', (fields, parents) => {
    const { records, issues } = readRecords([{ ...NODE, ...fields }], '')
    expect([records[0]?.parents, issues]).toEqual([parents, []])
  })

  it('should read the column parents of a CSV file, with | between the names', () => {
    const { records } = withoutPauses(readCsvRecords('resource,parent,parents\npve-3,mail,wiki|git\npve-4,,\n', 'E'))
    expect(records.map(({ parents }) => parents)).toEqual([['mail', 'wiki', 'git'], []])
  })

  it.each([
    [
      { parent: ['mail'] },
      'invalidJson records[0].parent',
      'parent must be a text: write a list of parents as parents',
    ],
    [{ parents: [{}] }, 'invalidJson records[0].parents', 'parents must be a list of texts, or one text'],
    [{ parents: ['mail', 'pve-3'] }, 'selfParent records[0].parents', 'the parent of pve-3 is itself'],
    [{ parent: 'pve-3' }, 'selfParent records[0].parent', 'the parent of pve-3 is itself'],
    [{ parents: ['x'.repeat(256)] }, 'valueTooLong records[0].parents', 'parents is longer than 255 characters'],
  ])('should refuse %j', (fields, place, message) => {
    const { issues } = readRecords([{ ...NODE, ...fields }], '')
    expect(issues.map((issue) => [`${issue.code} ${issue.path}`, issue.message])).toEqual([[place, message]])
  })

  it('should find a loop beside other parents, and still refuse a second record of the resource', () => {
    const entry = (resource: string, parents: readonly string[]) => ({ resource, environment: 'E', parents })
    const { issues } = readRecords(
      [entry('a', ['x', 'b']), entry('b', ['y', 'c']), entry('c', ['a']), entry('c', [])],
      '',
    )
    expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'duplicateRecord records[3]',
      'cycle records[0].parents',
    ])
    expect(issues[1]?.message).toBe('parents form a loop: a -> b -> c -> a')
  })

  it('should refuse more than 250,000 parents', () => {
    const parents = Array.from({ length: 1_000 }, (_, at) => `p${at}`)
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ resource: `r${at}`, environment: 'E', parents }))
    expect(readRecords(many(251), '').issues).toMatchObject([{ code: 'tooManyRecords', path: 'body' }])
    expect(readRecords(many(250), '').issues).toEqual([])
  })
})

// rules.md#cmdb-relations-2
describe('planCmdbImport, several parents', () => {
  it('should store a relation to each parent, and draw an edge from each that the service has', () => {
    const sent = [...VMS, { ...NODE, parent: 'mail', parents: ['wiki', 'elsewhere'] }]
    const report = reportOf(emptyWorld(), sent)
    expect(report.relations.create).toBe(3)
    expect(report.warnings.filter(({ code }) => code === 'parentNotInService')).toHaveLength(1)
    expect(edgesOf(imported(emptyWorld(), sent))).toEqual([
      'E > git',
      'E > mail',
      'E > wiki',
      'mail > pve-3',
      'shop > E',
      'wiki > pve-3',
    ])
  })

  it.each([
    ['a move: one new, one gone', ['wiki', 'git'], { create: 0, update: 1, remove: 0, unchanged: 1 }],
    ['one more', ['mail', 'wiki', 'git'], { create: 1, update: 0, remove: 0, unchanged: 2 }],
    ['one less', ['wiki'], { create: 0, update: 0, remove: 1, unchanged: 1 }],
    ['others', ['git', 'new'], { create: 0, update: 2, remove: 0, unchanged: 0 }],
    ['one other instead of two', ['git'], { create: 0, update: 1, remove: 1, unchanged: 0 }],
    ['the same in another order', ['wiki', 'mail'], { create: 0, update: 0, remove: 0, unchanged: 2 }],
    ['an empty list, which says nothing', [], { create: 0, update: 0, remove: 0, unchanged: 0 }],
  ])('should take the parents of a record as all that the source knows, in merge too: %s', (_, parents, counters) => {
    const before = imported(emptyWorld(), [...VMS, { ...NODE, parents: ['mail', 'wiki'] }])
    const sent = [...VMS, { ...NODE, parents }]
    expect(reportOf(before, sent).relations).toEqual(counters)
    const after = imported(before, sent)
    const stated = (parents.length === 0 ? ['mail', 'wiki'] : parents).toSorted()
    expect(parentsOf(after)).toEqual(stated)
    expect(edgesOf(after).filter((edge) => edge.endsWith('> pve-3'))).toEqual(
      stated.filter((parent) => parent !== 'new').map((parent) => `${parent} > pve-3`),
    )
    expect(reportOf(after, sent).relations).toMatchObject({ create: 0, update: 0, remove: 0 })
  })

  it('should leave parents that another source states', () => {
    const before = imported(emptyWorld(), [{ ...NODE, services: [], parents: ['mail', 'wiki'] }])
    for (const [key, relation] of before.relations) {
      if (relation.parent === 'mail') before.relations.set(key, { ...relation, sourceRef: 'other' })
    }
    expect(parentsOf(imported(before, [{ ...NODE, services: [], parents: ['git'] }]))).toEqual(['git', 'mail'])
  })
})

// Helpers

function parentsOf({ relations }: World): readonly string[] {
  return [...relations.values()].flatMap(({ resource, parent }) => (resource === 'pve-3' ? parent : [])).sort()
}
