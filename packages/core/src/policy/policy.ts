import { z } from 'zod'
import { EMPTY_FILTER } from '../filter/filter.js'
import { FILTER } from '../filter/filter-schema.js'
import { ID_LIST_SCHEMA } from '../read-ids.js'
import { define, ID, NUMBER, REFERENCE, REQUIRED_NAME, STORED_TIME, TEXT } from '../schema/field.js'
import {
  type Changes,
  defineNoun,
  type NewBody,
  nullable,
  optional,
  required,
  type Sent,
  type Stored,
  setByServer,
} from '../schema/noun.js'

export const POLICY_STATUSES = ['active', 'inactive'] as const
export type PolicyStatus = (typeof POLICY_STATUSES)[number]

const POLICY_STATUS_SCHEMA = /* @__PURE__ */ define(() =>
  z.enum(POLICY_STATUSES).meta({ description: 'An inactive policy is stored, but not applied' }),
)

/**
 * The first fields of every policy. When an alert is received, the active policies whose filters match the alert are
 * applied, in the order of `createTime`. To make this order unique, no two policies of the same kind have the same
 * `createTime`.
 */
export const FIRST_POLICY_FIELDS = /* @__PURE__ */ define(() => ({
  id: setByServer(ID),
  name: required(REQUIRED_NAME),
  description: required(TEXT),
  filters: optional(FILTER, EMPTY_FILTER, {
    description: 'Which alerts the policy applies to; {} = all of them',
  }),
}))
export const LAST_POLICY_FIELDS = /* @__PURE__ */ define(() => ({
  status: optional(POLICY_STATUS_SCHEMA, 'active'),
  createTime: setByServer(STORED_TIME),
}))

/** Weight policies set `attributes.weight` of alerts (rules.md#weight-policies-1). */
export const WEIGHT_POLICY = /* @__PURE__ */ defineNoun(() => ({
  id: 'WeightPolicy',
  description: 'Sets attributes.weight of the alerts that match a filter',
  fields: {
    ...FIRST_POLICY_FIELDS,
    weight: optional(NUMBER, 0),
    topologyId: nullable(REFERENCE, { description: 'An existing topology; null = a global policy' }),
    ...LAST_POLICY_FIELDS,
  },
  example: {
    name: 'Databases first',
    description: 'Alerts on databases come first',
    filters: { clauses: [{ key: 'resource', op: 'LIKE', value: 'db-%' }] },
    weight: 10,
  },
  change: { weight: 20 },
}))

/** Relation policies give the resource of a matching alert a parent (rules.md#relation-policies). */
export const RELATION_POLICY = /* @__PURE__ */ defineNoun(() => ({
  id: 'RelationPolicy',
  description: 'Gives the resources of the alerts that match a filter a parent',
  fields: {
    ...FIRST_POLICY_FIELDS,
    parent: required(REQUIRED_NAME, { description: 'The parent, a resource in the environment of the alert' }),
    ...LAST_POLICY_FIELDS,
  },
  example: {
    name: 'Pods of the shop',
    description: 'If a pod fails, the web shop is affected',
    filters: { clauses: [{ key: 'resource', op: '~', value: '^shop-[0-9a-f]+$' }] },
    parent: 'web-shop',
  },
  change: { status: 'inactive' },
}))

export interface WeightPolicy extends Stored<typeof WEIGHT_POLICY> {}
/** A new weight policy. By default it is active, global and has weight 0. */
export interface WeightPolicyInput extends NewBody<typeof WEIGHT_POLICY> {}
export interface WeightPolicyPatch extends Changes<typeof WEIGHT_POLICY> {}
export interface SentWeightPolicy extends Sent<typeof WEIGHT_POLICY> {}

export interface RelationPolicy extends Stored<typeof RELATION_POLICY> {}
/** A new relation policy. By default it is active. */
export interface RelationPolicyInput extends NewBody<typeof RELATION_POLICY> {}
export interface RelationPolicyPatch extends Changes<typeof RELATION_POLICY> {}

/** The body of a request that sets the status of one policy. */
export const POLICY_STATUS_CHANGE = /* @__PURE__ */ define(() => z.strictObject({ status: POLICY_STATUS_SCHEMA }))
/** The body of a request that sets the status of several policies. */
export const POLICY_STATUS_CHANGES = /* @__PURE__ */ define(() =>
  z.strictObject({
    policies: ID_LIST_SCHEMA,
    status: POLICY_STATUS_SCHEMA,
  }),
)

/** The fields that weight policies and relation policies have in common. */
export type Policy = Pick<WeightPolicy, 'id' | 'name' | 'description' | 'filters' | 'status' | 'createTime'>
