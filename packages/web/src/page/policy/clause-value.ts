import { itemsOf } from '@opsgraph/core/pure'
import type { SentClause } from './sent-filter.js'

/** Whether the value of a clause with this operator is a list. */
export function takesList(op: SentClause['op']): boolean {
  return op === 'IN' || op === 'NOT IN'
}

/**
 * Returns the clause with another operator. Its value becomes a list or a text, as the operator needs it. A number
 * becomes a text too, because `LIKE` and `~` take no number, and the other operators compare a text such as `1.5` as a
 * number.
 */
export function withOperator(clause: SentClause, op: SentClause['op']): SentClause {
  const { value } = clause
  if (takesList(op)) return { ...clause, op, value: Array.isArray(value) ? value : itemsOf(String(value)) }
  return { ...clause, op, value: Array.isArray(value) ? value.join(', ') : String(value) }
}

/**
 * Reads a list with one item per line. An empty line is an item only if the list had an empty item before. Otherwise
 * the user has only begun a new line.
 */
export function itemsOfLines(text: string, before: readonly unknown[]): readonly string[] {
  const lines = text.split('\n')
  return before.includes('') ? lines : lines.filter((line) => line !== '')
}
