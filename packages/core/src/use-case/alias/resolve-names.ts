import { type NamingAlert, ResolvedNames } from '../../alias/resolved-names.js'
import type { AliasKey } from '../../alias/resource-alias.js'
import { groupBy } from '../../group-by.js'
import { LIMITS } from '../../limits.js'
import type { Filters } from '../../page.js'
import type { StoreParts } from '../../port/store.js'
import { type RelationKey, type ResourceKey, resourceKey } from '../../relation/relation.js'

type AliasParts = Pick<StoreParts, 'aliases'>

/**
 * Reads which of these names are aliases, and of which resources (rules.md#aliases-4). Costs one short statement if
 * there are no aliases, otherwise two, regardless of the number of names.
 */
export async function resolveNames(parts: AliasParts, names: Iterable<ResourceKey>): Promise<ResolvedNames> {
  return (await parts.aliases.any()) ? await readResolvedNames(parts, names) : ResolvedNames.NONE
}

/**
 * Like {@link resolveNames}, but without the short statement that finds out whether there are aliases. Costs one
 * statement.
 */
export async function readResolvedNames({ aliases }: AliasParts, names: Iterable<ResourceKey>): Promise<ResolvedNames> {
  const keys = new Map<string, AliasKey>()
  for (const named of names) {
    const key = resourceKey(named)
    if (!keys.has(key)) keys.set(key, { environment: named.environment, alias: named.resource })
  }
  if (keys.size === 0) return ResolvedNames.NONE
  const found = await aliases.find([...keys.values()])
  return found.length === 0 ? ResolvedNames.NONE : new ResolvedNames(found)
}

/** For each name, the resources of which it is an alias, in all environments. Costs one statement. */
export async function readResolvedNamesAnywhere(
  { aliases }: AliasParts,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const filters = { alias: [...new Set(names)] }
  const { items } = await aliases.list({ filters, sort: undefined, page: 1, pageSize: LIMITS.aliases })
  const found = groupBy(items, ({ alias }) => alias)
  return new Map(Array.from(found, ([name, meant]) => [name, meant.map(({ resource }) => resource)]))
}

/** The resources at both ends of relations. */
export function* relationEnds(relations: Iterable<RelationKey>): Generator<ResourceKey> {
  for (const { environment, resource, parent } of relations) {
    yield { environment, resource }
    yield { environment, resource: parent }
  }
}

/** The names of resources in alerts. */
export function* namesInAlerts(alerts: Iterable<NamingAlert>): Generator<ResourceKey> {
  for (const { environment, resource, resourceParent, resourceChildren } of alerts) {
    yield { environment, resource }
    if (resourceParent !== null) yield { environment, resource: resourceParent }
    for (const child of resourceChildren) yield { environment, resource: child }
  }
}

/** The resource of which a name is an alias, or the name itself. */
export async function resolveName(parts: AliasParts, named: ResourceKey): Promise<string> {
  return (await readResolvedNames(parts, [named])).of(named.environment, named.resource)
}

/**
 * Extends filters whose `columns` contain names of resources: if a value is an alias, adds the resource of which it is
 * an alias, in the environments of the filter. Costs one statement if there is such a filter.
 */
export async function resolveFilters<Column extends string>(
  { aliases }: AliasParts,
  filters: Filters<Column>,
  columns: readonly Column[],
): Promise<Filters<Column>> {
  const names = [...new Set(columns.flatMap((column) => filters[column] ?? []))]
  if (names.length === 0) return filters
  const { environment } = filters as Filters<'environment'>
  const { items } = await aliases.list({
    filters: { alias: names, ...(environment && { environment }) },
    sort: undefined,
    page: 1,
    pageSize: MAX_FOUND_ALIASES,
  })
  if (items.length === 0) return filters
  const resolved = columns.flatMap((column) => {
    const values = filters[column]
    if (values === undefined) return []
    const meant = items.filter(({ alias }) => values.includes(alias)).map(({ resource }) => resource)
    return [[column, [...new Set([...values, ...meant])]] as const]
  })
  return { ...filters, ...Object.fromEntries(resolved) }
}

/** At most this many aliases are read. That is enough: the same name is an alias in only a few environments. */
const MAX_FOUND_ALIASES = 1_000
