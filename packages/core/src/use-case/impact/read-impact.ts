import { isActive } from '../../alert/alert-status.js'
import { foldCase } from '../../fold-case.js'
import type { ServiceCause } from '../../impact/explain-services.js'
import type { Impact, ImpactOfAlert } from '../../impact/impact-search.js'
import type { HoldingWindow, ServiceImpact } from '../../impact/service-impact.js'
import type { ListFilter } from '../../list-columns.js'
import type { ActiveWindow } from '../../maintenance/window-plan.js'
import { normalizeName } from '../../name.js'
import { notFound } from '../../opsgraph-error.js'
import { type ListQuery, type ListRequest, type PagedList, pageOf, readListQuery, withNames } from '../../page.js'
import { timestamp } from '../../timestamp.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { activePolicies } from '../policy/active-policies.js'
import { readCurrentImpact } from './current-impact.js'
import type { ImpactPage, ListedWindows } from './impact-cache.js'

/** The maximum number of ids in `unreached.alertIds`. */
const UNREACHED_SHOWN = 50
/** At most this many windows are listed for each service, and for all alerts. */
const WINDOWS_SHOWN = 10
const NO_WINDOWS: readonly ActiveWindow[] = []
/** At most this many different pages are cached until the impact changes. */
const PAGES_CACHED = 20

export interface ImpactRequest extends Omit<ListRequest<ListFilter<'impact'>>, 'sortBy'> {
  /** If false, the result contains only services that an alert hurts. Default: true. */
  readonly healthy?: boolean | undefined
  /** If true, the newest of equally ranked root causes come first, otherwise the oldest. Default: false. */
  readonly newest?: boolean | undefined
}

/**
 * Lists every service, how much the active alerts hurt it, and the root causes (rules.md#impact).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, or an unknown severity
 */
export async function readImpact(dependencies: Dependencies, request: ImpactRequest = {}): Promise<ImpactPage> {
  const query = readListQuery('impact', { ...request, filters: withNames(request.filters, ['service']) })
  const { healthy = true, newest = false } = request
  return await readCurrentImpact(dependencies, async ({ impact, pages }) => {
    const key = JSON.stringify([query, healthy, newest])
    const inEffect = await windowsInEffect(dependencies, impact)
    const cached = pages.get(key)
    if (cached?.inEffect === inEffect) return cached.page
    const ends = new WindowEnds(inEffect)
    const page = await readPage(impact, { ...query, healthy, newest }, ends)
    if (pages.size >= PAGES_CACHED) pages.clear()
    pages.set(key, { page, inEffect })
    return page
  })
}

interface PageQuery extends ListQuery<ListFilter<'impact'>, never> {
  readonly healthy: boolean
  readonly newest: boolean
}

async function readPage(impact: Impact, query: PageQuery, ends: WindowEnds): Promise<ImpactPage> {
  const listed = impact.services.filter(matches(query.filters, query.healthy))
  const page = listed.slice((query.page - 1) * query.pageSize, query.page * query.pageSize)
  const explained = await runWithPauses(impact.explain(page, query.newest))
  const items = explained.map(({ windows, ...service }) => ({ ...service, ...ends.listed(windows) }))
  const alertIds = impact.unreached.slice(0, UNREACHED_SHOWN).map(({ id }) => id)
  return {
    ...pageOf(query, { items, total: listed.length }),
    unreached: { total: impact.unreached.length, alertIds },
    silencedCount: impact.silencedCount,
    ...ends.listed(impact.windows),
  }
}

function matches({ severity, service, q }: NonNullable<ImpactRequest['filters']>, healthy: boolean) {
  const parts = q?.map(foldCase)
  return (impact: ServiceImpact): boolean =>
    (healthy || impact.severity !== null) &&
    (severity === undefined || (impact.severity !== null && severity.includes(impact.severity))) &&
    (service?.includes(impact.service) ?? true) &&
    (parts?.some((part) => [impact.service, impact.name].some((text) => foldCase(text).includes(part))) ?? true)
}

export interface RootCausesRequest extends Pick<ListRequest<never>, 'page' | 'pageSize'> {
  readonly service: string
  /** If true, the newest of equally ranked root causes come first, otherwise the oldest. Default: false. */
  readonly newest?: boolean | undefined
}

/**
 * Lists all root causes of what hurts a service, page by page (rules.md#impact-on-services-13).
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
    const found = impact.services.find((each) => each.service === name)
    if (found === undefined) throw notFound('service')
    const part = { newest, from: (query.page - 1) * query.pageSize, to: query.page * query.pageSize }
    return pageOf(query, await runWithPauses(impact.causesOf(found, part)))
  })
}

const NOTHING: ImpactOfAlert = { services: [], explainedBy: [], explains: [], circle: [] }

/**
 * Lists the services that an alert reaches, the alerts that explain this alert, the alerts that this alert explains,
 * and the other alerts of its circle (rules.md#impact-of-an-alert). All lists are empty if the alert is not active.
 *
 * @throws OpsgraphError `notFound`
 */
export async function readAlertImpact(dependencies: Dependencies, id: string): Promise<ImpactOfAlert> {
  const stored = await dependencies.store.alerts.read(id)
  if (stored === undefined) throw notFound('alert')
  if (!isActive(stored.status)) return NOTHING
  return await readCurrentImpact(dependencies, async ({ impact }) => impact.of(id) ?? NOTHING)
}

/**
 * Reads the maintenance windows that are in effect, if windows hold alerts of the impact. Returns the same list until a
 * window begins, ends or changes. Costs at most one short statement if no policy or window has changed.
 */
async function windowsInEffect(dependencies: Dependencies, { windows }: Impact): Promise<readonly ActiveWindow[]> {
  if (windows.length === 0) return NO_WINDOWS
  const { maintenance } = await activePolicies(dependencies, dependencies.store)
  return await runWithPauses(maintenance.activeAt(timestamp(dependencies.clock())))
}

/** Says when each of the windows that hold alerts ends. */
class WindowEnds {
  readonly #ends: ReadonlyMap<string, string | undefined>

  constructor(inEffect: readonly ActiveWindow[]) {
    this.#ends = new Map(inEffect.map(({ window, occurrence }) => [window.id, occurrence.endTime]))
  }

  listed(windows: readonly HoldingWindow[]): ListedWindows {
    return {
      windows: windows
        .slice(0, WINDOWS_SHOWN)
        .map(({ id, name, count }) => ({ id, name, until: this.#ends.get(id) ?? null, count })),
      ...(windows.length > WINDOWS_SHOWN ? { windowsMore: true as const } : {}),
    }
  }
}
