import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { LIMITS } from '../limits.js'
import { NearNames } from './near-names.js'

describe('NearNames', () => {
  it.each([
    ['db-1', 'DB-1'],
    ['db-1', 'db-1.example.org'],
    ['db-1.example.org', 'Db-1'],
    ['db-1.a.b', 'db-1.a'],
    ['db-1', 'db-1:5432'],
    ['db-1:5432', 'db-1'],
    ['db-1:80', 'db-1:443'],
    ['DB-1:80', 'db-1.example.org:443'],
    ['10.0.0.5:80', '10.0.0.5'],
    ['caf\u00e9', 'CAFe\u0301'],
    ['caf\u00e9.example.org', 'cafe\u0301:80'],
  ])('should find that %s is near %s, in both directions, and that a store finds it', (one, other) => {
    for (const [unknown, known] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(nearOf(unknown, [known])).toEqual([known])
      expect(isLike(unknown, known)).toBe(true)
    }
  })

  it.each([
    ['db-1', 'db-2'],
    ['db-1', 'db-11'],
    ['db-1.a', 'db-1.b'],
    ['db-1', 'db-1-a.example.org'],
    ['db-1', 'db-1:http'],
    ['10', '10.0.0.5'],
    ['10.0.0.5', '10.0.0.6'],
    ['é', 'É'],
    ['', 'db'],
    ['.a', 'b.a'],
  ])('should not find that %s is near %s', (one, other) => {
    expect([nearOf(one, [other]), nearOf(other, [one])]).toEqual([[], []])
  })

  it('should list the names of the same environment first, and a limited number of them', () => {
    const near = new NearNames('b', ['x', 'y'])
    for (const environment of ['a', 'b', 'c']) {
      for (const resource of ['X', 'x.z', 'x', 'y2']) near.offer({ environment, resource })
    }
    expect(near.resources).toEqual([
      {
        resource: 'x',
        near: ['b', 'a', 'c'].flatMap((environment) =>
          ['X', 'x', 'x.z'].map((resource) => ({ environment, resource })),
        ),
      },
      { resource: 'y', near: [] },
    ])
    const most = new NearNames('e', ['x'])
    for (let index = 0; index < 100; index++) most.offer({ environment: 'e', resource: `x.${index}` })
    expect(most.resources[0]?.near).toHaveLength(LIMITS.nearNames)
  })

  it('should look for near names of a limited number of resources', () => {
    const unknown = Array.from({ length: LIMITS.nearSearched + 1 }, (_, index) => `r${index}`)
    const near = new NearNames('e', unknown)
    for (const name of unknown) near.offer({ environment: 'other', resource: name })
    expect(near.resources.map((each) => each.near.length)).toEqual([...Array(LIMITS.nearSearched).fill(1), 0])
  })

  it('should find only names that a store finds, and the same ones in both directions', () => {
    const part = fc.constantFrom('a', 'A', 'b', '.', ':', '80', '-', '/', ';')
    const name = () => fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(name(), name(), (unknown, known) => {
        const near = nearOf(unknown, [known])
        if (near.length > 0) expect(isLike(unknown, known)).toBe(true)
        expect(near.length).toBe(nearOf(known, [unknown]).length)
      }),
      propertyRuns(2_000),
    )
  })
})

// Helpers

function nearOf(unknown: string, known: readonly string[]): readonly string[] {
  const near = new NearNames('e', [unknown])
  for (const resource of known) near.offer({ environment: 'e', resource })
  return near.resources.flatMap((each) => each.near.map(({ resource }) => resource))
}

/** True if a store that looks for names near to `unknown` finds `known`. */
function isLike(unknown: string, known: string): boolean {
  const { names, prefixes } = new NearNames('e', [unknown]).like
  const folded = known.toLowerCase()
  return names.includes(folded) || prefixes.some((prefix) => folded.startsWith(prefix))
}
