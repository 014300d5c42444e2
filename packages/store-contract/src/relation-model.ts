import type { Relation } from '@opsgraph/core'
import {
  claimKey,
  type Direction,
  inRankOrder,
  type RelationClaim,
  type RelationDraft,
  rankOf,
  relationKey,
} from '@opsgraph/core/store'
import { expect } from 'vitest'
import type { Model } from './model-run.js'
import { byKey, keptRelation } from './relation-rows.js'
import type { OpenedStore } from './store-harness.js'

/** A relation that a source states, without id and times. */
export type StatedDraft = RelationDraft & { readonly isReplaceable?: boolean }

interface Row {
  readonly relation: Relation
  readonly claims: readonly RelationClaim[]
}

/**
 * A plain map from the key of a relation to the relation and its claims. It follows the rules without any optimization.
 */
export class RelationModel implements Model<RelationModel> {
  readonly #rows: Map<string, Row>

  constructor(rows: Iterable<readonly [string, Row]>) {
    this.#rows = new Map(rows)
  }

  get all(): readonly Relation[] {
    return byKey(Array.from(this.#rows.values(), ({ relation }) => relation))
  }

  get claims(): readonly RelationClaim[] {
    return inOrder([...this.#rows.values()].flatMap(({ claims }) => claims))
  }

  copy(): RelationModel {
    return new RelationModel(this.#rows)
  }

  state({ isReplaceable = false, ...arrived }: Relation & StatedDraft, yields: boolean): void {
    const key = relationKey(arrived)
    const { relation, claims } = this.#rows.get(key) ?? { relation: arrived, claims: [] }
    const distance = rankOf(arrived.source) - rankOf(relation.source)
    const isShown = distance < 0 || (distance === 0 && !yields)
    const { source, sourceRef } = isShown ? arrived : relation
    const former = claims.find((claim) => claimKey(claim) === claimKey(arrived))
    const claim = {
      ...{ environment: arrived.environment, resource: arrived.resource, parent: arrived.parent },
      ...{ source: arrived.source, sourceRef: arrived.sourceRef },
      firstTime: former === undefined ? arrived.createTime : former.firstTime,
      lastTime: arrived.updateTime,
      isReplaceable: former?.isReplaceable === false ? false : isReplaceable,
    }
    this.#rows.set(key, {
      relation: { ...relation, source, sourceRef, updateTime: arrived.updateTime },
      claims: [...claims.filter((other) => other !== former), claim],
    })
  }

  keep(kept: readonly RelationClaim[]): void {
    for (const claim of kept) {
      const row = this.#rows.get(relationKey(claim))
      if (row === undefined) continue
      const others = row.claims.filter((other) => claimKey(other) !== claimKey(claim))
      this.#rows.set(relationKey(claim), { ...row, claims: [...others, claim] })
    }
  }

  withdraw(withdrawn: readonly RelationDraft[], now: string): { removed: number; updated: number } {
    const gone = new Set(withdrawn.map(claimKey))
    const counts = { removed: 0, updated: 0 }
    for (const [key, { relation, claims }] of this.#rows) {
      const left = claims.filter((claim) => !gone.has(claimKey(claim)))
      if (left.length === claims.length) continue
      const [first, ...others] = left
      if (first === undefined) {
        this.#rows.delete(key)
        counts.removed++
      } else if (!gone.has(claimKey(relation))) this.#rows.set(key, { relation, claims: left })
      else {
        const { source, sourceRef } = others.reduce((best, other) => (isStronger(other, best) ? other : best), first)
        this.#rows.set(key, { relation: { ...relation, source, sourceRef, updateTime: now }, claims: left })
        counts.updated++
      }
    }
    return counts
  }

  remove(relations: readonly Relation[]): void {
    for (const relation of relations) this.#rows.delete(relationKey(relation))
  }

  /**
   * Returns the relation with this index, modulo the number of relations; `undefined` if there are no relations, or if
   * the index is negative.
   */
  pick(number: number): Relation | undefined {
    return this.all[number % Math.max(this.#rows.size, 1)]
  }

  /** Returns the claims with these indexes. Ignores an index without a claim. */
  pickClaims(numbers: readonly number[]): readonly RelationClaim[] {
    return numbers.flatMap((number) => this.claims[number] ?? [])
  }

  around(direction: Direction, environment: string, resource: string): readonly Relation[] {
    const [end, otherEnd] =
      direction === 'parents' ? (['resource', 'parent'] as const) : (['parent', 'resource'] as const)
    const found = this.all.filter((relation) => relation.environment === environment && relation[end] === resource)
    return inRankOrder(found, otherEnd)
  }

  async expectKept(peek: OpenedStore['peek']): Promise<void> {
    expect(byKey(await peek('relation'))).toEqual(this.all.map(keptRelation))
    expect(inOrder(await peek('relationClaim'))).toEqual(this.claims)
  }
}

/** Sorts claims, because the port does not guarantee their order. */
export function inOrder(claims: readonly RelationClaim[]): readonly RelationClaim[] {
  return claims.toSorted((one, other) => (claimKey(one) < claimKey(other) ? -1 : 1))
}

function isStronger(one: RelationClaim, other: RelationClaim): boolean {
  if (one.source !== other.source) return rankOf(one.source) < rankOf(other.source)
  if (one.lastTime !== other.lastTime) return one.lastTime > other.lastTime
  return one.sourceRef === null || (other.sourceRef !== null && one.sourceRef < other.sourceRef)
}
