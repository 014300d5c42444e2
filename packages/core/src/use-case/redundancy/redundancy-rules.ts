import { type Caller, requireRelationSource } from '../../access/caller.js'
import { foldCase } from '../../fold-case.js'
import { LIMITS } from '../../limits.js'
import type { ListFilter } from '../../list-columns.js'
import { normalizeName } from '../../name.js'
import { invalid, requireFound } from '../../opsgraph-error.js'
import { type ListRequest, normalizeNames, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { StoreParts } from '../../port/store.js'
import {
  REDUNDANCY_RULE,
  type RedundancyRule,
  type RedundancyRuleInput,
  readRule,
  replacesRule,
} from '../../redundancy/redundancy-rule.js'
import type { ResourceKey } from '../../relation/relation.js'
import { laterTimestamp, timestamp } from '../../timestamp.js'
import { resolveFilters, resolveName, resolveNames } from '../alias/resolve-names.js'
import { type Audited, createAuditEntries } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'

export const AUDITED_RULE: Audited<RedundancyRule> = {
  family: 'redundancy-rule',
  idOf: ({ id }) => id,
  textOf: ({ resource }, action) => `redundancy rule of ${resource} ${action}`,
  factsOf: (rule) => Object.fromEntries(REDUNDANCY_RULE.sentNames.map((name) => [name, rule[name]])),
}

/**
 * Lists redundancy rules. Default order: environment, resource (rules.md#redundancy-rules).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listRedundancyRules(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'redundancyRules'>>,
): Promise<PagedList<RedundancyRule>> {
  const { q, ...filters } = normalizeNames<ListFilter<'redundancyRules'>>(request.filters, ['environment', 'resource'])
  const query = readListQuery('redundancyRules', {
    ...request,
    filters: { ...filters, ...(q && { q: q.map(foldCase) }) },
  })
  const resolved = await resolveFilters<ListFilter<'redundancyRules'>>(store, query.filters, ['resource'])
  return pageOf(query, await store.redundancyRules.list({ ...query, filters: resolved }))
}

/**
 * Reads the redundancy rule of a resource (rules.md#redundancy-rules).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readRedundancyRule({ store }: Dependencies, key: ResourceKey): Promise<RedundancyRule> {
  return await requireRule(store, key)
}

/**
 * Sets the redundancy rule of a resource. Fields that are left out get their default values. If the stored rule has a
 * stronger source, it does not change, and is returned (rules.md#redundancy-rules).
 *
 * @throws OpsgraphError `invalid` with all faults, or if there are too many rules; `forbidden` for a source that the
 *   caller may not write
 */
export async function putRedundancyRule(
  dependencies: Dependencies,
  caller: Caller,
  { body, ...key }: ResourceKey & { readonly body: RedundancyRuleInput },
): Promise<{ readonly rule: RedundancyRule; readonly created: boolean }> {
  const sent = readRule(key, body)
  requireRelationSource(caller, sent.source)
  const entries = createAuditEntries(dependencies, caller, AUDITED_RULE)
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    const draft = (await resolveNames(parts, [sent])).resource(sent)
    const [stored] = await parts.redundancyRules.find([draft])
    if (stored !== undefined && !replacesRule(draft, stored)) return { rule: stored, created: false }
    if (stored === undefined) await requireRoomForRules(parts, 1)
    const now = timestamp(dependencies.clock())
    const rule =
      stored === undefined
        ? { ...draft, id: dependencies.newId(), createTime: now, updateTime: now }
        : { ...stored, ...draft, updateTime: laterTimestamp(stored.updateTime, now) }
    await parts.redundancyRules.save([rule])
    await parts.audit.append(...(stored === undefined ? [entries.created(rule)] : entries.updated(stored, rule)))
    return { rule, created: stored === undefined }
  })
}

/**
 * Deletes the redundancy rule of a resource (rules.md#redundancy-rules).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteRedundancyRule(
  dependencies: Dependencies,
  caller: Caller,
  key: ResourceKey,
): Promise<void> {
  await dependencies.store.transaction(async (parts) => {
    await parts.lock('policies')
    const rule = await requireRule(parts, key)
    await parts.redundancyRules.delete([rule.id])
    await parts.audit.append(createAuditEntries(dependencies, caller, AUDITED_RULE).deleted(rule))
  })
}

/** @throws OpsgraphError `invalid` if there would be more than `LIMITS.redundancyRules` rules */
export async function requireRoomForRules({ redundancyRules }: StoreParts, added: number): Promise<void> {
  if (added <= 0) return
  const { total } = await redundancyRules.list({ filters: {}, sort: undefined, page: 1, pageSize: 1 })
  if (total + added <= LIMITS.redundancyRules) return
  throw invalid(
    `there are ${total} redundancy rules, and the limit is ${LIMITS.redundancyRules}: delete rules that you do not need`,
  )
}

async function requireRule(parts: StoreParts, key: ResourceKey): Promise<RedundancyRule> {
  const named = { environment: normalizeName(key.environment), resource: normalizeName(key.resource) }
  const resource = await resolveName(parts, named)
  const [rule] = await parts.redundancyRules.find([{ ...named, resource }])
  return requireFound(rule, 'redundancy rule')
}
