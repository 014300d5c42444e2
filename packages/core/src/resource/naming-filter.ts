import { type Clause, type Filter, itemsOf } from '../filter/filter.js'
import { normalizeName } from '../name.js'
import type { ResourceKey } from '../relation/relation.js'

/** The fields of an alert that contain names of resources. */
const NAMING: ReadonlySet<string> = new Set(['resource', 'resourceParent', 'resourceChildren'])

/**
 * True if a filter names a resource exactly: a clause compares a field with the name, with `=` or `IN`. Clauses that
 * are combined with it by `AND` must not demand another environment (rules.md#resource-usage).
 */
export function namesResource({ operator, clauses }: Filter, key: ResourceKey): boolean {
  const isElsewhere =
    operator === 'AND' && clauses.some((clause) => !('clauses' in clause) && demandsOther(clause, key))
  if (isElsewhere) return false
  return clauses.some((clause) =>
    'clauses' in clause ? namesResource(clause, key) : NAMING.has(clause.key) && hasValue(clause, key.resource),
  )
}

function demandsOther(clause: Clause, { environment }: ResourceKey): boolean {
  return clause.key === 'environment' && isExact(clause) && !hasValue(clause, environment)
}

function isExact({ op }: Clause): boolean {
  return op === '=' || op === 'IN'
}

function hasValue(clause: Clause, name: string): boolean {
  if (clause.op === '=') return isName(clause.value, name)
  return clause.op === 'IN' && itemsOf(clause.value).some((item) => isName(item, name))
}

function isName(value: unknown, name: string): boolean {
  return typeof value === 'string' && normalizeName(value) === name
}
