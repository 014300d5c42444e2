import { LIST_COLUMNS, SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput } from '../pipeline/route-body.js'
import { successBody, successResponse } from '../wire/fields.js'
import { filteringRoutes, POLICY_NOUNS } from './stored-routes.js'

const deleteWeightPolicies = defineRoute({
  id: 'deleteWeightPolicies',
  method: 'post',
  path: '/api/service_topology_policies/bulk/delete',
  summary: 'Delete several weight policies',
  description: 'Unknown ids are skipped. Weights that the policies have set stay.',
  body: {
    schema: z.strictObject({ policies: SCHEMAS.ids }),
    read: z.strictObject({ policies: z.unknown().optional() }),
  },
  responses: { 200: { description: 'How many were deleted', body: successBody({ deleted: z.int() }) } },
  handle: async ({ caller, body }, { opsgraph }) =>
    successResponse({ deleted: await opsgraph.deleteWeightPolicies(caller, asUncheckedInput(body.policies)) }),
})

const setWeightPolicyStatus = defineRoute({
  id: 'setWeightPolicyStatus',
  method: 'post',
  path: '/api/service_topology_policies/bulk/update',
  summary: 'Activate or deactivate several weight policies',
  description: 'Unknown ids are skipped. An inactive policy stays, but is not tried on alerts.',
  body: { schema: SCHEMAS.policyStatuses },
  responses: { 200: { description: 'The number of existing policies', body: successBody({ updated: z.int() }) } },
  handle: async ({ caller, body }, { opsgraph }) =>
    successResponse({ updated: await opsgraph.setWeightPolicyStatus(caller, asUncheckedInput(body)) }),
})

/** The endpoints for weight policies (rules.md#weight-policies). */
export const weightPolicyRoutes = [
  ...filteringRoutes({
    name: 'WeightPolicy',
    names: 'WeightPolicies',
    path: '/api/service_topology_policy',
    nouns: POLICY_NOUNS,
    keys: { one: 'topology', many: 'topologies' },
    columns: LIST_COLUMNS.weightPolicies,
    schemas: SCHEMAS.weightPolicy,
    described: {
      list: {
        summary: 'List weight policies',
        description: 'The first active policy that matches an alert sets `attributes.weight`.',
      },
      create: {
        summary: 'Create a weight policy',
        description:
          'The weight is set when an alert is received. If the sender gives `attributes.weight`, no policy changes it.',
      },
      read: { summary: 'Read a weight policy', description: 'The policy with its filters.' },
      update: {
        summary: 'Change a weight policy',
        description:
          'Fields that are not sent stay. The change counts from the next alert on; weights that the policy has set stay.',
      },
      delete: { summary: 'Delete a weight policy', description: 'Weights that it has set stay.' },
    },
    useCases: (opsgraph) => ({
      list: opsgraph.listWeightPolicies,
      create: opsgraph.createWeightPolicy,
      read: opsgraph.readWeightPolicyById,
      update: opsgraph.updateWeightPolicy,
      delete: opsgraph.deleteWeightPolicy,
    }),
  }),
  deleteWeightPolicies,
  setWeightPolicyStatus,
]
