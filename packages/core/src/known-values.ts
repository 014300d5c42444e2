import { LIST_COLUMNS, type ListFilter } from './list-columns.js'
import { invalid } from './opsgraph-error.js'
import { truncateForMessage } from './truncate-for-message.js'

type ListName = keyof typeof LIST_COLUMNS

/** How a caller sends several values of a filter: as several parameters of a query, or as a list in a body. */
type Sending = 'query' | 'body'

/**
 * Checks the filters whose columns have a closed list of values (rules.md#lists-12). Without this check, a list with a
 * mistyped severity would be empty, as if nothing were wrong.
 *
 * @throws OpsgraphError `invalid`, naming every unknown value and the values that are allowed
 */
export function requireKnownValues<List extends ListName>(
  list: List,
  filters: Readonly<Partial<Record<ListFilter<List>, readonly string[]>>>,
  sending: Sending = 'query',
): void {
  const closed: Readonly<Record<string, readonly string[]>> = LIST_COLUMNS[list].closed
  const faults = Object.entries<readonly string[] | undefined>(filters).flatMap(([column, values = []]) => {
    const known = closed[column]
    return known === undefined ? [] : faultsOf({ column, values, known, sending })
  })
  if (faults.length > 0) throw invalid(faults.join('; '))
}

/**
 * Checks values of one parameter that has a closed list of values.
 *
 * @throws OpsgraphError `invalid`, naming every unknown value and the values that are allowed
 */
export function requireKnown(column: string, values: readonly string[] = [], known: readonly string[]): void {
  const faults = faultsOf({ column, values, known, sending: 'query' })
  if (faults.length > 0) throw invalid(faults.join('; '))
}

interface Sent {
  readonly column: string
  readonly values: readonly string[]
  readonly known: readonly string[]
  readonly sending: Sending
}

function faultsOf({ column, values, known, sending }: Sent): readonly string[] {
  const unknown = [...new Set(values.filter((value) => !known.includes(value)))]
  if (unknown.length === 0) return []
  const named = unknown.slice(0, LONGEST).map(truncateForMessage).join(' or ')
  const message = `${column} must be one of ${known.join(', ')}, not ${named === '' ? 'empty' : named}`
  const several = unknown.flatMap((value) => (value.includes(',') ? [value.split(',').map((part) => part.trim())] : []))
  const [first] = several
  if (first === undefined) return [message]
  const example = first.slice(0, 2).map((part) => `${column}=${truncateForMessage(part)}`)
  const how = sending === 'body' ? 'send a list' : `repeat the parameter: ${example.join('&')}`
  return [`${message}; for several values, ${how}`]
}

/** A message names at most this many unknown values. */
const LONGEST = 10
