import {
  type ClauseOperator,
  compileFilter,
  type GroupOperator,
  OpsgraphError,
  readFilter,
  type Scalar,
} from '@opsgraph/core/pure'
import type { Fault } from '../../api/faults.js'

/** A filter as the form sends it. It may have faults, because the form does not validate it. */
export interface SentFilter {
  readonly operator?: GroupOperator | undefined
  readonly clauses?: readonly (SentClause | SentFilter)[] | undefined
}

export interface SentClause {
  readonly key: string
  readonly op: ClauseOperator
  readonly value: Scalar | readonly Scalar[]
}

export function isClause(part: SentClause | SentFilter): part is SentClause {
  return 'key' in part
}

/** Compiles a filter with the same code as the server. Returns a function that tests an alert, or the first fault. */
export function readSent(
  filter: SentFilter,
  path: string,
): { readonly test: ReturnType<typeof compileFilter> } | { readonly fault: Fault } {
  try {
    return { test: compileFilter(readFilter(filter, path)) }
  } catch (error) {
    if (!(error instanceof OpsgraphError)) throw error
    return { fault: { path: error.message.split(' ', 1)[0] ?? path, message: error.message } }
  }
}

/** Returns the filter as one line of text, for lists. */
export function filterText({ operator = 'AND', clauses = [] }: SentFilter): string {
  if (clauses.length === 0) return 'every alert'
  return clauses.map((part) => (isClause(part) ? clauseText(part) : `(${filterText(part)})`)).join(` ${operator} `)
}

function clauseText({ key, op, value }: SentClause): string {
  return `${key} ${op} ${Array.isArray(value) ? value.join(', ') : String(value)}`
}
