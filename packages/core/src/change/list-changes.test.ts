import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import type { ChangeSet } from '../change-set.js'
import { LIMITS } from '../limits.js'
import { CHANGE_ACTIONS, type Change, type ChangeAction } from './change.js'
import { changeGroups, listChanges } from './list-changes.js'

describe('listChanges', () => {
  it('should list all changes in the order of their groups', () => {
    const groups = [...groupsOf('a', { create: 2, remove: 1 }), ...groupsOf('b', { update: 1, create: 1 })]
    const { changes, changesTotal } = listChanges(groups)
    expect(changes.map(inWords)).toEqual(['create a0', 'create a1', 'remove a0', 'create b0', 'update b0'])
    expect(changesTotal).toBe(5)
  })

  it('should leave out creations first, then updates, and keep the order of the rest', () => {
    const groups = [...groupsOf('a', { create: 9, update: 2 }), ...groupsOf('b', { create: 1, update: 2, remove: 2 })]
    const listed = (most: number) => listChanges(groups, most).changes.map(inWords)
    expect(listed(7)).toEqual([
      'create a0',
      'update a0',
      'update a1',
      'update b0',
      'update b1',
      'remove b0',
      'remove b1',
    ])
    expect(listed(3)).toEqual(['update a0', 'remove b0', 'remove b1'])
    expect(listed(1)).toEqual(['remove b0'])
    expect(listChanges(groups, 1).changesTotal).toBe(16)
  })

  it('should list a thousand by default', () => {
    const { changes, changesTotal } = listChanges(groupsOf('a', { create: LIMITS.changes + 1 }))
    expect([changes.length, changesTotal]).toEqual([1_000, 1_001])
  })

  it('should list exactly as many of each action as the change sets have, within the bound', () => {
    fc.assert(
      fc.property(fc.array(sizes(), { maxLength: 6 }), fc.nat(30), (all, most) => {
        const { changes, changesTotal } = listChanges(
          all.flatMap((each, index) => groupsOf(`${index}-`, each)),
          most,
        )
        let free = most
        for (const action of CHANGE_ACTIONS) {
          const total = all.reduce((sum, each) => sum + each[action], 0)
          const listed = changes.filter((change) => change.action === action).length
          expect(listed).toBe(Math.min(total, free))
          free -= listed
        }
        expect(changesTotal).toBe(all.reduce((sum, { create, update, remove }) => sum + create + update + remove, 0))
      }),
      propertyRuns(500),
    )
  })

  it('should describe only the changes that it lists', () => {
    let count = 0
    const describeChange = (name: string) => ({ kind: 'topology', service: `${name}${count++}` }) as const
    const many = { create: Array<string>(100).fill('a'), update: [], remove: [], unchanged: 0 }
    listChanges(changeGroups(many, { create: describeChange, update: describeChange, remove: describeChange }), 10)
    expect(count).toBe(10)
  })
})

// Helpers

type Sizes = Readonly<Record<ChangeAction, number>>

function sizes(): fc.Arbitrary<Sizes> {
  return fc.record({ create: fc.nat(5), update: fc.nat(5), remove: fc.nat(5) })
}

function groupsOf(name: string, { create = 0, update = 0, remove = 0 }: Partial<Sizes>) {
  const items = (count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`)
  const set: ChangeSet<string> = { create: items(create), update: items(update), remove: items(remove), unchanged: 0 }
  const describeChange = (service: string) => ({ kind: 'topology', service }) as const
  return changeGroups(set, { create: describeChange, update: describeChange, remove: describeChange })
}

function inWords(change: Change): string {
  return change.kind === 'topology' ? `${change.action} ${change.service}` : change.kind
}
