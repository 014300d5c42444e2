import { LIST_COLUMNS, USE_CASE_SCOPES } from '@opsgraph/core'
import { RELATION_SOURCES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { BODY_LIMIT, unchecked } from '../pipeline/route-body.js'
import { idParam, name, requiredName } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { listQuery, paging, pagingOf, toListRequest } from '../wire/page.js'
import { newRelation, newRelations, relation, toRelation } from '../wire/relation.js'

const PATH = '/api/resources/relations'
const count = z.int().meta({ minimum: 0 })

const listRelations = defineRoute({
  id: 'listRelations',
  method: 'get',
  path: PATH,
  summary: 'List relations',
  scope: USE_CASE_SCOPES.listRelations,
  query: listQuery(LIST_COLUMNS.relations),
  isVersioned: true,
  responses: { 200: { description: 'A page of relations', body: okay({ relations: z.array(relation), ...paging }) } },
  handle: async ({ caller, query }, { opsgraph }) => {
    const list = await opsgraph.listRelations(caller, toListRequest(query, LIST_COLUMNS.relations))
    return { status: 200, body: { status: 'ok', relations: list.items.map(toRelation), ...pagingOf(list) } }
  },
})

const putRelation = defineRoute({
  id: 'putRelation',
  method: 'post',
  path: PATH,
  summary: 'Create or refresh a relation; a source other than manual needs admin:service_topologies',
  scope: USE_CASE_SCOPES.putRelation,
  body: { schema: newRelation },
  responses: { 201: { description: 'The stored relation', body: okay({ relation }) } },
  handle: async ({ caller, body }, { opsgraph }) => {
    return {
      status: 201,
      body: { status: 'ok', relation: toRelation(await opsgraph.putRelation(caller, unchecked(body))) },
    }
  },
})

const deleteRelationsOf = defineRoute({
  id: 'deleteRelationsOf',
  method: 'delete',
  path: PATH,
  summary: 'Delete the relations whose child is a resource',
  scope: USE_CASE_SCOPES.deleteRelationsOf,
  query: {
    resource: requiredName,
    environment: name.default(''),
    parent: name.optional(),
    source: z.enum(RELATION_SOURCES).optional(),
    sourceRef: name.optional(),
  },
  responses: { 200: { description: 'How many were deleted', body: okay({ deleted: count }) } },
  handle: async ({ caller, query }, { opsgraph }) => {
    return { status: 200, body: { status: 'ok', deleted: await opsgraph.deleteRelationsOf(caller, query) } }
  },
})

const putRelations = defineRoute({
  id: 'putRelations',
  method: 'post',
  path: `${PATH}/bulk`,
  summary: 'Create or refresh many relations, all or none; a source other than manual needs admin:service_topologies',
  scope: USE_CASE_SCOPES.putRelations,
  body: { schema: newRelations, limit: BODY_LIMIT.bulkRelations },
  responses: {
    200: {
      description: 'The numbers of created and refreshed relations',
      body: okay({ inserted: count, updated: count }),
    },
  },
  handle: async ({ caller, body }, { opsgraph }) => {
    const { inserted, updated } = await opsgraph.putRelations(caller, unchecked(body))
    return { status: 200, body: { status: 'ok', inserted, updated } }
  },
})

const deleteRelation = defineRoute({
  id: 'deleteRelation',
  method: 'delete',
  path: `${PATH}/:id`,
  summary: 'Delete a relation',
  scope: USE_CASE_SCOPES.deleteRelation,
  params: idParam,
  refuses: ['notFound'],
  responses: { 200: { description: 'The relation is deleted', body: okay({}) } },
  handle: async ({ caller, params }, { opsgraph }) => {
    await opsgraph.deleteRelation(caller, params.id)
    return { status: 200, body: { status: 'ok' } }
  },
})

/** The endpoints that list and change relations (rules.md#relations). */
export const relationRoutes = [listRelations, putRelation, deleteRelationsOf, putRelations, deleteRelation]
