import { LIST_COLUMNS, SCHEMAS } from '@opsgraph/core'
import { z } from 'zod'
import { defineRoute } from '../pipeline/define-route.js'
import { asUncheckedInput } from '../pipeline/route-body.js'
import { count, successBody, successResponse } from '../wire/fields.js'
import { filteringRoutes, WARNINGS_FIELD, warningsField } from './stored-routes.js'

const wouldBeHeld = z
  .strictObject({
    id: z.string(),
    environment: z.string(),
    resource: z.string(),
    event: z.string(),
    severity: SCHEMAS.severity,
    below: z.string().nullable().meta({
      description: 'The nearest resource below the alert that the filters match; null = they match the alert itself',
    }),
  })
  .meta({ id: 'WouldBeHeld', description: 'An active alert that the window would hold now' })

const preview = {
  total: count.meta({ description: 'The number of active alerts' }),
  searched: count.meta({ description: 'The number of alerts that were checked: those that were received last' }),
  matched: count.meta({ description: 'The number of checked alerts that the window would hold' }),
  alerts: z.array(wouldBeHeld).meta({ description: 'The first of these alerts, the one that was received last first' }),
  ...WARNINGS_FIELD,
}

/** Tries out a maintenance window without saving it (rules.md#maintenance-windows-15). */
const previewMaintenanceWindow = defineRoute({
  id: 'previewMaintenanceWindow',
  method: 'post',
  path: '/api/maintenance/preview',
  // GET, PUT and DELETE of this path are passed on to the routes of `/api/maintenance/:id`. Those routes find no window
  // with the id `preview`.
  sharesPath: true,
  summary: 'Preview a maintenance window',
  description:
    'Says which active alerts a window with these `filters` and this `hurtDepth` would hold now. Nothing is stored, and other windows have no effect on the answer.',
  body: { schema: SCHEMAS.maintenanceWindowPreview },
  responses: { 200: { description: 'The alerts that the window would hold', body: successBody(preview) } },
  handle: async ({ caller, body }, { opsgraph }) => {
    const { warnings, ...preview } = await opsgraph.previewMaintenanceWindow(caller, asUncheckedInput(body))
    return successResponse({ ...preview, ...warningsField(warnings) })
  },
})

/** The endpoints for maintenance windows (rules.md#maintenance-windows). */
export const maintenanceRoutes = [
  previewMaintenanceWindow,
  ...filteringRoutes({
    name: 'MaintenanceWindow',
    names: 'MaintenanceWindows',
    path: '/api/maintenance',
    nouns: ['maintenance window', 'window', 'windows'],
    keys: { one: 'window', many: 'windows' },
    columns: LIST_COLUMNS.maintenance,
    schemas: SCHEMAS.maintenanceWindow,
    described: {
      list: { summary: 'List maintenance windows, oldest first', description: 'Includes windows that are over.' },
      create: {
        summary: 'Create a maintenance window',
        description:
          'During each occurrence of the window, the matching alerts have the status `blackout`, and hurt no service. With `rrule`, the window recurs.',
      },
      read: {
        summary: 'Read a maintenance window',
        description: 'To find the alerts that the window holds now, use `GET /api/alerts?window=`.',
      },
      update: {
        summary: 'Change any part of a maintenance window',
        description: 'Fields that are not sent stay. The change applies to stored alerts within 30 seconds.',
      },
      delete: {
        summary: 'Delete a maintenance window',
        description: 'The alerts that the window holds get back the status that they had, within 30 seconds.',
      },
    },
    useCases: (opsgraph) => ({
      list: opsgraph.listMaintenanceWindows,
      create: opsgraph.createMaintenanceWindow,
      read: opsgraph.readMaintenanceWindowById,
      update: opsgraph.updateMaintenanceWindow,
      delete: opsgraph.deleteMaintenanceWindow,
    }),
  }),
]
