import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neighborsIn, parentsByResource, type RankedParents } from '../../../test/arbitrary/relation.js'
import { gate, settle } from '../../../test/gate.js'
import { traverseNames } from '../../relation/traversal.js'
import { type NeighborSource, traverse } from './traverse.js'

describe('traverse', () => {
  it('should walk to the given depth, and no deeper', async () => {
    await fc.assert(
      fc.asyncProperty(parentsByResource(), fc.integer({ min: 1, max: 5 }), async (parents, depth) => {
        const all = await walk(parents, 20)
        const some = await walk(parents, depth)
        expect(some.entries).toEqual(all.entries.filter((entry) => entry.depth <= depth))
      }),
    )
  })

  it('should look up the neighbors of each resource once, except on the deepest level', async () => {
    await fc.assert(
      fc.asyncProperty(parentsByResource(), fc.integer({ min: 1, max: 5 }), async (parents, depth) => {
        const { asked, entries } = await walk(parents, depth)
        const above = entries.filter((entry) => entry.depth < depth).map(({ resource }) => resource)
        expect(asked.flat()).toEqual(above)
      }),
    )
  })

  it('should stop at the depth even if one look-up covers two levels', async () => {
    const level = Array.from({ length: 600 }, (_, at) => `1.${at}`)
    const parents = new Map<string, readonly string[]>(level.map((name, at) => [name, [`2.${at}`]]))
    for (let at = 0; at < 600; at++) parents.set(`2.${at}`, [`3.${at}`])
    const { asked, entries } = await walk(parents.set('0', level), 2)
    expect(asked.flat()).toEqual(level)
    expect(entries.map(({ depth }) => depth)).toEqual([...Array(600).fill(1), ...Array(600).fill(2)])
  })

  it('should cost as much as the edges of a ladder of diamonds, not as its paths', async () => {
    const width = 50
    const rung = (level: number) => Array.from({ length: width }, (_, at) => `${level}.${at}`)
    const steps = Array.from({ length: 19 }, (_, level) => rung(level).map((name) => [name, rung(level + 1)] as const))
    const { asked, entries } = await walk(new Map(steps.flat()), 20, '0.0')
    expect(entries).toHaveLength(19 * width)
    expect(asked.flat()).toHaveLength(19 * width)
    expect(asked).toHaveLength(19)
  })

  it('should keep two look-ups in flight', async () => {
    const wide = Array.from({ length: 1024 }, (_, at): [string, string[]] => [`1.${at}`, [`2.${at}`]])
    const parents = new Map(wide)
    const traversal = traverseNames('0', [...parents.keys()])
    const waiting: (() => void)[] = []
    const asked: (string | undefined)[] = []
    const walked = traverse(
      async (frontier) => {
        asked.push(frontier[0])
        const held = gate()
        waiting.push(held.open)
        await held.opened
        return neighborsIn(parents, frontier)
      },
      traversal,
      20,
    )
    const expected = ['1.0', '1.256', '1.512', '1.768', '2.0', '2.256', '2.512', '2.768']
    for (let answered = 0; answered < expected.length; answered++) {
      await settle()
      expect(asked).toEqual(expected.slice(0, answered + 2))
      waiting[answered]?.()
    }
    await walked
    expect(traversal.entries).toHaveLength(2048)
  })

  it('should fail with the first failing look-up, and leave no unhandled rejection', async () => {
    const wide = Array.from({ length: 2000 }, (_, at) => `${at}`)
    const left: unknown[] = []
    const note = (reason: unknown) => left.push(reason)
    process.on('unhandledRejection', note)
    try {
      const failing = traverse(
        async (frontier) => {
          throw new Error(`no answer to ${frontier[0]}`)
        },
        traverseNames('start', wide),
        3,
      )
      await expect(failing).rejects.toThrow('no answer to 0')
      await settle()
      expect(left).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
    }
  })
})

// Helpers

async function walk(parents: RankedParents, depth: number, start = '0') {
  const asked: (readonly string[])[] = []
  const answer: NeighborSource = async (frontier) => {
    asked.push(frontier)
    return neighborsIn(parents, frontier)
  }
  const traversal = traverseNames(start, parents.get(start) ?? [])
  await traverse(answer, traversal, depth)
  return { asked, entries: traversal.entries }
}
