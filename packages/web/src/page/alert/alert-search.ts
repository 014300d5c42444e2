import type { AlertStatus } from '@opsgraph/core'
import { ACTIVE_STATUSES, type Attention, attentionOf } from '@opsgraph/core/pure'
import type { AlertFilters, AlertSort } from '../../api/alerts.js'

/** The fields that the page shows only if the user asks for more of them, or if one of them is in use. */
const MORE_FIELDS = [
  'assignee',
  'hurts',
  'unreached',
  'window',
  'environment',
  'service',
  'tag',
  'text',
  'from',
  'to',
] as const
const FIELDS = ['q', 'status', 'severity', ...MORE_FIELDS, 'sort'] as const

/**
 * What the user searches for. The address of the page contains it, so that it can be bookmarked. A field that is not in
 * use is `''`.
 *
 * - `q`: a part of the resource, the event, the text or a service
 * - `status`: `''` = every active alert, `any` = every alert, otherwise a key of `STATUS_GROUPS` or one status
 * - `assignee`: a person: the alerts that this person has
 * - `hurts`: a service: the alerts that its impact counts
 * - `unreached`: `'true'` = the alerts that reach no service
 * - `window`: the id of a maintenance window: the alerts that it holds
 * - `text`: the whole text of the alert
 * - `from`, `to`: when the alert was last received, in ISO 8601
 */
export type AlertSearch = Readonly<Record<(typeof FIELDS)[number], string>>

/** Groups of the active statuses, by which a user looks for alerts, and by which a service counts its alerts. */
export const STATUS_GROUPS: readonly {
  readonly value: string
  readonly label: string
  readonly attentions: readonly Attention[]
}[] = [
  { value: 'unsilenced', label: 'not silenced', attentions: ['open', 'acknowledged'] },
  { value: 'unacknowledged', label: 'not acknowledged', attentions: ['open'] },
  { value: 'acknowledged', label: 'acknowledged: ack or assign', attentions: ['acknowledged'] },
  { value: 'silenced', label: 'silenced: shelved or blackout', attentions: ['silenced'] },
]

export const SORTS: readonly { readonly value: AlertSort; readonly label: string }[] = [
  { value: 'severity', label: 'worst first, then newest' },
  { value: '-lastReceiveTime', label: 'last received first' },
  { value: '-createTime', label: 'newest first' },
  { value: 'createTime', label: 'oldest first' },
]

export function readSearch(address: URLSearchParams): AlertSearch {
  return Object.fromEntries(FIELDS.map((field) => [field, address.get(field) ?? ''])) as AlertSearch
}

/** Returns the parameters of the address. Fields that are not in use are left out. */
export function toSearchParams(search: AlertSearch): Record<string, string> {
  const used = FIELDS.map((field): [string, string] => [field, search[field].trim()]).filter(
    ([, value]) => value !== '',
  )
  return Object.fromEntries(used)
}

/** Returns the filters of the request. They are empty if every stored alert matches. */
export function toFilters(search: AlertSearch): AlertFilters {
  const { sort, status, unreached, ...others } = toSearchParams(search)
  const filters = { ...others, ...(unreached === 'true' && { unreached: true }) }
  return status === 'any' ? filters : { ...filters, status: listStatuses(status) }
}

function listStatuses(status: string | undefined): AlertStatus[] {
  const group = STATUS_GROUPS.find(({ value }) => value === status)
  if (group === undefined) return status === undefined ? [...ACTIVE_STATUSES] : [status as AlertStatus]
  return ACTIVE_STATUSES.filter((each) => group.attentions.includes(attentionOf(each)))
}

/** Whether the user has searched for some of the alerts. Neither an order nor the status `any` is a search. */
export function isSearched(search: AlertSearch): boolean {
  const { sort, status = 'any', ...others } = toSearchParams(search)
  return status !== 'any' || Object.keys(others).length > 0
}

export function readSort({ sort }: AlertSearch): AlertSort {
  return SORTS.find(({ value }) => value === sort)?.value ?? 'severity'
}

/** Whether the search uses a field that the page otherwise shows only if the user asks for it. */
export function hasMoreFields(search: AlertSearch): boolean {
  return MORE_FIELDS.some((name) => search[name] !== '')
}

/** Returns the fields of the form. The times are texts, as the user types them. */
export function toFormFields(search: AlertSearch): AlertSearch {
  return { ...search, from: formatInputTime(search.from), to: formatInputTime(search.to) }
}

/**
 * Returns the search of the form. A time that the user has not changed keeps its seconds, which the input does not
 * show.
 *
 * @param before the search that the form showed at first
 */
export function readFormFields(fields: AlertSearch, before: AlertSearch): AlertSearch {
  const time = (name: 'from' | 'to') => {
    const isUnchanged = fields[name] !== '' && fields[name] === formatInputTime(before[name])
    return isUnchanged ? before[name] : readInputTime(fields[name])
  }
  return { ...fields, from: time('from'), to: time('to') }
}

/** Converts a time to the value of an input of the type `datetime-local`, in the time zone of the browser. */
function formatInputTime(instant: string): string {
  const time = new Date(instant)
  if (Number.isNaN(time.getTime())) return ''
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
}

/** Converts the value of an input of the type `datetime-local` to a time. */
function readInputTime(input: string): string {
  const time = new Date(input)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
