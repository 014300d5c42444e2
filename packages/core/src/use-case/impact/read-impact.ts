import type { Alert } from '../../alert/alert.js'
import { isActive } from '../../alert/alert-status.js'
import { foldCase } from '../../fold-case.js'
import { AncestorWalk, findLevels } from '../../impact/ancestor-walk.js'
import type { ServiceCause } from '../../impact/explain-services.js'
import { type ImpactAlert, toImpactAlert } from '../../impact/impact-alert.js'
import type { Impact, ImpactOfAlert } from '../../impact/impact-search.js'
import { MAX_NEAR_NAMES_READ } from '../../impact/near-names.js'
import type { ServiceImpact } from '../../impact/service-impact.js'
import { TopologyIndex } from '../../impact/topology-index.js'
import { unknownNamesIfAny } from '../../impact/unknown-names.js'
import { type MissedTopologies, type UnreachedAlert, UnreachedSearch } from '../../impact/unreached-search.js'
import { inactiveAlertReason, type WhyNot } from '../../impact/why-not.js'
import type { ListFilter } from '../../list-columns.js'
import { normalizeName } from '../../name.js'
import { notFound, requireFound } from '../../opsgraph-error.js'
import { type ListQuery, type ListRequest, normalizeNames, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { NodeLookup } from '../../topology/assignment/node-lookup.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { runWalks } from '../relation/traverse.js'
import { readCurrentImpact } from './current-impact.js'
import type { ImpactPage, UnreachedReason } from './impact-cache.js'
import { readWindowsInEffect, WindowEnds } from './listed-windows.js'

/** The maximum number of alerts that an answer lists because they reach no service. */
const MAX_UNREACHED_SHOWN = 50
/** The maximum number of different pages that are cached until the impact changes. */
const MAX_CACHED_PAGES = 20

export interface ImpactRequest extends Omit<ListRequest<ListFilter<'impact'>>, 'sortBy'> {
  /** If false, the result contains only services that alerts affect. Default: true. */
  readonly healthy?: boolean | undefined
  /** If true, the newest of equally ranked root causes come first, otherwise the oldest. Default: false. */
  readonly newest?: boolean | undefined
}

/**
 * Lists services with how badly active alerts affect them, and with the root causes (rules.md#impact).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, or an unknown severity
 */
export async function readImpact(dependencies: Dependencies, request: ImpactRequest = {}): Promise<ImpactPage> {
  const query = readListQuery('impact', { ...request, filters: normalizeNames(request.filters, ['service', 'owner']) })
  const { healthy = true, newest = false } = request
  return await readCurrentImpact(dependencies, async ({ impact, pages }) => {
    const key = JSON.stringify([query, healthy, newest])
    const inEffect = await readWindowsInEffect(dependencies, impact)
    const cached = pages.get(key)
    if (cached?.inEffect === inEffect) return cached.page
    const ends = new WindowEnds(inEffect)
    const reasons = await unreachedReasons(dependencies, impact)
    const page = await readPage(impact, { ...query, healthy, newest }, { ends, reasons })
    if (pages.size >= MAX_CACHED_PAGES) pages.clear()
    pages.set(key, { page, inEffect })
    return page
  })
}

interface PageQuery extends ListQuery<ListFilter<'impact'>, never> {
  readonly healthy: boolean
  readonly newest: boolean
}

/** Caches, for each impact, why alerts reach no service, because every page contains these reasons. */
const cachedReasons = new WeakMap<Impact, Promise<readonly UnreachedReason[]>>()

async function unreachedReasons(dependencies: Dependencies, impact: Impact): Promise<readonly UnreachedReason[]> {
  const shown = impact.unreached.slice(0, MAX_UNREACHED_SHOWN)
  const named = (found: readonly WhyNot[]) => found.map((why, at) => ({ alertId: shown[at]?.id as string, ...why }))
  const reasons = cachedReasons.get(impact) ?? readUnreachedReasons(dependencies, impact, shown).then(named)
  cachedReasons.set(impact, reasons)
  try {
    return await reasons
  } catch (error) {
    cachedReasons.delete(impact)
    throw error
  }
}

interface PageParts {
  readonly ends: WindowEnds
  readonly reasons: readonly UnreachedReason[]
}

async function readPage(impact: Impact, query: PageQuery, { ends, reasons }: PageParts): Promise<ImpactPage> {
  const listed = impact.services.filter(createImpactTest(query.filters, query.healthy))
  const page = listed.slice((query.page - 1) * query.pageSize, query.page * query.pageSize)
  const explained = await runWithPauses(impact.explain(page, query.newest))
  const items = explained.map(({ windows, ...service }) => ({ ...service, ...ends.listed(windows) }))
  const alertIds = reasons.map(({ alertId }) => alertId)
  const { service: services = [], owner: owners = [] } = query.filters
  const unknown = unknownNamesIfAny({ services, owners }, impact.services)
  return {
    ...pageOf(query, { items, total: listed.length }),
    unreached: { total: impact.unreached.length, alertIds, reasons },
    silencedCount: impact.silencedCount,
    ...ends.listed(impact.windows),
    ...(unknown && { unknown }),
  }
}

function createImpactTest({ severity, service, owner, q }: NonNullable<ImpactRequest['filters']>, healthy: boolean) {
  const parts = q?.map(foldCase)
  return (impact: ServiceImpact): boolean =>
    (healthy || impact.severity !== null) &&
    (severity === undefined || (impact.severity !== null && severity.includes(impact.severity))) &&
    (service?.includes(impact.service) ?? true) &&
    (owner?.includes(impact.owner) ?? true) &&
    (parts?.some((part) => [impact.service, impact.name].some((text) => foldCase(text).includes(part))) ?? true)
}

export interface RootCausesRequest extends Pick<ListRequest<never>, 'page' | 'pageSize'> {
  readonly service: string
  /** If true, the newest of equally ranked root causes come first, otherwise the oldest. Default: false. */
  readonly newest?: boolean | undefined
}

/**
 * Lists all root causes of the impact on a service, page by page (rules.md#impact-on-services-13).
 *
 * @throws OpsgraphError `notFound` if there is no such service; `invalid` for an invalid page or page size
 */
export async function listRootCauses(
  dependencies: Dependencies,
  { service, newest = false, ...paging }: RootCausesRequest,
): Promise<PagedList<ServiceCause>> {
  const query = readListQuery('impact', paging)
  const name = normalizeName(service)
  return await readCurrentImpact(dependencies, async ({ impact }) => {
    const found = requireFound(
      impact.services.find((each) => each.service === name),
      'service',
    )
    const part = { newest, from: (query.page - 1) * query.pageSize, to: query.page * query.pageSize }
    return pageOf(query, await runWithPauses(impact.causesOf(found, part)))
  })
}

const NO_IMPACT: ImpactOfAlert = { services: [], explainedBy: [], explains: [], circle: [] }

/**
 * The impact of an alert. If the request names a service, `why` says why the alert does not affect it; `null` = it
 * does.
 */
export interface AlertImpact extends ImpactOfAlert {
  readonly why?: WhyNot | null
}

/**
 * Lists the services that an alert reaches, the alerts that explain it, the alerts that it explains, and the other
 * alerts of its circle (rules.md#impact-of-an-alert). All lists are empty if the alert is not active.
 *
 * @param service if given, the result says why the alert does not affect this service
 * @throws OpsgraphError `notFound` if there is no such alert, or no such service
 */
export async function readAlertImpact(dependencies: Dependencies, id: string, service?: string): Promise<AlertImpact> {
  const stored = requireFound(await dependencies.store.alerts.read(id), 'alert')
  if (service === undefined && !isActive(stored.status)) return NO_IMPACT
  return await readCurrentImpact(dependencies, async ({ impact }) => {
    const found = (isActive(stored.status) && impact.of(id)) || NO_IMPACT
    return service === undefined
      ? found
      : { ...found, why: await readWhyNot(dependencies, impact, { alert: stored, service }) }
  })
}

/**
 * Finds out why an alert does not affect a service (rules.md#impact-of-an-alert-5).
 *
 * @param alert the stored alert
 * @returns `null` if the alert affects the service
 * @throws OpsgraphError `notFound` if there is no such service
 */
export async function readWhyNot(
  dependencies: Dependencies,
  impact: Impact,
  { alert, service }: { readonly alert: Alert; readonly service: string },
): Promise<WhyNot | null> {
  const name = normalizeName(service)
  const found = impact.serviceNamed(name)
  const isNamed = alert.service.includes(name)
  if (found === undefined && !isNamed) throw notFound('service')
  const reason = impact.whyReached(alert.id, name)
  if (reason !== undefined) return reason
  const isCounted = impact.of(alert.id) !== undefined
  const impactAlert = toImpactAlert(alert)
  const ancestorWalk =
    (isCounted && impact.walkOf(alert.environment)) || (await findAncestors(dependencies, impactAlert))
  const nodes = found?.topology?.nodes
  if (!isCounted && (isNamed || hasNodeAbove(nodes, { alert: impactAlert, walk: ancestorWalk })))
    return inactiveAlertReason(alert.status)
  const missed = { service: name, index: new TopologyIndex(nodes === undefined ? [] : [nodes]) }
  const [why] = await findUnreachedReasons(dependencies, [{ alert: impactAlert, walk: ancestorWalk }], missed)
  return why as WhyNot
}

/**
 * Finds out why active alerts reach no service. The reasons have the order of the alerts
 * (rules.md#impact-on-services-14).
 */
export async function readUnreachedReasons(
  dependencies: Dependencies,
  impact: Impact,
  alerts: readonly ImpactAlert[],
): Promise<readonly WhyNot[]> {
  const climbed = alerts.map((alert) => ({ alert, walk: impact.walkOf(alert.environment) as AncestorWalk }))
  return await findUnreachedReasons(dependencies, climbed, { service: undefined, index: impact.topologies })
}

/** Costs at most one statement for near names, and one walk from these names for all alerts together. */
async function findUnreachedReasons(
  { store, graphMemory }: Dependencies,
  alerts: readonly UnreachedAlert[],
  missed: MissedTopologies,
): Promise<readonly WhyNot[]> {
  const search = await runWithPauses(UnreachedSearch.open(alerts, missed))
  const { environments } = search
  if (environments.length === 0) return await runWithPauses(search.reasons(new Map()))
  const parents = await store.snapshot(async (parts) => {
    search.offer(await parts.relations.namedLike(search.like, MAX_NEAR_NAMES_READ))
    const lookup = await graphMemory.at(parts, [...new Set([...environments, ...search.walks.keys()])])
    await runWalks(lookup, 'parents', search.walks)
    return await lookup.neighbors('parents', search.ends)
  })
  return await runWithPauses(search.reasons(parents))
}

/**
 * Walks up to the ancestors of an alert that is not active. For active alerts, the impact already contains this walk.
 */
async function findAncestors({ store, graphMemory }: Dependencies, alert: ImpactAlert): Promise<AncestorWalk> {
  const ancestorWalk = new AncestorWalk([alert])
  await store.snapshot(async (parts) => {
    const lookup = await graphMemory.at(parts, [alert.environment])
    await runWalks(lookup, 'parents', new Map([[alert.environment, ancestorWalk]]))
  })
  return ancestorWalk
}

/** True if the resource of the alert, or one of its ancestors, has a node in the topology. */
function hasNodeAbove(topology: NodeLookup | undefined, { alert, walk }: UnreachedAlert): boolean {
  const { environment } = alert
  return [...findLevels(walk.parents, walk.numberStart(alert)).keys()].some(
    (node) => topology?.resource({ environment, resource: walk.names[node] as string }) !== undefined,
  )
}
