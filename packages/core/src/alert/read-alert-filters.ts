import { foldCase } from '../fold-case.js'
import type { ListFilter } from '../list-columns.js'
import { invalid } from '../opsgraph-error.js'
import { type Filters, withNames } from '../page.js'
import { readTimestamp } from '../timestamp.js'
import { truncateForMessage } from '../truncate-for-message.js'

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
