import type { AlertStatus } from '@opsgraph/core'
import { ACTIVE_STATUSES, type Attention, attentionOf } from '@opsgraph/core/pure'
import type { AlertFilters, AlertSort } from '../../api/alerts.js'
import { formatInputTime, readInputTime } from '../../ui/format.js'

/** The fields that are hidden until the user clicks “More filters” or a search uses one of them. */
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
 * A search for alerts. It is stored in the address of the page, so that it can be bookmarked. A field that is not in
 * use is `''`.
 *
 * - `q`: a part of the resource, the event, the text or a service
 * - `status`: `''` = every active alert, `any` = every alert, otherwise a value of `STATUS_GROUPS` or one status
 * - `assignee`: the name of a person; finds the alerts that this person has
 * - `hurts`: the name of a service; finds the alerts that the impact on this service counts
 * - `unreached`: `'true'` = only alerts that reach no service
 * - `window`: the id of a maintenance window; finds the alerts that this window holds
 * - `text`: the whole text of the alert
 * - `from`, `to`: the range of time in which the alert was last received, in ISO 8601
 */
export type AlertSearch = Readonly<Record<(typeof FIELDS)[number], string>>

/** The groups of active statuses that the user can search for. A service counts its alerts by the same groups. */
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

/** Whether the search finds only some of the alerts. Neither an order nor the status `any` counts as a search. */
export function isSearched(search: AlertSearch): boolean {
  const { sort, status = 'any', ...others } = toSearchParams(search)
  return status !== 'any' || Object.keys(others).length > 0
}

export function readSort({ sort }: AlertSearch): AlertSort {
  return SORTS.find(({ value }) => value === sort)?.value ?? 'severity'
}

/** Whether the search uses one of `MORE_FIELDS`. */
export function hasMoreFields(search: AlertSearch): boolean {
  return MORE_FIELDS.some((name) => search[name] !== '')
}

/** Converts a search to the fields of the form, in which times are texts as the user types them. */
export function toFormFields(search: AlertSearch): AlertSearch {
  return { ...search, from: formatInputTime(search.from), to: formatInputTime(search.to) }
}

/**
 * Converts the fields of the form to a search. A time that the user has not changed keeps its seconds, which the input
 * does not show.
 *
 * @param before the search that the form showed first
 */
export function readFormFields(fields: AlertSearch, before: AlertSearch): AlertSearch {
  const time = (name: 'from' | 'to') => {
    const isUnchanged = fields[name] !== '' && fields[name] === formatInputTime(before[name])
    return isUnchanged ? before[name] : readInputTime(fields[name])
  }
  return { ...fields, from: time('from'), to: time('to') }
}
