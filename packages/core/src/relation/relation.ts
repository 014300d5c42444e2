import { z } from 'zod'
import { compareNames } from '../name.js'
import { define, ID, NAME, REFERENCE, REQUIRED_NAME, STORED_TIME } from '../schema/field.js'
import {
  defineNoun,
  type NewBody,
  nullable,
  optional,
  required,
  type Sent,
  type Stored,
  setByServer,
} from '../schema/noun.js'
import { RELATION_SOURCES, type RelationSource, rankOf } from './relation-source.js'

export const RELATION_SOURCE_SCHEMA = /* @__PURE__ */ define(() => z.enum(RELATION_SOURCES)) as z.ZodType<
  RelationSource,
  RelationSource
>

/** Relations: the stored facts that a resource has a parent (rules.md#relations). */
export const RELATION = /* @__PURE__ */ defineNoun(() => ({
  id: 'Relation',
  description: 'The parent is what is hurt when the resource fails',
  fields: {
    id: setByServer(ID),
    environment: optional(NAME, ''),
    resource: required(REQUIRED_NAME),
    parent: required(REQUIRED_NAME, { description: 'The parent is what is hurt when the resource fails' }),
    source: optional(RELATION_SOURCE_SCHEMA, 'manual', {
      description: 'Who states the relation; other sources than `manual` need the scope `admin:service_topologies`',
    }),
    sourceRef: nullable(REFERENCE, { description: 'The exact origin, such as the name of a CMDB' }),
    createTime: setByServer(STORED_TIME),
    updateTime: setByServer(STORED_TIME),
  },
  takesOthers: true,
  example: { environment: 'Production', resource: 'disk-sdb', parent: 'database' },
  change: {},
}))

export interface Relation extends Stored<typeof RELATION> {}
/** A relation that is not stored yet. */
export interface RelationDraft extends Sent<typeof RELATION> {}
/** A relation to add. If the relation is already stored, it is updated (rules.md#writing-relations). */
export interface RelationInput extends NewBody<typeof RELATION> {}
/** Identifies a relation (rules.md#relations-5). */
export type RelationKey = Pick<RelationDraft, 'environment' | 'resource' | 'parent'>

/** Identifies a resource. Its name is unique only within its environment. */
export interface ResourceKey {
  readonly environment: string
  readonly resource: string
}

/** Converts the key of a resource to a text. Equal texts mean the same resource. */
export function resourceKey({ environment, resource }: ResourceKey): string {
  return `${environment}\u0000${resource}`
}

/** Converts the key of a relation to a text. Equal texts mean the same relation. */
export function relationKey({ environment, resource, parent }: RelationKey): string {
  return `${environment}\u0000${resource}\u0000${parent}`
}

/** Options for merging an arriving relation into a stored one with the same key. */
export interface Precedence {
  /**
   * True if the stored relation keeps its source when a source of the same rank arrives, as for CMDB imports
   * (rules.md#relation-ranking-3). By default, the relation shows the source that arrived last.
   */
  readonly yields?: boolean | undefined
}

/**
 * Merges `arrived` into a stored relation with the same key (rules.md#relation-ranking). The source and sourceRef are
 * replaced if the source of `arrived` has a stronger rank, or if the ranks are equal and `yields` is false. The
 * updateTime is always replaced; id and createTime stay.
 *
 * @example
 * ```ts
 * import type { Relation } from '@opsgraph/core'
 * import { mergeRelation } from '@opsgraph/core/store'
 *
 * const at = { createTime: '2026-01-01T00:00:00.000Z', updateTime: '2026-01-01T00:00:00.000Z' }
 * const key = { id: '1', environment: 'Production', resource: 'disk-sdb', parent: 'database', sourceRef: null }
 * const stored: Relation = { ...key, ...at, source: 'manual' }
 * const merged = mergeRelation(stored, { ...stored, source: 'cmdb', updateTime: '2026-02-02T00:00:00.000Z' })
 * console.log(merged.source, merged.updateTime) // manual 2026-02-02T00:00:00.000Z
 * ```
 */
export function mergeRelation(stored: Relation, arrived: Relation, { yields = false }: Precedence = {}): Relation {
  const [storedRank, arrivedRank] = [rankOf(stored.source), rankOf(arrived.source)]
  const winner = arrivedRank < storedRank || (arrivedRank === storedRank && !yields) ? arrived : stored
  return { ...stored, source: winner.source, sourceRef: winner.sourceRef, updateTime: arrived.updateTime }
}

/** Sorts relations by key. All concurrent writers lock rows in this order, so they do not deadlock. */
export function sortByKey<Item extends RelationKey>(relations: readonly Item[]): readonly Item[] {
  const keyed = relations.map((relation) => [relationKey(relation), relation] as const)
  return keyed.sort(([left], [right]) => (left < right ? -1 : Number(left > right))).map(([, relation]) => relation)
}

/** The default order of relations: environment, resource, parent (rules.md#lists-7). */
export function compareKeys(left: RelationKey, right: RelationKey): number {
  return (
    compareNames(left.environment, right.environment) ||
    compareNames(left.resource, right.resource) ||
    compareNames(left.parent, right.parent)
  )
}

/** The field that contains the name of the neighbor: `parent` for a parent, `resource` for a child. */
export type NeighborField = 'parent' | 'resource'

/**
 * Sorts the relations of one resource by rank: strongest source first, then newest updateTime, then the name of the
 * neighbor in the field `end` (rules.md#relation-ranking-5).
 */
export function inRankOrder(relations: readonly Relation[], end: NeighborField): readonly Relation[] {
  return relations.toSorted(compareByRank(end))
}

/** Returns a function that compares relations in the order of {@link inRankOrder}. */
export function compareByRank(end: NeighborField): (one: Relation, other: Relation) => number {
  return (one, other) =>
    rankOf(one.source) - rankOf(other.source) ||
    compareNames(other.updateTime, one.updateTime) ||
    compareNames(one[end], other[end])
}
