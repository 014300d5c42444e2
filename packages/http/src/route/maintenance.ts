import { LIST_COLUMNS, type Opsgraph, SCHEMAS, USE_CASE_SCOPES } from '@opsgraph/core'
import { answeredFilter } from '@opsgraph/core/pure'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { unchecked } from '../pipeline/route-body.js'
import { idParam } from '../wire/name.js'
import { okay } from '../wire/okay.js'
import { listQuery, paging, pagingOf, toListRequest } from '../wire/page.js'

const PATH = '/api/maintenance'
const columns = LIST_COLUMNS.maintenance
const oneWindow = { description: 'The maintenance window', body: okay({ window: SCHEMAS.maintenanceWindow.stored }) }
const onePath = { path: `${PATH}/:id`, params: idParam, refuses: ['notFound'] } as const

/** The endpoints for maintenance windows (rules.md#maintenance-windows). */
export const maintenanceRoutes = [
  defineRoute({
    id: 'listMaintenanceWindows',
    method: 'get',
    path: PATH,
    summary: 'List maintenance windows, oldest first',
    description: 'Includes windows that are over.',
    scope: USE_CASE_SCOPES.listMaintenanceWindows,
    query: listQuery(columns),
    isVersioned: true,
    responses: {
      200: {
        description: 'A page of windows',
        body: okay({
          windows: z.array(SCHEMAS.maintenanceWindow.stored).meta({ description: 'The windows of the page' }),
          ...paging,
        }),
      },
    },
    handle: async ({ caller, query }, { opsgraph }) => {
      const list = await opsgraph.listMaintenanceWindows(caller, toListRequest(query, columns))
      return { status: 200, body: { status: 'ok', windows: list.items.map(toMaintenanceWindow), ...pagingOf(list) } }
    },
  }),
  defineRoute({
    id: 'createMaintenanceWindow',
    method: 'post',
    path: PATH,
    summary: 'Create a maintenance window',
    description:
      'While a turn of the window lasts, the matching alerts have the status `blackout`, and hurt no service. With `rrule`, the window recurs.',
    scope: USE_CASE_SCOPES.createMaintenanceWindow,
    body: { schema: SCHEMAS.maintenanceWindow.created },
    responses: { 201: oneWindow },
    handle: async ({ caller, body }, { opsgraph }) => {
      const window = await opsgraph.createMaintenanceWindow(caller, unchecked(body))
      return { status: 201, body: { status: 'ok', window: toMaintenanceWindow(window) } }
    },
  }),
  defineRoute({
    ...onePath,
    id: 'readMaintenanceWindow',
    method: 'get',
    summary: 'Read a maintenance window',
    description: 'To find the alerts that the window holds now, use `GET /api/alerts?window=`.',
    scope: USE_CASE_SCOPES.readMaintenanceWindowById,
    responses: { 200: oneWindow },
    handle: async ({ caller, params }, { opsgraph }) => {
      const window = await opsgraph.readMaintenanceWindowById(caller, params.id)
      return { status: 200, body: { status: 'ok', window: toMaintenanceWindow(window) } }
    },
  }),
  defineRoute({
    ...onePath,
    id: 'updateMaintenanceWindow',
    method: 'put',
    summary: 'Change any part of a maintenance window',
    description: 'Fields that are not sent stay. The change applies to stored alerts within 30 seconds.',
    scope: USE_CASE_SCOPES.updateMaintenanceWindow,
    body: { schema: SCHEMAS.maintenanceWindow.changed },
    responses: { 200: oneWindow },
    requireExisting: ({ caller, params }, { opsgraph }) => opsgraph.readMaintenanceWindowById(caller, params.id),
    handle: async ({ caller, params, body }, { opsgraph }) => {
      const window = await opsgraph.updateMaintenanceWindow(caller, { id: params.id, body: unchecked(body) })
      return { status: 200, body: { status: 'ok', window: toMaintenanceWindow(window) } }
    },
  }),
  defineRoute({
    ...onePath,
    id: 'deleteMaintenanceWindow',
    method: 'delete',
    summary: 'Delete a maintenance window',
    description: 'The alerts that the window holds get back the status that they had, within 30 seconds.',
    scope: USE_CASE_SCOPES.deleteMaintenanceWindow,
    responses: { 200: { description: 'The window is deleted', body: okay({}) } },
    handle: async ({ caller, params }, { opsgraph }) => {
      await opsgraph.deleteMaintenanceWindow(caller, params.id)
      return { status: 200, body: { status: 'ok' } }
    },
  }),
]

/** A maintenance window as answers show it. */
function toMaintenanceWindow(window: Awaited<ReturnType<Opsgraph['readMaintenanceWindowById']>>) {
  return { ...window, filters: answeredFilter(window.filters) }
}
