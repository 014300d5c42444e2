import type { Relation } from '@opsgraph/core'
import { compareKeys, type Direction, inRankOrder, type Neighbors } from '@opsgraph/core/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyName, ODD_NAMES } from './odd-text.js'
import { propertyRuns } from './property-runs.js'
import { link, nextId } from './sample.js'
import type { StoreHarness } from './store-harness.js'

/** Tests the guarantees of `RelationStore.reachable`: the answer is complete, or `undefined`. */
export function relationReachableContract(harness: StoreHarness): void {
  it('should answer completely, or `undefined`', async () => {
    const { store } = await harness.open()
    const name = fc.oneof(fc.constantFrom('start', 'a', 'b', 'c', 'd'), anyName())
    const pairs = fc.uniqueArray(fc.tuple(name, name), { selector: String, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(pairs, fc.integer({ min: 0, max: 6 }), async (drawn, most) => {
        const environment = nextId()
        const relations = drawn.map(([resource, parent], at) => ({
          ...link(resource, parent, at % 2 === 0 ? 'event' : 'cmdb', at % 3),
          environment,
        }))
        await store.relations.upsert(relations.toSorted(compareKeys))
        for (const direction of ['parents', 'children'] as const) {
          const naive = naiveReachable(relations, 'start', direction)
          const answer = await store.relations.reachable(direction, { environment, resource: 'start' }, most)
          if (answer !== undefined) expect([naive.size <= most, answer]).toEqual([true, naive.found])
        }
      }),
      propertyRuns(harness, 60),
    )
  })

  it('should distinguish odd names', async () => {
    const { store } = await harness.open()
    const relations = ODD_NAMES.map((name) => link('start', `.${name}`))
    await store.relations.upsert(relations.toSorted(compareKeys))
    const start = { environment: 'Production', resource: 'start' }
    const answer = await store.relations.reachable('parents', start, ODD_NAMES.length)
    if (answer !== undefined) expect(answer).toEqual(naiveReachable(relations, 'start', 'parents').found)
  })

  it('should reach nothing from an unknown resource', async () => {
    const { store } = await harness.open()
    await store.relations.upsert([link('a', 'b')])
    for (const resource of ['nobody', 'nul \u0000', 'half \ud800']) {
      const answer = await store.relations.reachable('parents', { environment: 'Production', resource }, 5)
      expect([...(answer ?? [])]).toEqual([])
    }
    const elsewhere = await store.relations.reachable('parents', { environment: 'Staging', resource: 'a' }, 5)
    expect([...(elsewhere ?? [])]).toEqual([])
  })
}

// Helpers

/** A simple reference implementation. */
function naiveReachable(
  relations: readonly Relation[],
  start: string,
  direction: Direction,
): { readonly found: Neighbors; readonly size: number } {
  const [from, to] = direction === 'parents' ? (['resource', 'parent'] as const) : (['parent', 'resource'] as const)
  const found = new Map<string, readonly string[]>()
  const reached = new Set([start])
  // The set grows during the iteration.
  for (const resource of reached) {
    const around = relations.filter((relation) => relation[from] === resource)
    const ranked = inRankOrder(around, to).map((one) => one[to])
    if (ranked.length > 0) found.set(resource, ranked)
    for (const relation of around) reached.add(relation[to])
  }
  return { found, size: reached.size - 1 }
}
