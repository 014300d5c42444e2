import { isClause, type SentFilter } from './sent-filter.js'

/** Whether a filter matches every alert, because it has no clause, or only groups that have none. */
export function isEveryAlert({ operator = 'AND', clauses = [] }: SentFilter): boolean {
  if (clauses.length === 0) return true
  const isEvery = (part: (typeof clauses)[number]) => !isClause(part) && isEveryAlert(part)
  return operator === 'AND' ? clauses.every(isEvery) : clauses.some(isEvery)
}
