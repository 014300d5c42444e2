import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerFrom, parentsByResource, type RankedParents } from '../../../test/arbitrary/relation.js'
import { gate, settle } from '../../../test/gate.js'
import { Traversal } from '../../relation/traversal.js'
import type { WalkQuestion } from '../../relation/walk.js'
import { type Answerer, traverse } from './traverse.js'

describe('traverse', () => {
  it('should go as deep as it is told, and no deeper', async () => {
    await fc.assert(
      fc.asyncProperty(parentsByResource(), fc.integer({ min: 1, max: 5 }), async (parents, depth) => {
        const all = await walk(parents, 20)
        const some = await walk(parents, depth)
        expect(some.entries).toEqual(all.entries.filter((entry) => entry.depth <= depth))
      }),
    )
  })

  it('should ask for the neighbors of each resource once, and for no order below the deepest level', async () => {
    await fc.assert(
      fc.asyncProperty(parentsByResource(), fc.integer({ min: 1, max: 5 }), async (parents, depth) => {
        const { asked, entries } = await walk(parents, depth)
        const frontiers = asked.flatMap(({ frontier }) => frontier)
        const above = entries.filter((entry) => entry.depth < depth).map(({ resource }) => resource)
        expect(frontiers.toSorted()).toEqual(above.toSorted())
        expect(asked.filter(({ contested }) => contested.length > 0).length).toBeLessThan(depth)
      }),
    )
  })

  it('should cost the edges of a ladder of diamonds, not its paths', async () => {
    const width = 50
    const rung = (level: number) => Array.from({ length: width }, (_, at) => `${level}.${at}`)
    const steps = Array.from({ length: 19 }, (_, level) => rung(level).map((name) => [name, rung(level + 1)] as const))
    const { asked, entries } = await walk(new Map(steps.flat()), 20, '0.0')
    expect(entries).toHaveLength(19 * width)
    expect(asked.flatMap(({ contested }) => contested.flatMap(({ names }) => names))).toHaveLength(18 * width)
    expect(asked.length).toBe(19 + 18)
  })

  it('should ask on while a part of a wide level is not answered yet', async () => {
    const level = (depth: number) => Array.from({ length: 1200 }, (_, at) => `${depth}.${at}`)
    const edges = level(1).map((name, at): [string, string[]] => [name, [`2.${at}`]])
    const parents = new Map([['0', level(1)], ...edges])
    const traversal = new Traversal('0', level(1))
    const held = gate()
    const frontiers: (readonly string[])[] = []
    const answer: Answerer = async (question) => {
      frontiers.push(question.frontier)
      if (question.frontier.includes('1.1199')) await held.opened
      if (question.frontier.includes('2.0')) held.open()
      return answerFrom(parents, question)
    }
    await traverse(answer, traversal, 20)
    expect(frontiers.map((frontier) => frontier[0])).toEqual(['1.0', '1.512', '1.1024', '2.0', '2.512', '2.1024'])
    expect(traversal.entries).toHaveLength(2400)
  })

  it('should fail with the first question that fails, and leave no other failure behind', async () => {
    const wide = Array.from({ length: 2000 }, (_, at) => `${at}`)
    const left: unknown[] = []
    const note = (reason: unknown) => left.push(reason)
    process.on('unhandledRejection', note)
    try {
      const failing = traverse(
        async ({ frontier }) => {
          throw new Error(`no answer to ${frontier[0]}`)
        },
        new Traversal('start', wide),
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
  const asked: WalkQuestion[] = []
  const answer: Answerer = async (question) => {
    asked.push(question)
    return answerFrom(parents, question)
  }
  const traversal = new Traversal(start, parents.get(start) ?? [])
  await traverse(answer, traversal, depth)
  return { asked, entries: traversal.entries }
}
