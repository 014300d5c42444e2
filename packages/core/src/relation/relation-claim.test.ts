import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relation, relationDraft } from '../../test/arbitrary/relation.js'
import { withoutPauses } from '../steps.js'
import { mergeRelation, type Relation, relationKey } from './relation.js'
import {
  claimKey,
  claimOf,
  type DeclaredDraft,
  foldClaims,
  foldStated,
  type RelationClaim,
  strongestFirst,
  uncover,
} from './relation-claim.js'
import { rankOf } from './relation-source.js'

describe('foldClaims', () => {
  it('should keep one draft for each claim, sorted by relation, in any order of the drafts', () => {
    fc.assert(
      fc.property(fc.array(relationDraft()), (drafts) => {
        const folded = fold(drafts)
        expect(new Set(folded.map(claimKey))).toEqual(new Set(drafts.map(claimKey)))
        expect(new Set(folded.map(claimKey)).size).toBe(folded.length)
        const keys = folded.map(relationKey)
        expect(keys).toEqual(keys.toSorted())
        expect(fold(drafts.toReversed()).map(relationKey)).toEqual(keys)
      }),
    )
  })

  it('should let claims of one relation arrive in the order of their last drafts', () => {
    const refs = ['a', 'b', 'c', 'a'].map((sourceRef) => ({ ...DRAFT, sourceRef }))
    expect(fold(refs).map(({ sourceRef }) => sourceRef)).toEqual(['b', 'c', 'a'])
  })

  it('should keep a claim that was once stated for good', () => {
    for (const order of [
      [true, false],
      [false, true],
      [undefined, true],
    ]) {
      const [folded] = fold(
        order.map((isReplaceable) => ({ ...DRAFT, ...(isReplaceable !== undefined && { isReplaceable }) })),
      )
      expect(claimOf(stated(folded ?? DRAFT))).toMatchObject({ isReplaceable: false })
    }
  })
})

describe('foldStated', () => {
  it('should give one relation for each key, as if the relations arrived one after the other', () => {
    fc.assert(
      fc.property(fc.array(relationDraft()), relation(), fc.boolean(), (drafts, before, yields) => {
        const arriving = fold(drafts).map(stated)
        const oneByOne = new Map<string, Relation>()
        const folded = new Map<string, Relation>()
        for (const [list, into] of [
          [arriving, oneByOne],
          [foldStated(arriving, { yields }), folded],
        ] as const) {
          for (const one of list) {
            const known = into.get(relationKey(one)) ?? { ...before, ...keyOf(one) }
            into.set(relationKey(one), mergeRelation(known, one, { yields }))
          }
        }
        expect(folded).toEqual(oneByOne)
        expect(foldStated(arriving, { yields })).toHaveLength(new Set(arriving.map(relationKey)).size)
      }),
    )
  })
})

describe('uncover', () => {
  it('should show the strongest of the other claims from now on, or nothing', () => {
    const shown = stated(DRAFT)
    expect(uncover(shown, [], 'now')).toBeUndefined()
    fc.assert(
      fc.property(fc.array(relationDraft(), { minLength: 1 }), (drafts) => {
        const others = drafts.map((draft) => claimOf(stated(draft)))
        const next = uncover(shown, others, 'now')
        expect(next).toMatchObject({ id: shown.id, createTime: shown.createTime, updateTime: 'now' })
        expect(rankOf(next?.source ?? 'policy')).toBe(Math.min(...others.map(({ source }) => rankOf(source))))
      }),
    )
  })
})

describe('strongestFirst', () => {
  it('should begin with the claim that the relation shows; the others by rank, the newest first, by sourceRef', () => {
    const claim = (sourceRef: string | null, lastTime: string, source: RelationClaim['source'] = 'cmdb') => ({
      ...claimOf(stated({ ...DRAFT, source, sourceRef })),
      lastTime,
    })
    const order = [
      claim('shown', '1'),
      claim('b', '3'),
      claim(null, '2'),
      claim('', '2'),
      claim('a', '2'),
      claim('a', '9', 'policy'),
    ]
    const relation = stated({ ...DRAFT, source: 'cmdb', sourceRef: 'shown' })
    fc.assert(
      fc.property(fc.shuffledSubarray(order, { minLength: order.length }), (claims) => {
        expect(strongestFirst(relation, claims)).toEqual(order)
      }),
    )
  })
})

// Helpers

const DRAFT: DeclaredDraft = { environment: 'E', resource: 'r', parent: 'p', source: 'event', sourceRef: 'zabbix' }

function fold(drafts: readonly DeclaredDraft[]): readonly DeclaredDraft[] {
  return withoutPauses(foldClaims(drafts))
}

function stated<Draft extends DeclaredDraft>(draft: Draft) {
  return { ...draft, id: 'id', createTime: 'created', updateTime: 'updated' }
}

function keyOf({ environment, resource, parent }: Relation) {
  return { environment, resource, parent }
}
