import type { Opsgraph } from '@opsgraph/core'
import { answeredFilter } from '@opsgraph/core/pure'
import { z } from 'zod'
import { filter } from './filter.js'
import { name, requiredName } from './name.js'
import { time } from './time.js'

const timezone = z.string().meta({ description: 'The IANA name of a time zone', examples: ['Europe/Berlin'] })
const rrule = z
  .string()
  .nullable()
  .meta({
    description: 'A recurrence rule of RFC 5545; null = one turn only',
    examples: ['FREQ=WEEKLY;BYDAY=SU'],
  })
const startTime = time.meta({ description: 'The beginning of the first turn' })
const endTime = time.meta({ description: 'The end of the first turn; further turns have the same duration' })

/** A stored maintenance window (rules.md#maintenance-windows). */
export const maintenanceWindow = z
  .strictObject({
    ...{ id: z.string(), name, filters: filter, startTime, endTime, timezone, rrule, text: z.string() },
    createdBy: z.string(),
    overTime: time.nullable().meta({ description: 'The end of the last turn; null = the window recurs for ever' }),
    createTime: time,
    updateTime: time,
  })
  .meta({ id: 'MaintenanceWindow', description: 'A time in which matching alerts are silenced' })

const ignored = z.unknown().optional().meta({ description: 'Ignored' })
const fields = {
  ...{ id: ignored, createdBy: ignored, overTime: ignored, createTime: ignored, updateTime: ignored },
  filters: filter.nullable().optional().meta({ description: 'Which alerts the window holds; {} = all of them' }),
  timezone: timezone.optional(),
  rrule: rrule.optional(),
  text: z.string().optional(),
}
/** A time in a body may have any UTC offset, such as `+01:00`; core reads the time. */
const anyTime = z.string().meta({ description: 'ISO 8601' })

/** The bodies of POST and PUT; core validates them. */
export const maintenanceWindowChanges = z
  .strictObject({
    ...fields,
    ...{ name: requiredName.optional(), startTime: anyTime.optional(), endTime: anyTime.optional() },
  })
  .meta({ id: 'MaintenanceWindowChanges', examples: [{ text: 'Put off by a week' }] })
export const newMaintenanceWindow = z
  .strictObject({
    ...fields,
    name: requiredName,
    startTime: anyTime,
    endTime: anyTime,
    timezone: timezone.default('UTC'),
  })
  .meta({
    id: 'NewMaintenanceWindow',
    examples: [
      {
        name: 'Updates of the databases',
        filters: { clauses: [{ key: 'resource', op: 'LIKE', value: 'db-%' }] },
        startTime: '2030-01-06T02:00:00+01:00',
        endTime: '2030-01-06T04:00:00+01:00',
        timezone: 'Europe/Berlin',
        rrule: 'FREQ=WEEKLY;BYDAY=SU',
      },
    ],
  })

/** A maintenance window as answers show it. */
export function toMaintenanceWindow(window: Awaited<ReturnType<Opsgraph['readMaintenanceWindowById']>>) {
  return { ...window, filters: answeredFilter(window.filters) }
}
