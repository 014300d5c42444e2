import { POLICY_STATUSES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { filter } from './filter.js'
import { name, requiredName } from './name.js'
import { time } from './time.js'

const status = z.enum(POLICY_STATUSES).meta({ description: 'Whether the policy is used' })

/** The fields of every stored policy. */
export const policy = { id: z.string(), name, description: z.string(), filters: filter, status, createTime: time }

/** A stored weight policy (rules.md#weight-policies-1). */
export const weightPolicy = z
  .strictObject({ ...policy, weight: z.number(), topologyId: z.string().nullable() })
  .meta({ id: 'WeightPolicy', description: 'A policy that sets the weight of alerts' })

/** A stored relation policy (rules.md#relation-policies). */
export const relationPolicy = z
  .strictObject({ ...policy, parent: name })
  .meta({ id: 'RelationPolicy', description: 'A policy that sets a parent for the resources of alerts' })

/** The fields of the body of PUT, for every kind of policy. The server keeps the value of a missing field. */
export const changes = {
  name: requiredName.optional(),
  description: z.string().optional(),
  filters: filter.nullable().optional(),
  status: status.optional(),
  id: z.unknown().optional().meta({ description: 'Ignored' }),
  createTime: z.unknown().optional().meta({ description: 'Ignored' }),
}
/**
 * For the body of POST, these schemas replace the optional ones of `changes`: two fields are required, one has a
 * default.
 */
export const required = { name: requiredName, description: z.string(), status: status.default('active') }
const weightFields = {
  weight: z.number().optional(),
  topologyId: z.string().nullable().optional().meta({ description: 'An existing topology; null = a global policy' }),
}

/** The bodies of POST and PUT of weight policies; core validates them. */
export const weightPolicyChanges = z
  .strictObject({ ...changes, ...weightFields })
  .meta({ id: 'WeightPolicyChanges', examples: [{ weight: 20 }] })
export const newWeightPolicy = z
  .strictObject({ ...changes, ...required, ...weightFields, weight: z.number().default(0) })
  .meta({
    id: 'NewWeightPolicy',
    examples: [
      {
        name: 'Databases first',
        description: 'Alerts on databases come first',
        filters: { clauses: [{ key: 'resource', op: 'LIKE', value: 'db-%' }] },
        weight: 10,
      },
    ],
  })

/** The bodies of POST and PUT of relation policies; core validates them. */
export const relationPolicyChanges = z
  .strictObject({ ...changes, parent: requiredName.optional() })
  .meta({ id: 'RelationPolicyChanges', examples: [{ status: 'inactive' }] })
export const newRelationPolicy = z.strictObject({ ...changes, ...required, parent: requiredName }).meta({
  id: 'NewRelationPolicy',
  examples: [
    {
      name: 'Pods of the shop',
      description: 'If a pod fails, the web shop is hurt',
      filters: { clauses: [{ key: 'resource', op: '~', value: '^shop-[0-9a-f]+$' }] },
      parent: 'web-shop',
    },
  ],
})

const policies = z
  .array(z.union([z.string(), z.object({ id: z.string() })]))
  .meta({ minItems: 1, description: 'The ids of the policies, or objects with the ids' })

/** The body of a request that sets the status of one policy; core validates it. */
export const policyStatus = z.strictObject({ status })

/** The bodies of the bulk requests; core validates them. */
export const policyIds = z.strictObject({ policies })
export const policyStatuses = z.strictObject({ policies, status })
