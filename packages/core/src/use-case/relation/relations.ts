import { type Caller, requireRelationSource } from '../../access/caller.js'
import type { JsonObject } from '../../json-value.js'
import { LIMITS } from '../../limits.js'
import type { ListFilter } from '../../list-columns.js'
import { invalid, requireFound } from '../../opsgraph-error.js'
import { type ListRequest, normalizeNames, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { RelationChoice, StaleRelations } from '../../port/relation-store.js'
import type { StoreParts } from '../../port/store.js'
import {
  type RelationSelection,
  type RelationsInput,
  readRelation,
  readRelationSelection,
  readRelations,
} from '../../relation/read-relation.js'
import { RELATION, type Relation, type RelationDraft, type RelationInput } from '../../relation/relation.js'
import { type RelationClaim, SOURCES_THAT_NEVER_EXPIRE, strongestFirst } from '../../relation/relation-claim.js'
import { Faults } from '../../schema/body-error.js'
import { daysBefore } from '../../timestamp.js'
import { readResolvedNames, relationEnds, resolveFilters, resolveNames } from '../alias/resolve-names.js'
import { auditEntry, factsOfFields } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'
import { readInPages } from '../file/read-in-pages.js'
import { toRelations } from './to-relations.js'

/** Selects the relations of a list. */
interface RelationListChoice extends Pick<ListRequest<ListFilter<'relations'>>, 'filters'> {
  /** If true, only relations that no source has confirmed for `staleAfter` days. */
  readonly stale?: boolean | undefined
  /** The number of days without a confirmation after which a relation is stale; default: 30. */
  readonly staleAfter?: number | undefined
}

type RelationListRequest = RelationListChoice & ListRequest<ListFilter<'relations'>>

/**
 * Lists stored relations. Default order: environment, resource, parent (rules.md#listing-relations).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listRelations(
  dependencies: Dependencies,
  { stale, staleAfter, ...request }: RelationListRequest,
): Promise<PagedList<Relation>> {
  const query = readListQuery('relations', {
    ...request,
    filters: normalizeNames(request.filters, ['environment', 'resource', 'parent']),
  })
  const choice = await readChoice(dependencies, { stale, staleAfter, filters: query.filters })
  return pageOf(query, await dependencies.store.relations.list({ ...query, filters: choice.filters }, choice.stale))
}

/** The number of relations on one page. Reading them takes some milliseconds. */
const RELATIONS_AT_ONCE = 2_000

/**
 * Returns all relations that {@link listRelations} lists in its default order, page by page (rules.md#csv-lists).
 *
 * @throws OpsgraphError `invalid` for an unknown value
 */
export async function streamRelations(
  dependencies: Dependencies,
  { stale, staleAfter, filters: sent }: RelationListChoice,
): Promise<AsyncIterable<readonly Relation[]>> {
  const { filters } = readListQuery('relations', {
    filters: normalizeNames(sent, ['environment', 'resource', 'parent']),
  })
  const choice = await readChoice(dependencies, { stale, staleAfter, filters })
  const { relations } = dependencies.store
  return await readInPages(RELATIONS_AT_ONCE, (last?: Relation) => relations.after(last, RELATIONS_AT_ONCE, choice))
}

async function readChoice(
  { store, clock }: Dependencies,
  { stale = false, staleAfter, filters: named = {} }: RelationListChoice,
): Promise<RelationChoice> {
  const selection = readStale(clock(), staleAfter)
  if (!stale && staleAfter !== undefined) throw invalid('staleAfter needs stale=true')
  const filters = await resolveFilters<ListFilter<'relations'>>(store, named, ['resource', 'parent'])
  return stale ? { filters, stale: selection } : { filters }
}

/**
 * Selects relations that no source has confirmed for `staleAfter` days.
 *
 * @param staleAfter `undefined` = the default
 * @throws OpsgraphError `invalid` if the number of days is out of range
 */
export function readStale(now: Date, staleAfter: number | undefined): StaleRelations {
  const { min, max, default: usual } = LIMITS.staleAfterDays
  const days = staleAfter ?? usual
  if (!Number.isSafeInteger(days) || days < min || days > max) {
    throw invalid(`staleAfter must be a whole number of days from ${min} to ${max}`)
  }
  return { before: daysBefore(now, days), lasting: SOURCES_THAT_NEVER_EXPIRE }
}

/**
 * Lists the claims of a stored relation, strongest first (rules.md#relation-claims).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readRelationClaims({ store }: Dependencies, id: string): Promise<readonly RelationClaim[]> {
  return await store.snapshot(async ({ relations }) => {
    const relation = requireFound(await relations.read(id), 'relation')
    return strongestFirst(relation, await relations.claims([relation]))
  })
}

/**
 * Adds a relation, or updates the stored relation with the same key, and returns the stored relation
 * (rules.md#writing-relations). If the stored relation has a stronger source, it keeps this source.
 *
 * @throws OpsgraphError `invalid`, naming the field; `forbidden` for a source that the caller may not write
 */
export async function putRelation(
  dependencies: Dependencies,
  caller: Caller,
  relation: RelationInput,
): Promise<Relation> {
  const sent = readRelation(relation)
  requireRelationSource(caller, sent.source)
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('names', 'shared')
    const drafts = await resolveRelations(parts, [sent], () => '')
    await parts.relations.upsert(await toRelations(dependencies, drafts))
    const [stored] = await parts.relations.find(drafts)
    if (stored === undefined) throw new Error('the relation just stored is not there')
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'resource-relation-created',
        resourceId: stored.id,
        text: `${stored.resource} has parent ${stored.parent}`,
        attributes: relationFacts(stored),
      }),
    )
    return stored
  })
}

/**
 * Adds many relations, and updates those that are already stored. If one relation is refused, nothing is written
 * (rules.md#writing-many-relations).
 *
 * @throws OpsgraphError `invalid`, naming the item's index; `forbidden` for a source that the caller may not write
 */
export async function putRelations(
  dependencies: Dependencies,
  caller: Caller,
  relations: RelationsInput,
): Promise<{ inserted: number; updated: number }> {
  const drafts = readRelations(relations)
  for (const { source } of drafts.slice(0, 1)) requireRelationSource(caller, source)
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('names', 'shared')
    const resolved = await resolveRelations(parts, drafts, (index) => `relations[${index}].`)
    const counts = await parts.relations.upsert(await toRelations(dependencies, resolved))
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'resource-relations-bulk',
        resourceId: null,
        text: `${counts.inserted} relations inserted, ${counts.updated} updated`,
        attributes: counts,
      }),
    )
    return counts
  })
}

/**
 * Deletes one relation (rules.md#deleting-relations-1).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteRelation(dependencies: Dependencies, caller: Caller, id: string): Promise<void> {
  await dependencies.store.transaction(async (parts) => {
    await parts.lock('names', 'shared')
    const relation = requireFound(await parts.relations.delete(id), 'relation')
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'resource-relation-deleted',
        resourceId: id,
        text: `${relation.resource} no longer has parent ${relation.parent}`,
        attributes: relationFacts(relation),
      }),
    )
  })
}

/**
 * Deletes the relations that have the resource as the child and that match all other given fields
 * (rules.md#deleting-relations-2).
 *
 * @returns the number of deleted relations
 * @throws OpsgraphError `invalid` if `resource` is missing or `source` is not a relation source
 */
export async function deleteRelationsOf(
  dependencies: Dependencies,
  caller: Caller,
  selection: RelationSelection,
): Promise<number> {
  const selected = readRelationSelection(selection)
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('names', 'shared')
    const { environment, resource, parent } = selected
    const resourceNames = [resource, ...(parent === undefined ? [] : [parent])]
    const names = await readResolvedNames(
      parts,
      resourceNames.map((name) => ({ environment, resource: name })),
    )
    const deleted = await parts.relations.deleteOf({
      ...selected,
      resource: names.of(environment, resource),
      parent: parent && names.of(environment, parent),
    })
    await parts.audit.append(
      auditEntry(dependencies, caller, {
        event: 'resource-relation-deleted',
        resourceId: null,
        text: `${deleted} relations of ${selected.resource} deleted`,
        attributes: {
          ...Object.fromEntries(Object.entries(selected).map(([name, value]) => [name, value ?? null])),
          deleted,
        },
      }),
    )
    return deleted
  })
}

/** The fields of a relation that audit entries contain. */
function relationFacts(relation: Relation): JsonObject {
  return factsOfFields<Relation & { readonly filters?: undefined }>(RELATION.sentNames)(relation) as JsonObject
}

/**
 * Replaces aliases in relations (rules.md#aliases-4).
 *
 * @param pathOf returns the beginning of the path of a relation in the body, such as `relations[3].`
 * @throws OpsgraphError `invalid` if both ends of a relation are names of the same resource
 */
async function resolveRelations(
  parts: Pick<StoreParts, 'aliases'>,
  drafts: readonly RelationDraft[],
  pathOf: (index: number) => string,
): Promise<readonly RelationDraft[]> {
  const names = await resolveNames(parts, relationEnds(drafts))
  if (names.isEmpty) return drafts
  const faults = new Faults()
  const resolved = drafts.map((draft, index) => {
    const relation = names.relation(draft)
    if (relation.resource === relation.parent) {
      const { resource } = relation
      faults.add(
        `${pathOf(index)}parent`,
        `must differ from resource: ${draft.resource} and ${draft.parent} are names of ${resource}`,
      )
    }
    return relation
  })
  faults.throwIfAny()
  return resolved
}
