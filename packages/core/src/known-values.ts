import { LIST_COLUMNS, type ListFilter } from './list-columns.js'
import { invalid } from './opsgraph-error.js'
import { truncateForMessage } from './truncate-for-message.js'

type ListName = keyof typeof LIST_COLUMNS

/**
 * Checks the filters that accept only certain values (rules.md#lists-12). Without this check, a filter with a mistyped
 * severity would give an empty list, as if no item matched.
 *
 * @throws OpsgraphError `invalid`, naming every unknown value and the values that are allowed
 */
export function requireKnownValues<List extends ListName>(
  list: List,
  filters: Readonly<Partial<Record<ListFilter<List>, readonly string[]>>>,
): void {
  const allowedValues: Readonly<Record<string, readonly string[]>> = LIST_COLUMNS[list].closed
  const faults = Object.entries<readonly string[] | undefined>(filters).flatMap(([column, values]) =>
    faultsOf(column, values, allowedValues[column]),
  )
  if (faults.length > 0) throw invalid(faults.join('; '))
}

/**
 * Checks the values of a parameter that accepts only certain values.
 *
 * @throws OpsgraphError `invalid`, naming every unknown value and the values that are allowed
 */
export function requireKnownColumnValues(
  column: string,
  values: readonly string[] = [],
  allowed: readonly string[],
): void {
  const [fault] = faultsOf(column, values, allowed)
  if (fault !== undefined) throw invalid(fault)
}

function faultsOf(
  column: string,
  values: readonly string[] = [],
  allowed: readonly string[] = values,
): readonly string[] {
  const repeated = (parts: readonly string[]) => {
    const example = parts.map((part) => `${column}=${truncateForMessage(part)}`)
    return `repeat the parameter: ${example.join('&')}`
  }
  const fault = unknownFault(values, allowed, repeated)
  return fault === undefined ? [] : [`${column} ${fault}`]
}

/**
 * Returns a message about the values that are not allowed; `undefined` = all values are allowed.
 *
 * @param howToSend returns advice for a value that contains commas: how to send its parts (the first two) as several
 *   values
 */
export function unknownFault(
  values: readonly string[],
  allowed: readonly string[],
  howToSend: (parts: readonly string[]) => string,
): string | undefined {
  const unknown = [...new Set(values.filter((value) => !allowed.includes(value)))]
  if (unknown.length === 0) return undefined
  const named = unknown.slice(0, MAX_NAMED_VALUES).map(truncateForMessage).join(' or ')
  const message = `must be one of ${allowed.join(', ')}, not ${named === '' ? 'empty' : named}`
  const several = unknown.find((value) => value.includes(','))
  if (several === undefined) return message
  const parts = several.split(',', 2).map((part) => part.trim())
  return `${message}; for several values, ${howToSend(parts)}`
}

/** A message names at most this many unknown values. */
const MAX_NAMED_VALUES = 10
