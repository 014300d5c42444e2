import { LIMITS, LIST_COLUMNS, SCHEMAS } from '@opsgraph/core'
import { RESOURCE_CSV } from '../csv/csv-columns.js'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput } from '../pipeline/route-body.js'
import { toAlert } from '../wire/alert.js'
import { boolean, name, rangeSchema, requiredName, successBody, successResponse, wholeNumber } from '../wire/fields.js'
import { decommissioned, listedResource, resourceRename, resourceUsage } from '../wire/resource.js'
import { listRoute } from './stored-routes.js'

const PATH = '/api/resources'

const listResources = listRoute({
  id: 'listResources',
  path: PATH,
  summary: 'List resources, with counts of relations, nodes and alerts',
  description:
    'Every resource that a relation, a node of a topology, a redundancy rule or an active alert names, ordered by environment and name.',
  columns: LIST_COLUMNS.resources,
  meanings: {
    environment: 'Only resources of one of these environments',
    q: 'Only resources whose name contains this text; the letters A to Z in upper or lower case',
  },
  more: {
    orphan: boolean
      .optional()
      .meta({ description: 'true = only resources that neither a relation nor a node names; false = all others' }),
    stale: boolean.optional().meta({
      description:
        'true = only resources with relations of which none was confirmed for `staleAfter` days; false = all others',
    }),
    staleAfter: wholeNumber.meta({
      ...rangeSchema(LIMITS.staleAfterDays),
      description: 'A number of days, for `stale`',
    }),
  },
  key: 'resources',
  item: listedResource,
  list: (opsgraph) => opsgraph.listResources,
  csv: { columns: RESOURCE_CSV, stream: (opsgraph) => opsgraph.streamResources },
})

const readResourceUsage = defineRoute({
  id: 'readResourceUsage',
  method: 'get',
  path: `${PATH}/usage`,
  summary: 'Read everything that names a resource',
  description:
    'Its relations on both sides, its nodes with their topologies, its redundancy rule, its active alerts, and the policies and maintenance windows whose filters name it exactly. Answers 404 if the resource does not exist.',
  query: {
    resource: requiredName.meta({ description: 'The name of the resource' }),
    environment: name.default('').meta({ description: 'The environment of the resource' }),
  },
  refuses: ['notFound'],
  responses: { 200: { description: 'What names the resource', body: successBody(resourceUsage) } },
  handle: async ({ caller, query, baseUrl }, { opsgraph }) => {
    const { alerts, ...usage } = await opsgraph.readResourceUsage(caller, query)
    const url = baseUrl()
    return successResponse({ ...usage, alerts: alerts.map((found) => toAlert(found, url)) })
  },
})

const decommissionResources = defineRoute({
  id: 'decommissionResources',
  method: 'post',
  path: `${PATH}/decommission`,
  summary: 'Remove resources from everything that names them',
  description:
    'Deletes their relations on both sides, their nodes and their redundancy rules, and closes their active alerts: all of it, or nothing. A child of a removed node that has no other parent hangs from the environment node. Unknown names are refused (404). `dryRun` answers the same plan and writes nothing; send its `planHash` to write exactly this plan. `sources` says which sources bring the resources back if they name them again.',
  body: { schema: SCHEMAS.decommission },
  refuses: ['notFound', 'conflict'],
  responses: { 200: { description: 'What has changed, or would change', body: successBody(decommissioned) } },
  handle: async ({ caller, body }, { opsgraph }) =>
    successResponse(await opsgraph.decommissionResources(caller, asUncheckedInput(body))),
})

const renameResource = defineRoute({
  id: 'renameResource',
  method: 'post',
  path: `${PATH}/rename`,
  summary: 'Rename a resource',
  description:
    'Gives a resource another name in relations with their claims, nodes, redundancy rules, aliases and active alerts, all at once. Ids, icons, positions and params of nodes stay. The old name becomes an alias. If the new name exists, the answer is 409 and says what has it; with `merge`, both become one resource. With `dryRun`, nothing is written.',
  body: { schema: SCHEMAS.resourceRename },
  refuses: ['notFound', 'conflict'],
  responses: { 200: { description: 'What has changed, or would change', body: successBody(resourceRename) } },
  handle: async ({ caller, body }, { opsgraph }) =>
    successResponse(await opsgraph.renameResource(caller, asUncheckedInput(body))),
})

/** The endpoints for resources (rules.md#listing-resources, rules.md#rename). */
export const resourceRoutes = [listResources, readResourceUsage, renameResource, decommissionResources]
