import type { Filter } from '../filter/filter.js'

/**
 * A time in which nobody wants to be disturbed by certain alerts (rules.md#maintenance-windows). Times are ISO 8601 in
 * UTC with milliseconds.
 */
export interface MaintenanceWindow {
  readonly id: string
  readonly name: string
  /** The alerts that get the status `blackout` while the window lasts. */
  readonly filters: Filter
  /** The beginning of the first turn. */
  readonly startTime: string
  /** The end of the first turn. Every further turn has the same duration. */
  readonly endTime: string
  /** The IANA name of the time zone in which the window recurs. */
  readonly timezone: string
  /** The recurrence rule of RFC 5545; `null` = the window has only one turn. */
  readonly rrule: string | null
  readonly text: string
  /** The user who created the window. */
  readonly createdBy: string
  /** The end of the last turn; `null` = the window recurs for ever. */
  readonly overTime: string | null
  readonly createTime: string
  readonly updateTime: string
}

/** One occurrence of a window: from `startTime`, inclusive, to `endTime`, exclusive. */
export interface Turn {
  readonly startTime: string
  readonly endTime: string
}
