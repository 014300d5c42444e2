import { isActive } from '../../alert/alert-status.js'
import { foldCase } from '../../fold-case.js'
import type { ServiceCause } from '../../impact/explain-services.js'
import type { Impact, ImpactOfAlert } from '../../impact/impact-search.js'
import type { ServiceImpact } from '../../impact/service-impact.js'
import { unknownNamesIfAny } from '../../impact/unknown-names.js'
import type { WhyNot } from '../../impact/why-not.js'
import type { ListFilter } from '../../list-columns.js'
import { normalizeName } from '../../name.js'
import { requireFound } from '../../opsgraph-error.js'
import { type ListQuery, type ListRequest, normalizeNames, type PagedList, pageOf, readListQuery } from '../../page.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from './current-impact.js'
import type { ImpactPage, UnreachedReason } from './impact-cache.js'
import { readWindowsInEffect, WindowEnds } from './listed-windows.js'
import { readUnreachedReasons, readWhyNot } from './why-not.js'

/** The maximum number of alerts that an answer lists because they reach no service. */
const UNREACHED_SHOWN = 50
/** The maximum number of different pages that are cached until the impact changes. */
const PAGES_CACHED = 20

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
    if (pages.size >= PAGES_CACHED) pages.clear()
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
  const shown = impact.unreached.slice(0, UNREACHED_SHOWN)
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
  const listed = impact.services.filter(createTest(query.filters, query.healthy))
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

function createTest({ severity, service, owner, q }: NonNullable<ImpactRequest['filters']>, healthy: boolean) {
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
