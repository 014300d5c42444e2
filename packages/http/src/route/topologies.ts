import { createHash } from 'node:crypto'
import { LIST_COLUMNS, type PagedList, SCHEMAS, type Topology, USE_CASE_SCOPES } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput, BODY_LIMIT } from '../pipeline/route-body.js'
import { successBody, successResponse } from '../wire/fields.js'
import { listQuery, paging, pagingOf, toListRequest } from '../wire/page.js'
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
  query: {
    ...listQuery(LIST_COLUMNS.topologies),
    fields: z.enum(['summary']).optional().meta({ description: 'summary = leave out the nodes and edges' }),
  },
  isVersioned: true,
  responses: {
    200: {
      description: 'A page of topologies',
      body: successBody({
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
      if (isSummary) return { ...toListedTopologies(list), headers }
    }
    const list = await opsgraph.listTopologies(caller, request)
    return { ...toListedTopologies(list), headers: { ETag: tagOfList(list, { isSummary, release }) } }
  },
})

const createTopology = defineRoute({
  id: 'createTopology',
  method: 'post',
  path: PATH,
  summary: 'Create the topology of a service',
  description:
    'A service has one topology; if there is one already, the answer is 409. All faults of the graph are reported together in `errors`. Without `nodes`, the topology begins with one service node.',
  body: { schema: SCHEMAS.topology.created, limit: BODY_LIMIT.topology },
  refuses: ['conflict'],
  responses: {
    201: { description: 'The topology', body: successBody({ id: z.string(), topology }), headers: VERSION_HEADER },
  },
  handle: async ({ caller, body }, { opsgraph }) => {
    const created = await opsgraph.createTopology(caller, asUncheckedInput(body))
    return { ...successResponse({ id: created.id, topology: toTopology(created) }, 201), headers: toETag(created) }
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
  query: {
    column: z
      .string()
      .default('id')
      .meta({ enum: ['id', 'service_name'], description: 'The meaning of the last path segment' }),
  },
  responses: {
    200: { description: 'The topology', body: successBody({ total: z.literal(1), topology }), headers: VERSION_HEADER },
  },
  isVersioned: true,
  handle: async ({ caller, params, query, callerHas }, { opsgraph }) => {
    if (callerHas !== undefined && query.column === 'id') {
      const { items } = await opsgraph.listTopologySummaries(caller, { filters: { id: [params.id] } })
      const known = items.map(toETag).find(({ ETag }) => callerHas(ETag))
      if (known !== undefined) return { status: 304, headers: known, body: undefined }
    }
    const stored = await opsgraph.readTopologyBy(caller, asUncheckedInput(query.column), params.id)
    return { ...successResponse({ total: 1, topology: toTopology(stored) }), headers: toETag(stored) }
  },
})

const saveTopology = defineRoute({
  id: 'saveTopology',
  method: 'put',
  path: `${PATH}/:id`,
  summary: 'Save a topology',
  description:
    'Fields that are not sent stay. `nodes` and `edges` are sent together, and replace the whole graph. Send the `ETag` that you have read in `If-Match`: if somebody has saved the topology in the meantime, the answer is 412, and nothing is written.',
  headers: { 'if-match': z.string().optional().meta({ description: 'The ETag that was read; `*` = any' }) },
  body: { schema: SCHEMAS.topology.changed, limit: BODY_LIMIT.topology },
  refuses: ['conflict', 'preconditionFailed'],
  responses: { 200: { description: 'The topology', body: successBody({ topology }), headers: VERSION_HEADER } },
  requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readTopologyBy(caller, 'id', params.id),
  handle: async ({ caller, params, headers, body }, { opsgraph }) => {
    const readVersion = readVersionOf(headers['if-match'])
    const saved = await opsgraph.saveTopology(caller, { id: params.id, body: asUncheckedInput(body), readVersion })
    return { ...successResponse({ topology: toTopology(saved) }), headers: toETag(saved) }
  },
})

const deleteTopology = defineRoute({
  id: 'deleteTopology',
  method: 'delete',
  path: `${PATH}/:id`,
  summary: 'Delete a topology',
  description:
    'Deletes the graph and the relations of source `topology` too. Alerts and the catalog entry stay, and the weight policies of the topology become global.',
  responses: {
    200: {
      description: 'Its id',
      body: successBody({ topology: z.string().meta({ description: 'The id of the topology' }), message: z.string() }),
    },
  },
  handle: async ({ caller, params }, { opsgraph }) => {
    await opsgraph.deleteTopology(caller, params.id)
    return successResponse({ topology: params.id, message: 'topology deleted' })
  },
})

const deleteTopologies = defineRoute({
  id: 'deleteTopologies',
  method: 'post',
  path: '/api/service_topologies/bulk/delete',
  summary: 'Delete several topologies',
  description: 'Deletes each topology as `DELETE /api/service_topology/{id}` does. Unknown ids are skipped.',
  body: {
    schema: z.object({ service_topologies: SCHEMAS.ids }),
    read: z.object({ service_topologies: z.unknown().optional() }),
  },
  responses: { 200: { description: 'How many were deleted', body: successBody({ deleted: z.int() }) } },
  handle: async ({ caller, body }, { opsgraph }) =>
    successResponse({ deleted: await opsgraph.deleteTopologies(caller, asUncheckedInput(body.service_topologies)) }),
})

type TopologySummary = Omit<Topology, 'nodes' | 'edges'>

function toTopology<Stored extends TopologySummary>(stored: Stored) {
  return { ...stored, service_kpi: stored.serviceKpi }
}

/** The ETag header of a topology, which contains its version (rules.md#reading-topologies-4). */
function toETag({ updateTime }: TopologySummary): { readonly ETag: string } {
  return { ETag: `"${updateTime}"` }
}

function toListedTopologies<Stored extends TopologySummary>(list: PagedList<Stored>) {
  return successResponse({ topologies: list.items.map(toTopology), ...pagingOf(list) })
}

interface TopologyListForm {
  /** Whether the topologies of the page come without their graphs. */
  readonly isSummary: boolean
  /** The version of opsgraph. */
  readonly release: string
}

/**
 * The ETag of a page of topologies. The `updateTime` of a topology identifies its version, so computing the tag needs
 * no graphs: a caller that has the current page gets 304 without reading a graph. The tag contains the release, because
 * another release may write the same topologies differently.
 */
function tagOfList(list: PagedList<TopologySummary>, { isSummary, release }: TopologyListForm): string {
  const versions = list.items.map(({ id, updateTime }) => [id, updateTime])
  const state = JSON.stringify([release, isSummary, versions, pagingOf(list)])
  return `"${createHash('sha256').update(state).digest('base64url')}"`
}

/** The endpoints that read and change topologies (rules.md#topologies). */
export const topologyRoutes = [
  listTopologies,
  createTopology,
  readTopology,
  saveTopology,
  deleteTopology,
  deleteTopologies,
]
