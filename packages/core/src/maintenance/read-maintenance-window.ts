import { BodyReader } from '../body-reader.js'
import { type FilterInput, readFilter } from '../filter/read-filter.js'
import { readTimezone } from '../local-time.js'
import { readTimestamp, timestamp } from '../timestamp.js'
import type { MaintenanceWindow } from './maintenance-window.js'
import { compileRecurrence } from './recurrence.js'

/** Changes of a maintenance window. Fields that are left out stay unchanged. */
export interface MaintenanceWindowPatch {
  readonly name?: string | null | undefined
  readonly filters?: FilterInput | null | undefined
  /** ISO 8601. */
  readonly startTime?: string | null | undefined
  /** ISO 8601. */
  readonly endTime?: string | null | undefined
  /** An IANA name. Default for a new window: `UTC`. */
  readonly timezone?: string | null | undefined
  /** `null` = the window has only one turn, which is the default for a new window. */
  readonly rrule?: string | null | undefined
  readonly text?: string | null | undefined
}

/** A new maintenance window (rules.md#maintenance-windows). */
export interface MaintenanceWindowInput extends MaintenanceWindowPatch {
  readonly name: string
  readonly startTime: string
  readonly endTime: string
}

/** The fields of a window that follow from the request; the server sets the others. */
export type SentMaintenanceWindow = Omit<MaintenanceWindow, 'id' | 'createdBy' | 'createTime' | 'updateTime'>

const BODY = ['name', 'filters', 'startTime', 'endTime', 'timezone', 'rrule', 'text'] as const
/** Fields that are accepted but ignored, so that a client can send back a window that it has read. */
const IGNORED = ['id', 'createdBy', 'overTime', 'createTime', 'updateTime'] as const

/**
 * Reads a new maintenance window (rules.md#maintenance-windows). By default it has one turn and the time zone UTC.
 * Yields for pauses.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function* readNewMaintenanceWindow(body: unknown): Generator<undefined, SentMaintenanceWindow> {
  const reader = new BodyReader(body)
  const blank = {
    name: reader.requiredName('name'),
    filters: readFilter(undefined, 'filters'),
    ...{ startTime: requiredTime(reader, 'startTime'), endTime: requiredTime(reader, 'endTime') },
    ...{ timezone: 'UTC', rrule: null, text: '', overTime: null },
  }
  return yield* readMaintenanceWindow(blank, body)
}

/**
 * Applies the sent fields to a maintenance window; other fields do not change (rules.md#maintenance-windows). Yields for
 * pauses.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function* readMaintenanceWindow<Known extends SentMaintenanceWindow>(
  known: Known,
  body: unknown,
): Generator<undefined, Known> {
  const reader = new BodyReader(body)
  reader.refuseOthers([...BODY, ...IGNORED])
  const window = {
    ...known,
    name: reader.value('name') === undefined ? known.name : reader.requiredName('name'),
    filters: reader.value('filters') === undefined ? known.filters : readFilter(reader.value('filters'), 'filters'),
    startTime: wholeSecond(readTime(reader, 'startTime') ?? known.startTime),
    endTime: wholeSecond(readTime(reader, 'endTime') ?? known.endTime),
    timezone: readTimezone(reader) ?? known.timezone,
    rrule: reader.sent('rrule') === undefined ? known.rrule : (reader.text('rrule') ?? null),
    text: reader.text('text') ?? known.text,
  }
  return { ...window, overTime: yield* overTime(window, reader) }
}

/**
 * The end of the last turn; `null` = there is no last turn.
 *
 * @throws OpsgraphError `invalid` if the times or the recurrence rule cannot be used
 */
function* overTime(window: SentMaintenanceWindow, reader: BodyReader): Generator<undefined, string | null> {
  const { startTime, endTime, timezone, rrule } = window
  if (endTime <= startTime) throw reader.fault('endTime', 'must be later than startTime')
  if (rrule === null) return endTime
  const start = Date.parse(startTime)
  const recurrence = yield* compileRecurrence({ start, timezone, rrule })
  if ('fault' in recurrence) throw reader.fault('rrule', recurrence.fault)
  if (recurrence.last === undefined) return null
  return timestamp(new Date(recurrence.last + Date.parse(endTime) - start))
}

function requiredTime(reader: BodyReader, field: 'startTime' | 'endTime'): string {
  const time = readTime(reader, field)
  if (time === undefined) throw reader.fault(field, 'is required')
  return time
}

function readTime(reader: BodyReader, field: 'startTime' | 'endTime'): string | undefined {
  const sent = reader.string(field)
  if (sent === undefined) return undefined
  const time = readTimestamp(sent)
  if (time === undefined) throw reader.fault(field, 'must be a time in ISO 8601, such as 2030-01-31T02:00:00Z')
  return time
}

/** Cuts the milliseconds: a recurrence rule has whole seconds. */
function wholeSecond(time: string): string {
  return `${time.slice(0, -'.000Z'.length)}.000Z`
}
