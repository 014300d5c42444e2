import type { WorkMeter } from '../work-meter.js'

/** How the clauses of a group are combined. */
export const GROUP_OPERATORS = ['AND', 'OR'] as const
export type GroupOperator = (typeof GROUP_OPERATORS)[number]

/** The operators of clauses (rules.md#filter-operators), grouped by the type of value that they take. */
export const SCALAR_OPERATORS = ['=', '!=', '<', '<=', '>', '>=', 'CONTAINS', 'NOT CONTAINS'] as const
export const PATTERN_OPERATORS = ['LIKE', 'NOT LIKE', '~', '!~'] as const
export const LIST_OPERATORS = ['IN', 'NOT IN'] as const
export const CLAUSE_OPERATORS = [...SCALAR_OPERATORS, ...PATTERN_OPERATORS, ...LIST_OPERATORS] as const

/**
 * A condition on alerts, as it is stored: plain JSON that always has `operator` and `clauses`. A filter without
 * conditions is {@link EMPTY_FILTER}.
 */
export interface Filter {
  readonly operator: GroupOperator
  /** If the list is empty, the filter matches everything, whichever operator it has. */
  readonly clauses: readonly (Clause | Filter)[]
}

/** One comparison. `key` is a dotted path into the alert; `value` is stored as it was sent. */
export type Clause = ScalarClause | PatternClause | ListClause

export interface ScalarClause {
  readonly key: string
  readonly op: (typeof SCALAR_OPERATORS)[number]
  readonly value: Scalar
}

export interface PatternClause {
  readonly key: string
  readonly op: (typeof PATTERN_OPERATORS)[number]
  readonly value: string
}

export interface ListClause {
  readonly key: string
  readonly op: (typeof LIST_OPERATORS)[number]
  /** A string is a comma-separated list; see {@link itemsOf}. */
  readonly value: string | readonly Scalar[]
}

export type Scalar = string | number | boolean

/** The filter that matches every alert. */
export const EMPTY_FILTER: Filter = { operator: 'AND', clauses: [] }

/** True if the filter has no conditions and matches every alert. */
export function isEmptyFilter({ clauses }: Filter): boolean {
  return clauses.length === 0
}

/** True if the filter matches every alert, because it has no clause, or only groups that have none. */
export function matchesEverything({ operator, clauses }: Filter): boolean {
  const isEvery = (part: Clause | Filter) => 'clauses' in part && matchesEverything(part)
  if (clauses.length === 0) return true
  return operator === 'AND' ? clauses.every(isEvery) : clauses.some(isEvery)
}

/** A filter as responses and files show it: `{}` if it matches every alert (rules.md#filter-form-3). */
export type AnsweredFilter = Filter | Readonly<Record<string, never>>

export function answeredFilter(filter: Filter): AnsweredFilter {
  return isEmptyFilter(filter) ? {} : filter
}

export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/**
 * The scalars of a field; if the field is a list, those of all its elements, including elements of nested lists. Counts
 * a step for each element.
 */
export function scalarsOf(field: unknown, meter: WorkMeter): readonly Scalar[] {
  if (isScalar(field)) return [field]
  if (!Array.isArray(field)) return []
  meter.count(field.length)
  return field.every(isScalar) ? field : field.flatMap((element) => scalarsOf(element, meter))
}

/** The items of an `IN` clause: the list, or the parts of a comma-separated string, trimmed and without empty parts. */
export function itemsOf(value: ListClause['value']): readonly Scalar[] {
  if (typeof value !== 'string') return value
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
