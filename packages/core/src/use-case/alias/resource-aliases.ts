import type { Caller } from '../../access/caller.js'
import { ACTIVE_STATUSES } from '../../alert/alert-status.js'
import {
  type AliasDraft,
  type AliasInput,
  type AliasKey,
  RESOURCE_ALIAS,
  type ResourceAlias,
  readAlias,
} from '../../alias/resource-alias.js'
import { LIMITS } from '../../limits.js'
import type { ListFilter } from '../../list-columns.js'
import { normalizeName } from '../../name.js'
import { invalid, OpsgraphError, requireFound } from '../../opsgraph-error.js'
import { type ListRequest, normalizeNames, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { StoreParts } from '../../port/store.js'
import { Faults } from '../../schema/body-error.js'
import { laterTimestamp, timestamp } from '../../timestamp.js'
import { type Audited, createAuditEntries } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { describeNameUses, findNearResources } from './name-uses.js'

export const AUDITED_ALIAS: Audited<ResourceAlias> = {
  family: 'resource-alias',
  idOf: ({ id }) => id,
  textOf: ({ alias, resource }, action) => `alias ${alias} of ${resource} ${action}`,
  factsOf: (alias) => Object.fromEntries(RESOURCE_ALIAS.sentNames.map((name) => [name, alias[name]])),
}

/** An alias that was set. */
export interface SetAlias {
  readonly alias: ResourceAlias
  readonly created: boolean
  /** Names in the resource graph that are near the name of the resource: they probably mean the same resource. */
  readonly near: readonly string[]
  /** The number of active alerts that still have the alias as their resource. */
  readonly activeAlerts: number
}

/**
 * Lists aliases of resources. Default order: environment, alias (rules.md#aliases).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, or an unknown sort column
 */
export async function listResourceAliases(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'aliases'>>,
): Promise<PagedList<ResourceAlias>> {
  const filters = normalizeNames<ListFilter<'aliases'>>(request.filters, ['environment', 'alias', 'resource'])
  const query = readListQuery('aliases', { ...request, filters })
  return pageOf(query, await store.aliases.list(query))
}

/**
 * Reads an alias (rules.md#aliases).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readResourceAlias({ store }: Dependencies, key: AliasKey): Promise<ResourceAlias> {
  return await requireAlias(store, key)
}

/**
 * Sets an alias of a resource. If the alias is already stored, it stands for this resource from now on
 * (rules.md#aliases).
 *
 * @throws OpsgraphError `invalid` with all faults: also for an alias of an alias, and if there are too many aliases;
 *   `conflict` if the resource graph already contains the name
 */
export async function putResourceAlias(
  dependencies: Dependencies,
  caller: Caller,
  { body, ...key }: Partial<AliasKey> & { readonly body: AliasInput },
): Promise<SetAlias> {
  const draft = readAlias(key, body)
  const entries = createAuditEntries(dependencies, caller, AUDITED_ALIAS)
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('topologies')
    await parts.lock('policies')
    await parts.lock('names')
    const stored = await requireDirectAlias(parts, draft)
    if (stored === undefined) {
      await requireFreeName(parts, draft)
      await requireRoomForAliases(parts)
    }
    const now = timestamp(dependencies.clock())
    const alias =
      stored === undefined
        ? { ...draft, id: dependencies.newId(), createTime: now, updateTime: now }
        : { ...stored, ...draft, updateTime: laterTimestamp(stored.updateTime, now) }
    await parts.aliases.save([alias])
    await parts.audit.append(...(stored === undefined ? [entries.created(alias)] : entries.updated(stored, alias)))
    const near = await findNearResources(parts, draft, [draft.alias])
    return { alias, created: stored === undefined, near, activeAlerts: await countActiveAlertsOfAlias(parts, draft) }
  })
}

/**
 * Deletes an alias (rules.md#aliases). Data that was stored under the name of the resource does not change.
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteResourceAlias(dependencies: Dependencies, caller: Caller, key: AliasKey): Promise<void> {
  await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    const alias = await requireAlias(parts, key)
    await parts.aliases.delete([alias.id])
    await parts.audit.append(createAuditEntries(dependencies, caller, AUDITED_ALIAS).deleted(alias))
  })
}

/**
 * Returns the stored alias with the same name.
 *
 * @throws OpsgraphError `invalid` if the alias would lead to another alias, or another alias to it; `conflict` if the
 *   resource graph contains the name
 */
async function requireDirectAlias(
  parts: StoreParts,
  { environment, alias, resource }: AliasDraft,
): Promise<ResourceAlias | undefined> {
  const found = await parts.aliases.find([
    { environment, alias },
    { environment, alias: resource },
  ])
  const target = found.find((other) => other.alias === resource)
  const [own] = await parts.aliases.of([{ environment, resource: alias }])
  const faults = new Faults()
  if (target !== undefined) {
    const end = target.resource === alias ? ', which would be a circle' : `: name ${target.resource}`
    faults.add('resource', `(${resource}) is itself an alias of ${target.resource}${end}`)
  } else if (own !== undefined) {
    // Checked first: if the resource graph contains the name, it would not help to follow the advice below.
    await requireFreeName(parts, { environment, alias, resource })
    faults.add('alias', `(${alias}) has an alias itself, ${own.alias}: let that one mean ${resource} first`)
  }
  faults.throwIfAny()
  return found.find((other) => other.alias === alias)
}

/** @throws OpsgraphError `conflict` if the resource graph contains a resource of this name */
async function requireFreeName(parts: StoreParts, { environment, alias, resource }: AliasDraft): Promise<void> {
  const uses = await describeNameUses(parts, { environment, resource: alias })
  if (uses === '') return
  throw new OpsgraphError(
    'conflict',
    `${alias} is a resource of the graph (${uses}), so it cannot be an alias: rename it to ${resource} instead`,
  )
}

/** @throws OpsgraphError `invalid` if a further alias would exceed `LIMITS.aliases` */
export async function requireRoomForAliases({ aliases }: StoreParts): Promise<void> {
  const total = await aliases.count()
  if (total < LIMITS.aliases) return
  throw invalid(`there are ${total} aliases, and the limit is ${LIMITS.aliases}: delete aliases that you do not need`)
}

/** The number of active alerts that have the alias as their resource. */
async function countActiveAlertsOfAlias({ alerts }: StoreParts, { environment, alias }: AliasKey): Promise<number> {
  const filters = { environment: [environment], resource: [alias], status: ACTIVE_STATUSES }
  return (await alerts.list({ filters, sort: undefined, page: 1, pageSize: 1 })).total
}

async function requireAlias({ aliases }: StoreParts, key: AliasKey): Promise<ResourceAlias> {
  const named = { environment: normalizeName(key.environment), alias: normalizeName(key.alias) }
  const [alias] = await aliases.find([named])
  return requireFound(alias, 'alias')
}
