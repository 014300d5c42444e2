import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { readRecords } from '../../test/read-records.js'
import { type Relation, type RelationKey, relationKey } from '../relation/relation.js'
import type { RelationClaim } from '../relation/relation-claim.js'
import { withoutPauses } from '../steps.js'
import type { CmdbMode } from './cmdb-import-options.js'
import { planRelationsInSteps } from './plan-cmdb-import.js'
import { declaredRelations } from './plan-cmdb-relations.js'
import { findRemovalIssue } from './removal-guard.js'

const EARLY = '2026-01-01T00:00:00.000Z'
const LATE = '2026-03-01T00:00:00.000Z'
const BETWEEN = '2026-02-01T00:00:00.000Z'

// rules.md#applying-relations, rules.md#removal-guard, rules.md#stale-removal
describe('planRelationsInSteps', () => {
  it('should leave each source what it stated, and this one what the mode and the file say', () => {
    check(({ own, others, stated, mode, staleBefore, plan }) => {
      const gone = (claim: RelationClaim) =>
        mode === 'replace' || (staleBefore !== undefined && claim.lastTime < staleBefore)
      const kept = own.filter((claim) => !gone(claim)).map(relationKey)
      const after = new Set([...kept, ...stated.map(relationKey)])
      const withdrawn = new Set(plan.relations.withdraw.map(relationKey))
      const before = own.map(relationKey)
      const found = [
        ...before.filter((key) => !withdrawn.has(key)),
        ...declaredRelations(plan.relations).map(relationKey),
      ]
      expect(new Set(found)).toEqual(after)
      expect(withdrawn.size).toBe(plan.relations.withdraw.length)
      const shown = (keys: Iterable<string>) => new Set([...keys, ...others.map(relationKey)])
      const { create, update, remove } = plan.relations
      // A former parent, and a new parent that another source states already, may count as one update.
      const joined = update.filter(({ stored, replaced }) => stored !== undefined && replaced.length > 0)
      expect(create.length - remove.length - joined.length).toBe(shown(after).size - shown(before).size)
      for (const relation of remove) expect(shown(after).has(relationKey(relation))).toBe(false)
    })
  })

  it('should refuse more removals than allowed, and to leave a source with nothing', () => {
    check(({ own, stated, mode, staleBefore, plan }) => {
      const states = new Set(stated.map(relationKey))
      const gone = own.filter(
        (claim) =>
          !states.has(relationKey(claim)) &&
          (mode === 'replace' || (staleBefore !== undefined && claim.lastTime < staleBefore)),
      ).length
      const leavesNothing = own.length > 0 && gone === own.length && stated.length === 0
      for (const count of [0, 1, own.length]) {
        const issue = findRemovalIssue(plan, { count, percent: 0, text: String(count) })
        expect(issue !== undefined).toBe(gone > count || leavesNothing)
      }
      const half = findRemovalIssue(plan, { count: 0, percent: 50, text: '50%' })
      expect(half !== undefined).toBe(gone * 2 > own.length || leavesNothing)
    })
  })
})

// Helpers

interface Scene {
  /** The claims of this source. */
  readonly own: readonly RelationClaim[]
  /** The claims of another source. */
  readonly others: readonly RelationClaim[]
  readonly stated: readonly RelationKey[]
  readonly mode: CmdbMode
  readonly staleBefore: string | undefined
  readonly plan: ReturnType<typeof planned>
}

function check(property: (scene: Scene) => void): void {
  const pair = fc
    .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y', 'z'))
    .map(([resource, parent]) => ({ environment: 'E', resource, parent }))
  const pairs = fc.uniqueArray(pair, { selector: relationKey, maxLength: 9 })
  const timed = fc.tuple(pairs, fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }))
  const scene = fc.record({
    own: timed.map(([keys, late]) => keys.map((key, at) => claim(key, 'this', late[at] ? LATE : EARLY))),
    others: pairs.map((keys) => keys.map((key) => claim(key, 'other', EARLY))),
    stated: pairs,
    mode: fc.constantFrom<CmdbMode[]>('merge', 'replace'),
    staleBefore: fc.constantFrom(undefined, BETWEEN),
  })
  fc.assert(
    fc.property(scene, (given) => property({ ...given, plan: planned(given) })),
    propertyRuns(500),
  )
}

function planned({ own, others, stated, mode, staleBefore }: Omit<Scene, 'plan'>) {
  const shown = new Map<string, Relation>()
  // The relation shows the claim that was there first.
  for (const { firstTime, lastTime, isReplaceable: _, ...draft } of [...own, ...others]) {
    const key = relationKey(draft)
    if (!shown.has(key)) shown.set(key, { ...draft, id: key, createTime: firstTime, updateTime: lastTime })
  }
  const state = { relations: [...shown.values()], claims: [...own, ...others] }
  const { records } = readRecords(stated, '')
  return withoutPauses(planRelationsInSteps(state, records, { mode, source: 'this', staleBefore }))
}

function claim(key: RelationKey, sourceRef: string, lastTime: string): RelationClaim {
  return { ...key, source: 'cmdb', sourceRef, firstTime: EARLY, lastTime, isReplaceable: false }
}
