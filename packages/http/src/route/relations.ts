import { LIMITS, LIST_COLUMNS, SCHEMAS } from '@opsgraph/core'
import { RELATION_SOURCES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { RELATION_CSV } from '../csv/csv-columns.js'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput, BODY_LIMIT } from '../pipeline/route-body.js'
import { cmdbCsv, cmdbForm, relationRecords, relationsReport } from '../wire/cmdb-report.js'
import {
  boolean,
  count,
  name,
  rangeSchema,
  requiredName,
  successBody,
  successResponse,
  wholeNumber,
} from '../wire/fields.js'
import { importQuery } from '../wire/import-query.js'
import { relationClaim } from '../wire/relation.js'
import { deleteRoute, listRoute } from './stored-routes.js'

const PATH = '/api/resources/relations'
const listRelations = listRoute({
  id: 'listRelations',
  path: PATH,
  summary: 'List relations',
  description:
    'The parent is what is hurt when the resource fails. The list is ordered by environment, resource and parent.',
  columns: LIST_COLUMNS.relations,
  more: {
    stale: boolean.optional().meta({
      description:
        'true = only relations that no source has confirmed for `staleAfter` days. What a person or a topology states is never stale.',
    }),
    staleAfter: wholeNumber.meta({
      ...rangeSchema(LIMITS.staleAfterDays),
      description: 'Days without a confirmation; only with `stale=true`',
    }),
  },
  key: 'relations',
  item: SCHEMAS.relation.stored,
  list: (opsgraph) => opsgraph.listRelations,
  csv: { columns: RELATION_CSV, stream: (opsgraph) => opsgraph.streamRelations },
})

const readRelationClaims = defineRoute({
  id: 'readRelationClaims',
  method: 'get',
  path: `${PATH}/:id/claims`,
  summary: 'Read who states a relation',
  description:
    'Each source that states the relation has a claim. The relation shows the first, which is the strongest. If its source withdraws this claim, the relation shows the next one. A relation without claims is removed.',
  responses: {
    200: {
      description: 'The claims, strongest first',
      body: successBody({ claims: z.array(relationClaim).meta({ description: 'The claims, strongest first' }) }),
    },
  },
  handle: async ({ caller, params }, { opsgraph }) => {
    const claims = await opsgraph.readRelationClaims(caller, params.id)
    const shown = claims.map(({ source, sourceRef, firstTime, lastTime }) => {
      return { source, sourceRef, firstTime, lastTime }
    })
    return successResponse({ claims: shown })
  },
})

const putRelation = defineRoute({
  id: 'putRelation',
  method: 'post',
  path: PATH,
  summary: 'Create or refresh a relation',
  description:
    'If the relation is stored already, the stronger source stays: `manual`, `event`, `cmdb`, `topology`, `policy`, from strong to weak. A source other than `manual` needs the scope `admin:service_topologies` too. Unknown fields are ignored, so that a relation that was read can be sent back.',
  body: { schema: SCHEMAS.relation.created },
  responses: { 201: { description: 'The stored relation', body: successBody({ relation: SCHEMAS.relation.stored }) } },
  handle: async ({ caller, body }, { opsgraph }) =>
    successResponse({ relation: await opsgraph.putRelation(caller, asUncheckedInput(body)) }, 201),
})

const deleteRelationsOf = defineRoute({
  id: 'deleteRelationsOf',
  method: 'delete',
  path: PATH,
  summary: 'Delete the relations whose child is a resource',
  description:
    'Deletes the relations between a resource and its parents, not those between the resource and its children. The answer is 200 even if nothing matches.',
  query: {
    resource: requiredName.meta({ description: 'The child whose relations are deleted' }),
    environment: name.default('').meta({ description: 'The environment of the resource' }),
    parent: name.optional().meta({ description: 'Only the relation to this parent' }),
    source: z.enum(RELATION_SOURCES).optional().meta({ description: 'Only relations of this source' }),
    sourceRef: name.optional().meta({ description: 'Only relations with this `sourceRef`' }),
  },
  responses: { 200: { description: 'How many were deleted', body: successBody({ deleted: count }) } },
  handle: async ({ caller, query }, { opsgraph }) =>
    successResponse({ deleted: await opsgraph.deleteRelationsOf(caller, query) }),
})

const putRelations = defineRoute({
  id: 'putRelations',
  method: 'post',
  path: `${PATH}/bulk`,
  summary: 'Create or refresh many relations',
  description:
    'Stores all relations or none. If an item has a fault, the message names its index. A source other than `manual` needs the scope `admin:service_topologies` too. To load a whole inventory, and to remove what it no longer contains, use the CMDB import.',
  body: { schema: SCHEMAS.newRelations, limit: BODY_LIMIT.bulkRelations },
  responses: {
    200: {
      description: 'The numbers of created and refreshed relations',
      body: successBody({ inserted: count, updated: count }),
    },
  },
  handle: async ({ caller, body }, { opsgraph }) =>
    successResponse(await opsgraph.putRelations(caller, asUncheckedInput(body))),
})

const deleteRelation = deleteRoute({
  id: 'deleteRelation',
  path: `${PATH}/:id`,
  summary: 'Delete a relation',
  description: 'A relation that an alert, a policy, a topology or an import states comes back when it is stated again.',
  done: 'The relation is deleted',
  delete: (opsgraph) => opsgraph.deleteRelation,
})

/** Applies the relations of a source (rules.md#applying-relations). */
const applyRelations = defineRoute({
  id: 'applyRelations',
  method: 'post',
  path: `${PATH}/apply`,
  summary: 'Apply the relations that a source states',
  description:
    'Takes a list of relations as JSON, JSON lines or CSV, and writes them in one transaction as relations of source `cmdb` with the name of the source in `sourceRef`. Topologies do not change. The mode `merge` adds relations; `replace` also withdraws what the same source has stated earlier and the file does not state. What other sources state stays. With `dryRun=1`, the same answer says what would be done. All faults of a file are reported together.',
  query: {
    ...importQuery,
    source: requiredName.meta({ maxLength: LIMITS.cmdbSource, description: 'Who states the relations' }),
  },
  body: {
    schema: relationRecords,
    file: { 'text/csv': cmdbCsv, 'multipart/form-data': cmdbForm },
    limit: LIMITS.cmdbBytes,
  },
  refuses: ['conflict'],
  responses: { 200: { description: 'The changes that were made, or would be made', body: relationsReport } },
  handle: async ({ caller, query, openUpload }, { opsgraph, metrics }) => {
    const { dryRun, changes, plan, planHash, ...options } = query
    const { chunks: body, ...file } = await openUpload()
    const { report } = await metrics.imports.time({ kind: 'relations', dryRun }, () =>
      opsgraph.applyRelations(caller, { body, ...file, options, dryRun, changes, plan, planHash }),
    )
    return successResponse(report)
  },
})

/** The endpoints that list and change relations (rules.md#relations). */
export const relationRoutes = [
  listRelations,
  putRelation,
  deleteRelationsOf,
  putRelations,
  applyRelations,
  readRelationClaims,
  deleteRelation,
]
