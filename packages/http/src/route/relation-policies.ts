import { LIST_COLUMNS, USE_CASE_SCOPES } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../define-route.js'
import { unchecked } from '../unchecked.js'
import { idParam } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { listQuery, paging, pagingOf, toListRequest } from '../wire/page.js'
import { newRelationPolicy, relationPolicy, relationPolicyChanges, toRelationPolicy } from '../wire/policy.js'

const PATH = '/api/resource_relation_policy'
const onePolicy = { description: 'The policy', body: okay({ policy: relationPolicy }) }

const listRelationPolicies = defineRoute({
  id: 'listRelationPolicies',
  method: 'get',
  path: PATH,
  summary: 'List relation policies',
  scope: USE_CASE_SCOPES.listRelationPolicies,
  query: listQuery(LIST_COLUMNS.relationPolicies),
  responses: {
    200: { description: 'A page of policies', body: okay({ policies: z.array(relationPolicy), ...paging }) },
  },
  handle: async ({ caller, query }, { opsgraph }) => {
    const list = await opsgraph.listRelationPolicies(caller, toListRequest(query, LIST_COLUMNS.relationPolicies))
    return { status: 200, body: { status: 'ok', policies: list.items.map(toRelationPolicy), ...pagingOf(list) } }
  },
})

const createRelationPolicy = defineRoute({
  id: 'createRelationPolicy',
  method: 'post',
  path: PATH,
  summary: 'Create a policy that sets the parent of the resources of matching alerts',
  scope: USE_CASE_SCOPES.createRelationPolicy,
  body: { schema: newRelationPolicy },
  responses: { 201: onePolicy },
  handle: async ({ caller, body }, { opsgraph }) => {
    const policy = toRelationPolicy(await opsgraph.createRelationPolicy(caller, unchecked(body)))
    return { status: 201, body: { status: 'ok', policy } }
  },
})

const readRelationPolicy = defineRoute({
  id: 'readRelationPolicy',
  method: 'get',
  path: `${PATH}/:id`,
  summary: 'Read a relation policy',
  scope: USE_CASE_SCOPES.readRelationPolicyById,
  params: idParam,
  refuses: ['notFound'],
  responses: { 200: onePolicy },
  handle: async ({ caller, params }, { opsgraph }) => {
    const policy = toRelationPolicy(await opsgraph.readRelationPolicyById(caller, params.id))
    return { status: 200, body: { status: 'ok', policy } }
  },
})

const updateRelationPolicy = defineRoute({
  id: 'updateRelationPolicy',
  method: 'put',
  path: `${PATH}/:id`,
  summary: 'Change any part of a relation policy',
  scope: USE_CASE_SCOPES.updateRelationPolicy,
  params: idParam,
  body: { schema: relationPolicyChanges },
  refuses: ['notFound'],
  responses: { 200: onePolicy },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readRelationPolicyById(caller, params.id),
  handle: async ({ caller, params, body }, { opsgraph }) => {
    const policy = toRelationPolicy(
      await opsgraph.updateRelationPolicy(caller, { id: params.id, body: unchecked(body) }),
    )
    return { status: 200, body: { status: 'ok', policy } }
  },
})

const deleteRelationPolicy = defineRoute({
  id: 'deleteRelationPolicy',
  method: 'delete',
  path: `${PATH}/:id`,
  summary: 'Delete a relation policy; relations that it has created stay',
  scope: USE_CASE_SCOPES.deleteRelationPolicy,
  params: idParam,
  refuses: ['notFound'],
  responses: { 200: { description: 'The policy is deleted', body: okay({}) } },
  handle: async ({ caller, params }, { opsgraph }) => {
    await opsgraph.deleteRelationPolicy(caller, params.id)
    return { status: 200, body: { status: 'ok' } }
  },
})

/** The endpoints for relation policies (rules.md#relation-policies). */
export const relationPolicyRoutes = [
  listRelationPolicies,
  createRelationPolicy,
  readRelationPolicy,
  updateRelationPolicy,
  deleteRelationPolicy,
]
