import { BodyReader } from '../body-reader.js'
import { type FilterInput, readFilter } from '../filter/read-filter.js'
import type { OptionalFields } from '../optional-fields.js'
import { POLICY_STATUSES, type Policy, type RelationPolicy, type WeightPolicy } from './policy.js'

/** Changes of a policy. Fields that are left out stay unchanged. */
export interface PolicyPatch extends OptionalFields<Pick<Policy, 'name' | 'description' | 'status'>> {
  readonly filters?: FilterInput | null | undefined
}

/** Changes of a weight policy. Fields that are left out stay unchanged. */
export interface WeightPolicyPatch extends PolicyPatch {
  /** Default for a new policy: 0. */
  readonly weight?: number | null | undefined
  /** The id of an existing topology; `null` = the policy is global. Default for a new policy: `null`. */
  readonly topologyId?: string | null | undefined
}

/** A new weight policy (rules.md#weight-policies). */
export interface WeightPolicyInput extends WeightPolicyPatch {
  readonly name: string
  readonly description: string
}

/** Changes of a relation policy. Fields that are left out stay unchanged. */
export interface RelationPolicyPatch extends PolicyPatch, OptionalFields<Pick<RelationPolicy, 'parent'>> {}

/** A new relation policy (rules.md#relation-policies). */
export interface RelationPolicyInput extends RelationPolicyPatch {
  readonly name: string
  readonly description: string
  /** The name of the parent, a resource in the environment of the alert. */
  readonly parent: string
}

/** The fields of a policy that a caller sets; the server sets the other fields. */
export type SentPolicy<Kind extends Policy> = Omit<Kind, 'id' | 'createTime'>

/** Fields that are accepted but ignored, so that a client can send back a policy that it has read. */
const IGNORED = ['id', 'createTime'] as const
/** The fields that the request body of every kind of policy may contain. */
export const POLICY_BODY = ['name', 'description', 'filters', 'status', ...IGNORED] as const

/**
 * Reads a new weight policy (rules.md#weight-policies). By default, the policy is active, global and has weight 0.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readNewWeightPolicy(body: unknown): SentPolicy<WeightPolicy> {
  return readWeightPolicy({ ...newPolicy(body), weight: 0, topologyId: null }, body)
}

/**
 * Applies the sent fields to a weight policy; other fields do not change (rules.md#weight-policies).
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readWeightPolicy<Known extends SentPolicy<WeightPolicy>>(known: Known, body: unknown): Known {
  const reader = new BodyReader(body)
  reader.refuseOthers([...POLICY_BODY, 'weight', 'topologyId'])
  const isMoved = reader.sent('topologyId') !== undefined
  return {
    ...readPolicyFields(known, reader),
    weight: reader.number('weight') ?? known.weight,
    topologyId: isMoved ? (reader.reference('topologyId') ?? null) : known.topologyId,
  }
}

/**
 * Reads a new relation policy (rules.md#relation-policies). By default, the policy is active.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readNewRelationPolicy(body: unknown): SentPolicy<RelationPolicy> {
  return readRelationPolicy({ ...newPolicy(body), parent: new BodyReader(body).requiredName('parent') }, body)
}

/**
 * Applies the sent fields to a relation policy; other fields do not change (rules.md#relation-policies).
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readRelationPolicy<Known extends SentPolicy<RelationPolicy>>(known: Known, body: unknown): Known {
  const reader = new BodyReader(body)
  reader.refuseOthers([...POLICY_BODY, 'parent'])
  const parent = reader.value('parent') === undefined ? known.parent : reader.requiredName('parent')
  return { ...readPolicyFields(known, reader), parent }
}

/**
 * Reads the required fields of a new policy: `name` and `description`. All other fields get their defaults: the policy
 * is active and matches every alert.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function newPolicy(body: unknown): SentPolicy<Policy> {
  const reader = new BodyReader(body)
  const name = reader.requiredName('name')
  const description = reader.text('description')
  if (description === undefined) throw reader.fault('description', 'is required')
  return { name, description, filters: readFilter(undefined, 'filters'), status: 'active' }
}

/**
 * Applies those sent fields that all kinds of policies have: `name`, `description`, `filters` and `status`.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readPolicyFields<Known extends SentPolicy<Policy>>(known: Known, reader: BodyReader): Known {
  return {
    ...known,
    name: reader.value('name') === undefined ? known.name : reader.requiredName('name'),
    description: reader.text('description') ?? known.description,
    filters: reader.value('filters') === undefined ? known.filters : readFilter(reader.value('filters'), 'filters'),
    status: reader.choice('status', POLICY_STATUSES) ?? known.status,
  }
}
