import type { Alert } from '../../alert/alert.js'
import { ACTIVE_STATUSES } from '../../alert/alert-status.js'
import { showAlert } from '../../alert/shown-alert.js'
import type { Filter } from '../../filter/filter.js'
import { LIMITS } from '../../limits.js'
import type { ListFilter } from '../../list-columns.js'
import type { MaintenanceWindow } from '../../maintenance/maintenance-window.js'
import { compareNames, normalizeName } from '../../name.js'
import { invalid, requireFound } from '../../opsgraph-error.js'
import { type ListRequest, normalizeNames, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { CountedResource, ResourceChoice } from '../../port/resource-store.js'
import type { StoreParts } from '../../port/store.js'
import type { RedundancyRule } from '../../redundancy/redundancy-rule.js'
import { compareKeys, type Relation, type ResourceKey, resourceKey } from '../../relation/relation.js'
import { namesResource } from '../../resource/naming-filter.js'
import { timestamp } from '../../timestamp.js'
import { resolveName } from '../alias/resolve-names.js'
import type { Dependencies } from '../dependencies.js'
import { readInPages } from '../file/read-in-pages.js'
import { readStale } from '../relation/relations.js'

/** Selects the resources of a list. */
interface ResourcesChoice extends Pick<ListRequest<ListFilter<'resources'>>, 'filters'> {
  /** `true` = only resources that neither a relation nor a node names; `false` = all other resources. Default: both. */
  readonly orphan?: boolean | undefined
  /**
   * `true` = only resources none of whose relations was confirmed for `staleAfter` days; `false` = all others. Default:
   * both.
   */
  readonly stale?: boolean | undefined
  /** The number of days without a confirmation after which a relation is stale; default: 30. */
  readonly staleAfter?: number | undefined
}

type ResourcesRequest = ResourcesChoice & ListRequest<ListFilter<'resources'>>

/**
 * Lists resources, with the number of relations, nodes and other data that name each of them. Order: environment,
 * resource (rules.md#listing-resources).
 *
 * @throws OpsgraphError `invalid` for an invalid page, page size or number of days
 */
export async function listResources(
  dependencies: Dependencies,
  { orphan, stale, staleAfter, ...request }: ResourcesRequest,
): Promise<PagedList<CountedResource>> {
  const filters = normalizeNames<ListFilter<'resources'>>(request.filters, ['environment'])
  const query = readListQuery('resources', { ...request, filters })
  const choice = readChoice(dependencies, { orphan, stale, staleAfter, filters: query.filters })
  return await dependencies.store.snapshot(async ({ resources }) => {
    const { page, pageSize } = query
    const { items, total } = await resources.list({ ...choice, page, pageSize })
    return pageOf(query, { items: await countNames(resources, items), total })
  })
}

/** The number of resources on one page. It is high, because finding a page takes time linear in the stored data. */
const RESOURCES_AT_ONCE = 10_000

/**
 * Returns all resources that {@link listResources} lists, page by page (rules.md#csv-lists).
 *
 * @throws OpsgraphError `invalid` for an invalid number of days
 */
export async function streamResources(
  dependencies: Dependencies,
  { filters: sent, ...chosen }: ResourcesChoice,
): Promise<AsyncIterable<readonly CountedResource[]>> {
  const named = normalizeNames<ListFilter<'resources'>>(sent, ['environment'])
  const { filters } = readListQuery('resources', { filters: named })
  const choice = readChoice(dependencies, { ...chosen, filters })
  return await readInPages(RESOURCES_AT_ONCE, (last?: CountedResource) =>
    dependencies.store.snapshot(async ({ resources }) =>
      countNames(resources, await resources.after(last, RESOURCES_AT_ONCE, choice)),
    ),
  )
}

async function countNames(
  resources: StoreParts['resources'],
  names: readonly ResourceKey[],
): Promise<readonly CountedResource[]> {
  const found = new Map((await resources.find(names)).map((resource) => [resourceKey(resource), resource]))
  return names.flatMap((name) => found.get(resourceKey(name)) ?? [])
}

function readChoice(
  { clock }: Dependencies,
  { filters = {}, orphan, stale, staleAfter }: ResourcesChoice,
): ResourceChoice {
  const selection = readStale(clock(), staleAfter)
  if (stale === undefined && staleAfter !== undefined) throw invalid('staleAfter needs stale')
  return { filters, orphan, stale: stale === undefined ? undefined : { ...selection, wanted: stale } }
}

/** Everything that names a resource. Each list has at most `LIMITS.usage` items; `counts` has the total numbers. */
export interface ResourceUsage extends ResourceKey {
  readonly counts: Omit<CountedResource, keyof ResourceKey>
  /** The relations that have the resource as the child. */
  readonly parents: readonly Relation[]
  /** The relations that have the resource as the parent. */
  readonly children: readonly Relation[]
  readonly nodes: readonly UsingNode[]
  readonly rule: RedundancyRule | null
  /** The other names of the resource. */
  readonly aliases: readonly string[]
  /** The active alerts of the resource, oldest first. */
  readonly alerts: readonly Alert[]
  /** The policies whose filters name exactly this resource, and the relation policies with this parent. */
  readonly policies: readonly UsingPolicy[]
  /** The maintenance windows that are not over and whose filters name exactly this resource. */
  readonly maintenance: readonly Pick<MaintenanceWindow, 'id' | 'name'>[]
}

export interface UsingNode {
  readonly topologyId: string
  readonly topologyName: string
  readonly service: string
  readonly nodeId: string
}

export interface UsingPolicy {
  readonly kind: 'weight' | 'relation' | 'alert'
  readonly id: string
  readonly name: string
}

/**
 * Reads everything that names a resource (rules.md#resource-usage).
 *
 * @throws OpsgraphError `notFound` if nothing names the resource
 */
export async function readResourceUsage(
  { store, clock, graphSemaphore }: Dependencies,
  sent: ResourceKey,
): Promise<ResourceUsage> {
  const named = { environment: normalizeName(sent.environment), resource: normalizeName(sent.resource) }
  const now = timestamp(clock())
  return await graphSemaphore.pass(() =>
    store.snapshot(async (parts) => {
      const key = { ...named, resource: await resolveName(parts, named) }
      const [found] = await parts.resources.find([key])
      const resourceText = `resource ${named.resource} in environment "${named.environment}"`
      const { environment, resource, ...counts } = requireFound(found, resourceText)
      const around = await parts.relations.around(environment, resource)
      const [rule = null] = await parts.redundancyRules.find([key])
      const aliases = (await parts.aliases.of([key])).map(({ alias }) => alias).toSorted(compareNames)
      return {
        environment,
        resource,
        counts,
        parents: around.parents.toSorted(compareKeys).slice(0, LIMITS.usage),
        children: around.children.toSorted(compareKeys).slice(0, LIMITS.usage),
        nodes: await usingNodes(parts, key),
        rule,
        aliases: aliases.slice(0, LIMITS.usage),
        alerts: (await readActiveAlerts(parts, [key])).items.map(showAlert),
        policies: (await usingPolicies(parts, key, aliases)).slice(0, LIMITS.usage),
        maintenance: (await parts.maintenance.pending(now))
          .filter(({ filters }) => namesResource(filters, { environment, names: new Set([resource]) }))
          .map(({ id, name }) => ({ id, name }))
          .slice(0, LIMITS.usage),
      }
    }),
  )
}

/** The first active alerts of some resources of one environment, oldest first, and the number of all of them. */
export async function readActiveAlerts({ alerts }: StoreParts, resources: readonly ResourceKey[]) {
  const filters = {
    environment: [...new Set(resources.map(({ environment }) => environment))],
    resource: resources.map(({ resource }) => resource),
    status: ACTIVE_STATUSES,
  }
  return await alerts.list({ filters, sort: undefined, page: 1, pageSize: LIMITS.usage })
}

async function usingNodes({ topologies }: StoreParts, key: ResourceKey): Promise<readonly UsingNode[]> {
  const drawing = await topologies.find((await topologies.idsDrawing([key])).slice(0, LIMITS.usage))
  const found = drawing
    .toSorted((left, right) => compareNames(left.service, right.service) || compareNames(left.id, right.id))
    .flatMap(({ id: topologyId, name: topologyName, service, nodes }) =>
      nodes
        .filter(({ environment, resource }) => environment === key.environment && resource === key.resource)
        .map(({ id: nodeId }) => ({ topologyId, topologyName, service, nodeId })),
    )
  return found.slice(0, LIMITS.usage)
}

/**
 * The policies that name the resource. For alert policies, and for parents of relation policies, its aliases count too:
 * alert policies see names as they arrive, and aliases in parents are replaced when alerts arrive. All other filters
 * see only stored names (rules.md#aliases-6).
 */
async function usingPolicies(
  { weightPolicies, relationPolicies, alertPolicies }: StoreParts,
  key: ResourceKey,
  aliases: readonly string[],
): Promise<readonly UsingPolicy[]> {
  const { environment } = key
  const every = { filters: {}, sort: undefined, page: 1, pageSize: LIMITS.policies }
  const names = new Set([key.resource, ...aliases])
  const stored = { environment, names: new Set([key.resource]) }
  const isNaming = ({ filters }: { readonly filters: Filter }) => namesResource(filters, stored)
  const isNamingOnArrival = ({ filters }: { readonly filters: Filter }) =>
    namesResource(filters, { environment, names })
  const asUsing = (kind: UsingPolicy['kind'], policies: readonly Omit<UsingPolicy, 'kind'>[]) =>
    policies.map(({ id, name }) => ({ kind, id, name }))
  return [
    ...asUsing('weight', (await weightPolicies.list(every)).items.filter(isNaming)),
    ...asUsing(
      'relation',
      (await relationPolicies.list(every)).items.filter((policy) => names.has(policy.parent) || isNaming(policy)),
    ),
    ...asUsing('alert', (await alertPolicies.list(every)).items.filter(isNamingOnArrival)),
  ]
}
