import { compareNames } from '../name.js'
import { type RelationSource, rankOf } from './relation-source.js'

/** Names a resource: unique within its environment only. */
export interface ResourceKey {
  readonly environment: string
  readonly resource: string
}

/** What makes a relation the same one (rules.md#relations-5). */
export interface RelationKey extends ResourceKey {
  /** What is hurt when the resource fails. */
  readonly parent: string
}

/** A relation that somebody states: not yet stored. */
export interface RelationDraft extends RelationKey {
  readonly source: RelationSource
  readonly sourceRef: string | null
}

/** A stored fact "resource has parent" (rules.md#relations). Times are ISO 8601 in UTC with milliseconds. */
export interface Relation extends RelationDraft {
  readonly id: string
  readonly createTime: string
  readonly updateTime: string
}

/** A text that two resources share exactly when they are the same one. */
export function resourceKey({ environment, resource }: ResourceKey): string {
  return `${environment}\u0000${resource}`
}

/** A text that two relations share exactly when they have the same key. */
export function relationKey({ environment, resource, parent }: RelationKey): string {
  return `${environment}\u0000${resource}\u0000${parent}`
}

/**
 * What is stored after `arrived` is sent for a relation that is known as `stored`: the same or a higher rank replaces
 * source and sourceRef, a lower one only confirms (rules.md#relation-ranking). Id and createTime stay.
 */
export function mergeRelation(stored: Relation, arrived: Relation): Relation {
  const winner = replaces(arrived, stored) ? arrived : stored
  return { ...stored, source: winner.source, sourceRef: winner.sourceRef, updateTime: arrived.updateTime }
}

/** Whether what arrives replaces what is known: it does at the same rank, and at a higher one. */
function replaces(arrived: RelationDraft, known: RelationDraft): boolean {
  return rankOf(arrived.source) <= rankOf(known.source)
}

/**
 * Leaves one draft per relation: the one that would be stored if they were sent one after the other. Ordered by key,
 * so that writers that run at the same time lock the same rows in the same order.
 */
export function foldDrafts(drafts: readonly RelationDraft[]): readonly RelationDraft[] {
  const byKey = new Map<string, RelationDraft>()
  for (const draft of drafts) {
    const key = relationKey(draft)
    const known = byKey.get(key)
    if (known === undefined || replaces(draft, known)) byKey.set(key, draft)
  }
  const entries = [...byKey].sort(([left], [right]) => (left < right ? -1 : 1))
  return entries.map(([, draft]) => draft)
}

/** The order of a list of relations: environment, resource, parent (rules.md#lists-7). */
export function compareKeys(left: RelationKey, right: RelationKey): number {
  return (
    compareNames(left.environment, right.environment) ||
    compareNames(left.resource, right.resource) ||
    compareNames(left.parent, right.parent)
  )
}
