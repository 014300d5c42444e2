import { type Clause, type Filter, itemsOf } from '../filter/filter.js'
import { normalizeName } from '../name.js'

/** The fields of an alert that contain names of resources. */
const NAME_FIELDS: ReadonlySet<string> = new Set(['resource', 'resourceParent', 'resourceChildren'])

/**
 * True if a filter names a resource exactly: a clause compares a field with a name of the resource, with `=` or `IN`,
 * and no other clause of an `AND` group requires another environment (rules.md#resource-usage).
 */
export function namesResource({ operator, clauses }: Filter, named: NamedResource): boolean {
  const isElsewhere =
    operator === 'AND' && clauses.some((clause) => !('clauses' in clause) && requiresOtherEnvironment(clause, named))
  if (isElsewhere) return false
  return clauses.some((clause) =>
    'clauses' in clause ? namesResource(clause, named) : NAME_FIELDS.has(clause.key) && hasValue(clause, named.names),
  )
}

/** A resource of an environment, and the names that it may have in a filter. */
export interface NamedResource {
  readonly environment: string
  readonly names: ReadonlySet<string>
}

function requiresOtherEnvironment(clause: Clause, { environment }: NamedResource): boolean {
  return clause.key === 'environment' && isExactClause(clause) && !hasValue(clause, new Set([environment]))
}

function isExactClause({ op }: Clause): boolean {
  return op === '=' || op === 'IN'
}

function hasValue(clause: Clause, names: ReadonlySet<string>): boolean {
  if (clause.op === '=') return isOneOfNames(clause.value, names)
  return clause.op === 'IN' && itemsOf(clause.value).some((item) => isOneOfNames(item, names))
}

function isOneOfNames(value: unknown, names: ReadonlySet<string>): boolean {
  return typeof value === 'string' && names.has(normalizeName(value))
}
