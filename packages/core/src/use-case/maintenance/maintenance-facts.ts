import { answeredFilter } from '../../filter/filter.js'
import type { MaintenanceWindow } from '../../maintenance/maintenance-window.js'

/** The fields of a maintenance window that audit entries contain. */
export function maintenanceFacts({ name, filters, startTime, endTime, timezone, rrule, text }: MaintenanceWindow) {
  return { name, filters: answeredFilter(filters), startTime, endTime, timezone, rrule, text }
}
