import { BodyReader } from '../body-reader.js'
import { foldCase } from '../fold-case.js'
import { requireKnownValues } from '../known-values.js'
import { LIMITS } from '../limits.js'
import { LIST_COLUMNS, type ListFilter } from '../list-columns.js'
import { invalid } from '../opsgraph-error.js'
import { type Filters, withNames } from '../page.js'
import { readTimestamp } from '../timestamp.js'
import { truncateForMessage } from '../truncate-for-message.js'

/** Filters of alerts that are no columns of the list, because the impact answers them (rules.md#alert-filters-7). */
export interface ImpactFilters {
  /** Names of services: only the alerts that the impact on one of them counts. */
  readonly hurts?: readonly string[] | undefined
  /** True = only the alerts that reach no service. */
  readonly unreached?: boolean | undefined
}

/** The alerts that a bulk request changes: all alerts that match `filters` and the filters of the impact. */
export interface AlertSelection extends ImpactFilters {
  readonly filters: AlertFilters
  /**
   * The ids that the request names, without duplicates; `undefined` if it names none. Each must be the id of an alert.
   */
  readonly ids: readonly string[] | undefined
}

/**
 * Reads the fields `ids` and `filters` of a bulk request (rules.md#changing-many-alerts).
 *
 * @throws OpsgraphError `invalid` unless exactly one of the two fields is given, and this field is valid and not empty
 */
export function readAlertSelection(reader: BodyReader): AlertSelection {
  const [ids, filters] = [reader.list('ids'), reader.value('filters')]
  if ((ids === undefined) === (filters === undefined)) throw invalid('give either ids or filters')
  if (ids === undefined) return { ...readSentFilters(new BodyReader(filters, 'filters')), ids: undefined }
  const named = readIds(reader, ids)
  return { filters: { id: named }, ids: named }
}

function readIds(reader: BodyReader, sent: readonly unknown[]): readonly string[] {
  const ids = sent.map((id, index) => {
    if (typeof id !== 'string' || id === '') throw reader.fault(`ids[${index}]`, 'must be the id of an alert')
    return id
  })
  if (ids.length === 0) throw reader.fault('ids', 'must not be empty')
  const { bulkAlerts } = LIMITS
  if (ids.length > bulkAlerts) throw reader.fault('ids', `has ${ids.length} entries, the limit is ${bulkAlerts} alerts`)
  return [...new Set(ids)]
}

function readSentFilters(reader: BodyReader): Omit<AlertSelection, 'ids'> {
  const names = [...LIST_COLUMNS.alerts.filters, 'hurts'] as const
  reader.refuseOthers([...names, 'unreached'])
  const unreached = reader.boolean('unreached')
  const given = names.flatMap((name) => {
    const values = readValues(reader, name)
    return values === undefined ? [] : [[name, values] as const]
  })
  // Without filters, all alerts would match, probably by mistake. The same is true if the only filter is an empty `q`.
  const isEmpty = !unreached && given.every(([name, values]) => name === 'q' && values.includes(''))
  if (isEmpty) throw invalid('filters must not be empty')
  const { hurts, ...filters } = Object.fromEntries(given)
  requireKnownValues('alerts', filters as AlertFilters, 'body')
  return { filters: readAlertFilters(filters), hurts, unreached }
}

/** A filter is a text, or a list of texts of which one must match. */
function readValues(reader: BodyReader, name: ListFilter<'alerts'> | 'hurts'): readonly string[] | undefined {
  const value = reader.value(name)
  if (value === undefined) return undefined
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (values.length === 0) throw reader.fault(name, 'must not be empty')
  return values.map((one) => {
    if (typeof one !== 'string') throw reader.fault(name, 'must be a string or a list of strings')
    return one
  })
}

export type AlertFilters = Filters<ListFilter<'alerts'>>

/**
 * Converts the filters of a list of alerts to the form that stores expect (rules.md#alert-filters).
 *
 * @throws OpsgraphError `invalid` if `from` or `to` is not exactly one ISO 8601 time
 */
export function readAlertFilters(filters: AlertFilters = {}): AlertFilters {
  const { from, to, q } = filters
  return {
    ...withNames(filters, ['environment', 'resource', 'event', 'service']),
    ...(from && { from: [readTime('from', from)] }),
    ...(to && { to: [readTime('to', to)] }),
    ...(q && { q: q.map(foldCase) }),
  }
}

function readTime(name: string, values: readonly string[]): string {
  const [text = '', ...others] = values
  if (others.length > 0) throw invalid(`${name} can be given only once`)
  const time = readTimestamp(text)
  if (time === undefined) throw invalid(`${name} must be an ISO 8601 time, not ${truncateForMessage(text)}`)
  return time
}
