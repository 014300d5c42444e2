import { foldCase } from '../../fold-case.js'
import type { Impact } from '../../impact/impact-search.js'
import type { ServiceImpact } from '../../impact/service-impact.js'
import type { ListFilter } from '../../list-columns.js'
import { type ListQuery, type ListRequest, pageOf, readListQuery, withNames } from '../../page.js'
import { timestamp } from '../../timestamp.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from './current-impact.js'
import type { ImpactPage } from './impact-page.js'
import { WindowEnds, windowsInEffect } from './window-ends.js'

/** The maximum number of ids in `unreached.alertIds`. */
const UNREACHED_SHOWN = 50
/** At most this many different pages are kept until the impact changes. */
const PAGES_KEPT = 20

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
    const known = pages.get(key)
    if (known?.inEffect === inEffect) return known.page
    const ends = new WindowEnds(inEffect, timestamp(dependencies.clock()))
    const page = await readPage(impact, { ...query, healthy, newest }, ends)
    if (pages.size >= PAGES_KEPT) pages.clear()
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
