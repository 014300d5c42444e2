import type { RelationSource } from '@opsgraph/core'
import { rankOf } from '@opsgraph/core/store'

/** What one source states about a relation. The times are numbers of commands. */
export interface Claim {
  readonly source: RelationSource
  readonly sourceRef: string
  readonly firstTime: number
  readonly lastTime: number
  readonly isReplaceable: boolean
}

export interface ClaimedRelation {
  readonly resource: string
  readonly parent: string
  /** The name of the claim that the relation shows. */
  readonly shown: string
  readonly updateTime: number
  readonly claims: ReadonlyMap<string, Claim>
}

type Key = Pick<ClaimedRelation, 'resource' | 'parent'>

interface Statement extends Key, Pick<Claim, 'source' | 'sourceRef'> {
  readonly time: number
  readonly isReplaceable?: boolean
  /** Whether a relation keeps showing its source if a source of the same rank arrives. */
  readonly yields?: boolean
}

type IsGone = (claim: Claim, relation: ClaimedRelation) => boolean

/**
 * Relations with all claims, in a plain map. It follows the rules without any optimization (rules.md#relation-claims).
 */
export class ClaimedRelations {
  readonly #byKey = new Map<string, ClaimedRelation>()

  get all(): readonly ClaimedRelation[] {
    return [...this.#byKey.values()].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  }

  of(key: Key): ClaimedRelation | undefined {
    return this.#byKey.get(keyOf(key))
  }

  naming(name: string): readonly ClaimedRelation[] {
    return this.all.filter(({ resource, parent }) => resource === name || parent === name)
  }

  delete(key: Key): void {
    this.#byKey.delete(keyOf(key))
  }

  state({ resource, parent, source, sourceRef, time, isReplaceable = false, yields = false }: Statement): void {
    const stored = this.of({ resource, parent })
    const name = nameOf({ source, sourceRef })
    const known = stored?.claims.get(name)
    const claims = new Map(stored?.claims).set(name, {
      ...{ source, sourceRef, firstTime: known?.firstTime ?? time, lastTime: time },
      isReplaceable: isReplaceable && known?.isReplaceable !== false,
    })
    const distance = stored === undefined ? -1 : rankOf(source) - rankIn(stored)
    const isShown = distance < 0 || (distance === 0 && !yields)
    const shown = stored === undefined || isShown ? name : stored.shown
    this.#put({ resource, parent, shown, updateTime: time, claims })
  }

  /** @returns the keys of the relations that lose claims */
  withdraw(isGone: IsGone, time: number): ReadonlySet<string> {
    const withdrawn = new Set<string>()
    for (const relation of this.all) {
      const claims = new Map([...relation.claims].filter(([, claim]) => !isGone(claim, relation)))
      if (claims.size < relation.claims.size) withdrawn.add(keyOf(relation))
      const [next] = strongestFirst([...claims.values()])
      if (next === undefined) this.delete(relation)
      else if (claims.has(relation.shown)) this.#put({ ...relation, claims })
      else this.#put({ ...relation, claims, shown: nameOf(next), updateTime: time })
    }
    return withdrawn
  }

  rename(from: string, to: string): void {
    const renamed = (name: string) => (name === from ? to : name)
    for (const relation of this.naming(from)) {
      this.delete(relation)
      const moved = { ...relation, resource: renamed(relation.resource), parent: renamed(relation.parent) }
      const met = this.of(moved)
      if (moved.resource !== moved.parent) this.#put(met === undefined ? moved : merge(moved, met))
    }
  }

  #put(relation: ClaimedRelation): void {
    this.#byKey.set(keyOf(relation), relation)
  }
}

/** Sorts claims by rank, then the newest first, then by sourceRef (rules.md#relation-claims-2). */
export function strongestFirst(claims: readonly Claim[]): readonly Claim[] {
  return claims.toSorted(
    (one, other) =>
      rankOf(one.source) - rankOf(other.source) ||
      other.lastTime - one.lastTime ||
      (one.sourceRef < other.sourceRef ? -1 : 1),
  )
}

export function nameOf({ source, sourceRef }: { readonly source: string; readonly sourceRef: string | null }): string {
  return `${source} ${sourceRef}`
}

export function keyOf({ resource, parent }: Key): string {
  return `${resource} < ${parent}`
}

/**
 * Merges a renamed relation with the relation that already has the new name: the result has the claims of both
 * (rules.md#rename-7).
 */
function merge(moved: ClaimedRelation, met: ClaimedRelation): ClaimedRelation {
  const claims = new Map(met.claims)
  for (const [name, claim] of moved.claims) {
    const known = claims.get(name) ?? claim
    claims.set(name, {
      ...claim,
      firstTime: Math.min(claim.firstTime, known.firstTime),
      lastTime: Math.max(claim.lastTime, known.lastTime),
      isReplaceable: claim.isReplaceable && known.isReplaceable,
    })
  }
  const distance = rankIn(moved) - rankIn(met)
  const isShown = distance < 0 || (distance === 0 && moved.updateTime >= met.updateTime)
  const updateTime = Math.max(moved.updateTime, met.updateTime)
  return { ...met, claims, shown: isShown ? moved.shown : met.shown, updateTime }
}

function rankIn({ claims, shown }: ClaimedRelation): number {
  return rankOf(claims.get(shown)?.source ?? 'policy')
}
