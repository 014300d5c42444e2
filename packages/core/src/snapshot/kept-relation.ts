import { z } from 'zod'
import { BodyReader } from '../body-reader.js'
import { isObject } from '../json-value.js'
import { requireParentDiffers } from '../relation/read-relation.js'
import { RELATION, RELATION_SOURCE_SCHEMA, type Relation } from '../relation/relation.js'
import { claimKey, claimOf, type RelationClaim } from '../relation/relation-claim.js'
import { rankOf } from '../relation/relation-source.js'
import { bodyFault, REQUIRED_MESSAGE } from '../schema/body-error.js'
import { define, REFERENCE, readOnlyList, STORED_TIME } from '../schema/field.js'
import { readBody } from '../schema/read-body.js'

/** A relation in a snapshot. */
export interface RelationWithClaims extends Relation {
  /**
   * All claims of the relation. They are missing if the relation has only the claim that follows from its own fields,
   * as in the snapshots of earlier releases.
   */
  readonly claims?: readonly ClaimWithoutKey[]
}

export type ClaimWithoutKey = Omit<RelationClaim, 'environment' | 'resource' | 'parent'>

const CLAIMS_SCHEMA = /* @__PURE__ */ define(() =>
  readOnlyList(
    z.array(
      z.strictObject({
        source: RELATION_SOURCE_SCHEMA,
        sourceRef: REFERENCE.nullable(),
        firstTime: timeSchema('When this source stated the relation first'),
        lastTime: timeSchema('When it stated the relation last'),
        isReplaceable: z.boolean().meta({
          description: 'Whether only the `resourceParent` of alerts states it: the next one replaces it',
        }),
      }),
    ),
  ),
)

/** A relation in a snapshot, for the OpenAPI document. {@link readRelationWithClaims} reads it. */
export const RELATION_WITH_CLAIMS = /* @__PURE__ */ define(() =>
  RELATION.stored
    .extend({
      claims: CLAIMS_SCHEMA.optional().meta({ description: 'All claims, unless the relation has only its own' }),
    })
    .meta({ id: 'KeptRelation', description: 'A relation as a snapshot has it' }),
)

function timeSchema(description: string) {
  return z.lazy(() => STORED_TIME).meta({ description })
}

/**
 * Converts a relation to the form that it has in a snapshot.
 *
 * @param claims all claims of the relation
 */
export function toRelationWithClaims(relation: Relation, claims: readonly RelationClaim[]): RelationWithClaims {
  const impliedClaim = claimOf(relation)
  const [first, ...others] = claims
  const isPlain =
    others.length === 0 &&
    (Object.keys(impliedClaim) as (keyof RelationClaim)[]).every((key) => impliedClaim[key] === first?.[key])
  if (isPlain) return relation
  const withAllClaims = claims.map(({ source, sourceRef, firstTime, lastTime, isReplaceable }) => {
    return { source, sourceRef, firstTime, lastTime, isReplaceable }
  })
  return { ...relation, claims: withAllClaims }
}

/** All claims of a relation. */
export function allClaimsOf(relation: RelationWithClaims): readonly ClaimWithoutKey[] {
  return relation.claims ?? [claimOf(relation)]
}

/** The claims that a snapshot contains for a relation; empty if they follow from the fields of the relation. */
export function claimsInSnapshot({
  environment,
  resource,
  parent,
  claims = [],
}: RelationWithClaims): readonly RelationClaim[] {
  return claims.map((claim) => ({ environment, resource, parent, ...claim }))
}

/**
 * Reads a relation of a snapshot.
 *
 * @throws OpsgraphError `invalid` with all faults of the fields, or with a fault of the claims
 */
export function readRelationWithClaims(body: unknown): RelationWithClaims {
  const { claims: sent, ...fields } = isObject(body) ? body : { claims: undefined }
  const relation = RELATION.readStored(isObject(body) ? fields : body)
  if (new BodyReader(body).value('source') === undefined) throw bodyFault('source', REQUIRED_MESSAGE)
  requireParentDiffers(relation)
  if (sent === undefined) return relation
  const withAllClaims = { ...relation, claims: readBody(CLAIMS_SCHEMA, sent, 'claims') }
  const claims = claimsInSnapshot(withAllClaims)
  const keys = new Set(claims.map(claimKey))
  if (keys.size < claims.length) throw bodyFault('claims', 'must not have the same source and sourceRef twice')
  if (!keys.has(claimKey(relation))) throw bodyFault('claims', 'must have the source and sourceRef of the relation')
  const stronger = claims.find(({ source }) => rankOf(source) < rankOf(relation.source))
  if (stronger !== undefined) {
    throw bodyFault('claims', `must not have a stronger source than the relation shows, which is ${relation.source}`)
  }
  return withAllClaims
}
