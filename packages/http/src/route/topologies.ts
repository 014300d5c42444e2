import { LIST_COLUMNS, SCHEMAS, USE_CASE_SCOPES } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { BODY_LIMIT, unchecked } from '../pipeline/route-body.js'
import { idParam } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { listQuery, paging, toListRequest } from '../wire/page.js'
import { bodyOfList, tagOfList, toETag, toTopology } from '../wire/topology.js'
import { readVersionOf } from '../wire/version.js'

const PATH = '/api/service_topology'
const topology = SCHEMAS.topology.stored
const VERSION_HEADER = { ETag: 'The version: the quoted updateTime, for If-Match' }

const listTopologies = defineRoute({
  id: 'listTopologies',
  method: 'get',
  path: PATH,
  summary: 'List topologies with their graphs',
  description:
    'Each topology has its graph. A topology of 5,000 nodes has more than 1 MB, so use `fields=summary` if you need no graphs. `sort-by=severity` puts the most hurt service first.',
  scope: USE_CASE_SCOPES.listTopologies,
  query: {
    ...listQuery(LIST_COLUMNS.topologies),
    fields: z.enum(['summary']).optional().meta({ description: 'summary = leave out the nodes and edges' }),
  },
  isVersioned: true,
  responses: {
    200: {
      description: 'A page of topologies',
      body: okay({
        topologies: z
          .array(z.union([topology, SCHEMAS.topologySummary]))
          .meta({ description: 'The topologies of the page' }),
        ...paging,
      }),
    },
  },
  handle: async ({ caller, query, callerHas }, { opsgraph, version: release }) => {
    const request = toListRequest(query, LIST_COLUMNS.topologies)
    const isSummary = query.fields === 'summary'
    if (isSummary || callerHas !== undefined) {
      const list = await opsgraph.listTopologySummaries(caller, request)
      const headers = { ETag: tagOfList(list, { isSummary, release }) }
      if (callerHas?.(headers.ETag)) return { status: 304, headers, body: undefined }
      if (isSummary) return { status: 200, headers, body: bodyOfList(list) }
    }
    const list = await opsgraph.listTopologies(caller, request)
    return { status: 200, headers: { ETag: tagOfList(list, { isSummary, release }) }, body: bodyOfList(list) }
  },
})

const createTopology = defineRoute({
  id: 'createTopology',
  method: 'post',
  path: PATH,
  summary: 'Create the topology of a service',
  description:
    'A service has one topology; if there is one already, the answer is 409. All faults of the graph are reported together in `errors`. Without `nodes`, the topology begins with one service node.',
  scope: USE_CASE_SCOPES.createTopology,
  body: { schema: SCHEMAS.topology.created, limit: BODY_LIMIT.topology },
  refuses: ['conflict'],
  responses: {
    201: { description: 'The topology', body: okay({ id: z.string(), topology }), headers: VERSION_HEADER },
  },
  handle: async ({ caller, body }, { opsgraph }) => {
    const created = await opsgraph.createTopology(caller, unchecked(body))
    return {
      status: 201,
      headers: toETag(created),
      body: { status: 'ok', id: created.id, topology: toTopology(created) },
    }
  },
})

const readTopology = defineRoute({
  id: 'readTopology',
  method: 'get',
  path: `${PATH}/:id`,
  summary: 'Read a topology',
  description:
    'By its id, or with `column=service_name` by the name of its service. Keep the `ETag` to save the topology with `If-Match`.',
  scope: USE_CASE_SCOPES.readTopologyBy,
  params: idParam,
  query: {
    column: z
      .string()
      .default('id')
      .meta({ enum: ['id', 'service_name'], description: 'The meaning of the last path segment' }),
  },
  refuses: ['notFound'],
  responses: {
    200: { description: 'The topology', body: okay({ total: z.literal(1), topology }), headers: VERSION_HEADER },
  },
  isVersioned: true,
  handle: async ({ caller, params, query, callerHas }, { opsgraph }) => {
    if (callerHas !== undefined && query.column === 'id') {
      const { items } = await opsgraph.listTopologySummaries(caller, { filters: { id: [params.id] } })
      const known = items.map(toETag).find(({ ETag }) => callerHas(ETag))
      if (known !== undefined) return { status: 304, headers: known, body: undefined }
    }
    const stored = await opsgraph.readTopologyBy(caller, unchecked(query.column), params.id)
    return { status: 200, headers: toETag(stored), body: { status: 'ok', total: 1, topology: toTopology(stored) } }
  },
})

const saveTopology = defineRoute({
  id: 'saveTopology',
  method: 'put',
  path: `${PATH}/:id`,
  summary: 'Save a topology',
  description:
    'Fields that are not sent stay. `nodes` and `edges` are sent together, and replace the whole graph. Send the `ETag` that you have read in `If-Match`: if somebody has saved the topology in the meantime, the answer is 412, and nothing is written.',
  scope: USE_CASE_SCOPES.saveTopology,
  params: idParam,
  headers: { 'if-match': z.string().optional().meta({ description: 'The ETag that was read; `*` = any' }) },
  body: { schema: SCHEMAS.topology.changed, limit: BODY_LIMIT.topology },
  refuses: ['notFound', 'conflict', 'preconditionFailed'],
  responses: { 200: { description: 'The topology', body: okay({ topology }), headers: VERSION_HEADER } },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readTopologyBy(caller, 'id', params.id),
  handle: async ({ caller, params, headers, body }, { opsgraph }) => {
    const readVersion = readVersionOf(headers['if-match'])
    const saved = await opsgraph.saveTopology(caller, { id: params.id, body: unchecked(body), readVersion })
    return { status: 200, headers: toETag(saved), body: { status: 'ok', topology: toTopology(saved) } }
  },
})

const deleteTopology = defineRoute({
  id: 'deleteTopology',
  method: 'delete',
  path: `${PATH}/:id`,
  summary: 'Delete a topology',
  description:
    'Deletes the graph and the relations of source `topology` too. Alerts and the catalog entry stay, and the weight policies of the topology become global.',
  scope: USE_CASE_SCOPES.deleteTopology,
  params: idParam,
  refuses: ['notFound'],
  responses: {
    200: {
      description: 'Its id',
      body: okay({ topology: z.string().meta({ description: 'The id of the topology' }), message: z.string() }),
    },
  },
  handle: async ({ caller, params }, { opsgraph }) => {
    await opsgraph.deleteTopology(caller, params.id)
    return { status: 200, body: { status: 'ok', topology: params.id, message: 'topology deleted' } }
  },
})

const deleteTopologies = defineRoute({
  id: 'deleteTopologies',
  method: 'post',
  path: '/api/service_topologies/bulk/delete',
  summary: 'Delete several topologies',
  description: 'Deletes each topology as `DELETE /api/service_topology/{id}` does. Unknown ids are skipped.',
  scope: USE_CASE_SCOPES.deleteTopologies,
  body: {
    schema: z.object({ service_topologies: SCHEMAS.ids }),
    read: z.object({ service_topologies: z.unknown().optional() }),
  },
  responses: { 200: { description: 'How many were deleted', body: okay({ deleted: z.int() }) } },
  handle: async ({ caller, body }, { opsgraph }) => {
    const deleted = await opsgraph.deleteTopologies(caller, unchecked(body.service_topologies))
    return { status: 200, body: { status: 'ok', deleted } }
  },
})

/** The endpoints that read and change topologies (rules.md#topologies). */
export const topologyRoutes = [
  listTopologies,
  createTopology,
  readTopology,
  saveTopology,
  deleteTopology,
  deleteTopologies,
]
