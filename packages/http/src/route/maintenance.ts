import { LIST_COLUMNS, SCHEMAS } from '@opsgraph/core'
import { filteringRoutes } from './stored-routes.js'

/** The endpoints for maintenance windows (rules.md#maintenance-windows). */
export const maintenanceRoutes = filteringRoutes({
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
})
