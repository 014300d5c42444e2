import { z } from 'zod'
import { EMPTY_FILTER } from '../filter/filter.js'
import { FILTER } from '../filter/filter-schema.js'
import { LIMITS } from '../limits.js'
import { define, ID, REQUIRED_NAME, STORED_TIME, TEXT, TIME, TIMEZONE } from '../schema/field.js'
import {
  type Changes,
  defineNoun,
  type NewBody,
  nullable,
  optional,
  required,
  type Stored,
  setByServer,
} from '../schema/noun.js'

/** The start or end of a window. Milliseconds are set to 0, because a recurrence rule has only whole seconds. */
const WHOLE_SECOND_TIME = /* @__PURE__ */ define(() => ({
  ...TIME,
  sent: TIME.sent.overwrite((time) => `${time.slice(0, -'.000Z'.length)}.000Z`),
}))

const { min, max, default: usualDepth } = LIMITS.hurtDepth
const DEPTH_ERROR = { error: `must be a whole number from ${min} to ${max}` }

/** How many levels above a matching resource the window also silences alerts. */
const HURT_DEPTH_SCHEMA = /* @__PURE__ */ define(() => z.int(DEPTH_ERROR).min(min, DEPTH_ERROR).max(max, DEPTH_ERROR))

/** Maintenance windows: times in which certain alerts are silenced (rules.md#maintenance-windows). */
export const MAINTENANCE_WINDOW = /* @__PURE__ */ defineNoun(() => ({
  id: 'MaintenanceWindow',
  description: 'A time in which the alerts that match a filter have the status blackout',
  fields: {
    id: setByServer(ID),
    name: required(REQUIRED_NAME),
    filters: optional(FILTER, EMPTY_FILTER, { description: 'Which alerts the window holds; {} = all of them' }),
    hurtDepth: optional(HURT_DEPTH_SCHEMA, usualDepth, {
      description:
        'The window also holds alerts of resources that are at most this many levels above a resource that matches, in the resource graph',
    }),
    startTime: required(WHOLE_SECOND_TIME, { description: 'The beginning of the first occurrence' }),
    endTime: required(WHOLE_SECOND_TIME, {
      description: 'The end of the first occurrence; further occurrences have the same duration',
    }),
    timezone: optional(TIMEZONE, 'UTC', {
      description: 'The IANA name of the time zone in which the window recurs',
      examples: ['Europe/Berlin'],
    }),
    rrule: nullable(TEXT, {
      description: 'A recurrence rule of RFC 5545; null = the window does not repeat',
      examples: ['FREQ=WEEKLY;BYDAY=SU'],
    }),
    text: optional(TEXT, '', { description: 'For people: why, or a link' }),
    createdBy: setByServer(TEXT, { description: 'The user who created the window' }),
    overTime: setByServer(STORED_TIME.nullable(), {
      description: 'The end of the last occurrence; null = the window recurs for ever',
    }),
    createTime: setByServer(STORED_TIME),
    updateTime: setByServer(STORED_TIME),
  },
  example: {
    name: 'Updates of the databases',
    filters: { clauses: [{ key: 'resource', op: 'LIKE', value: 'db-%' }] },
    startTime: '2030-01-06T02:00:00+01:00',
    endTime: '2030-01-06T04:00:00+01:00',
    timezone: 'Europe/Berlin',
    rrule: 'FREQ=WEEKLY;BYDAY=SU',
  },
  change: { text: 'Put off by a week' },
}))

export interface MaintenanceWindow extends Stored<typeof MAINTENANCE_WINDOW> {}
/** A new maintenance window. */
export interface MaintenanceWindowInput extends NewBody<typeof MAINTENANCE_WINDOW> {}
/** Changes of a maintenance window. Fields that are left out stay unchanged. */
export interface MaintenanceWindowPatch extends Changes<typeof MAINTENANCE_WINDOW> {}

/** The body of a request that tries a window (rules.md#maintenance-windows-15). */
export const WINDOW_PREVIEW_REQUEST = /* @__PURE__ */ define(() =>
  z
    .strictObject({
      filters: FILTER.sent.nullish().meta({ description: 'Which alerts the window would hold; {} = all of them' }),
      hurtDepth: HURT_DEPTH_SCHEMA.nullish().meta({
        default: usualDepth,
        description: 'As in a window',
      }),
    })
    .meta({
      id: 'MaintenanceWindowPreviewRequest',
      examples: [{ filters: { clauses: [{ key: 'resource', op: '=', value: 'disk-1' }] }, hurtDepth: 2 }],
    }),
)
/** The fields of a window that decide which alerts it silences. */
export type WindowPreviewRequest = Readonly<z.input<typeof WINDOW_PREVIEW_REQUEST>>

/** One occurrence of a window: from `startTime`, inclusive, to `endTime`, exclusive. */
export interface Occurrence {
  readonly startTime: string
  readonly endTime: string
}
