import { LIST_COLUMNS, USE_CASE_SCOPES } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../define-route.js'
import { unchecked } from '../unchecked.js'
import { idParam } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { listQuery, paging, pagingOf, toListRequest } from '../wire/page.js'
import {
  newWeightPolicy,
  policyIds,
  policyStatuses,
  toWeightPolicy,
  weightPolicy,
  weightPolicyChanges,
} from '../wire/policy.js'

const PATH = '/api/service_topology_policy'
const onePolicy = { description: 'The policy', body: okay({ topology: weightPolicy }) }

const listWeightPolicies = defineRoute({
  id: 'listWeightPolicies',
  method: 'get',
  path: PATH,
  summary: 'List weight policies in the order of their application',
  scope: USE_CASE_SCOPES.listWeightPolicies,
  query: listQuery(LIST_COLUMNS.weightPolicies),
  responses: {
    200: { description: 'A page of policies', body: okay({ topologies: z.array(weightPolicy), ...paging }) },
  },
  handle: async ({ caller, query }, { opsgraph }) => {
    const list = await opsgraph.listWeightPolicies(caller, toListRequest(query, LIST_COLUMNS.weightPolicies))
    return { status: 200, body: { status: 'ok', topologies: list.items.map(toWeightPolicy), ...pagingOf(list) } }
  },
})

const createWeightPolicy = defineRoute({
  id: 'createWeightPolicy',
  method: 'post',
  path: PATH,
  summary: 'Create a policy that sets the weight of matching alerts',
  scope: USE_CASE_SCOPES.createWeightPolicy,
  body: { schema: newWeightPolicy },
  responses: { 201: onePolicy },
  handle: async ({ caller, body }, { opsgraph }) => {
    const topology = toWeightPolicy(await opsgraph.createWeightPolicy(caller, unchecked(body)))
    return { status: 201, body: { status: 'ok', topology } }
  },
})

const readWeightPolicy = defineRoute({
  id: 'readWeightPolicy',
  method: 'get',
  path: `${PATH}/:id`,
  summary: 'Read a weight policy',
  scope: USE_CASE_SCOPES.readWeightPolicyById,
  params: idParam,
  refuses: ['notFound'],
  responses: { 200: onePolicy },
  handle: async ({ caller, params }, { opsgraph }) => {
    const topology = toWeightPolicy(await opsgraph.readWeightPolicyById(caller, params.id))
    return { status: 200, body: { status: 'ok', topology } }
  },
})

const updateWeightPolicy = defineRoute({
  id: 'updateWeightPolicy',
  method: 'put',
  path: `${PATH}/:id`,
  summary: 'Change any part of a weight policy',
  scope: USE_CASE_SCOPES.updateWeightPolicy,
  params: idParam,
  body: { schema: weightPolicyChanges },
  refuses: ['notFound'],
  responses: { 200: onePolicy },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readWeightPolicyById(caller, params.id),
  handle: async ({ caller, params, body }, { opsgraph }) => {
    const topology = toWeightPolicy(await opsgraph.updateWeightPolicy(caller, { id: params.id, body: unchecked(body) }))
    return { status: 200, body: { status: 'ok', topology } }
  },
})

const deleteWeightPolicy = defineRoute({
  id: 'deleteWeightPolicy',
  method: 'delete',
  path: `${PATH}/:id`,
  summary: 'Delete a weight policy; weights that it has set stay',
  scope: USE_CASE_SCOPES.deleteWeightPolicy,
  params: idParam,
  refuses: ['notFound'],
  responses: { 200: { description: 'The policy is deleted', body: okay({}) } },
  handle: async ({ caller, params }, { opsgraph }) => {
    await opsgraph.deleteWeightPolicy(caller, params.id)
    return { status: 200, body: { status: 'ok' } }
  },
})

const deleteWeightPolicies = defineRoute({
  id: 'deleteWeightPolicies',
  method: 'post',
  path: '/api/service_topology_policies/bulk/delete',
  summary: 'Delete several weight policies',
  scope: USE_CASE_SCOPES.deleteWeightPolicies,
  body: { schema: policyIds, read: z.strictObject({ policies: z.unknown().optional() }) },
  responses: { 200: { description: 'How many were deleted', body: okay({ deleted: z.int() }) } },
  handle: async ({ caller, body }, { opsgraph }) => {
    const deleted = await opsgraph.deleteWeightPolicies(caller, unchecked(body.policies))
    return { status: 200, body: { status: 'ok', deleted } }
  },
})

const setWeightPolicyStatus = defineRoute({
  id: 'setWeightPolicyStatus',
  method: 'post',
  path: '/api/service_topology_policies/bulk/update',
  summary: 'Activate or deactivate several weight policies',
  scope: USE_CASE_SCOPES.setWeightPolicyStatus,
  body: { schema: policyStatuses },
  responses: { 200: { description: 'The number of existing policies', body: okay({ updated: z.int() }) } },
  handle: async ({ caller, body }, { opsgraph }) => {
    const updated = await opsgraph.setWeightPolicyStatus(caller, unchecked(body))
    return { status: 200, body: { status: 'ok', updated } }
  },
})

/** The endpoints for weight policies (rules.md#weight-policies). */
export const weightPolicyRoutes = [
  listWeightPolicies,
  createWeightPolicy,
  readWeightPolicy,
  updateWeightPolicy,
  deleteWeightPolicy,
  deleteWeightPolicies,
  setWeightPolicyStatus,
]
