/** How the clauses of a group combine. */
export const GROUP_OPERATORS = ['AND', 'OR'] as const
export type GroupOperator = (typeof GROUP_OPERATORS)[number]

/** How a clause compares (rules.md#filter-operators), by what it compares with. */
export const SCALAR_OPERATORS = ['=', '!=', '<', '<=', '>', '>=', 'CONTAINS', 'NOT CONTAINS'] as const
export const PATTERN_OPERATORS = ['LIKE', 'NOT LIKE', '~', '!~'] as const
export const LIST_OPERATORS = ['IN', 'NOT IN'] as const
export const CLAUSE_OPERATORS = [...SCALAR_OPERATORS, ...PATTERN_OPERATORS, ...LIST_OPERATORS] as const
export type ClauseOperator = (typeof CLAUSE_OPERATORS)[number]

/**
 * A condition on alerts, in its one stored form: `operator` and `clauses` are always there, and a filter without
 * conditions is {@link EMPTY_FILTER}. It is plain JSON.
 */
export interface Filter {
  readonly operator: GroupOperator
  /** None = matches everything, whatever the operator. */
  readonly clauses: readonly (Clause | Filter)[]
}

/** `key` is a dotted path into the alert, `value` is as it was sent. */
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
  /** A string is a comma-separated list: {@link itemsOf}. */
  readonly value: string | readonly Scalar[]
}

export type Scalar = string | number | boolean

/** Matches every alert. */
export const EMPTY_FILTER: Filter = { operator: 'AND', clauses: [] }

/** Whether the filter sets no condition, so that it matches every alert. */
export function isEmptyFilter({ clauses }: Filter): boolean {
  return clauses.length === 0
}

/** A filter as others see it, in answers and in files: `{}` when it matches every alert (rules.md#filter-form-3). */
export type AnsweredFilter = Filter | Readonly<Record<string, never>>

export function answeredFilter(filter: Filter): AnsweredFilter {
  return isEmptyFilter(filter) ? {} : filter
}

export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** What an `IN` compares with: the list as it is, or the parts between the commas, trimmed, empty ones left out. */
export function itemsOf(value: ListClause['value']): readonly Scalar[] {
  if (typeof value !== 'string') return value
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}
