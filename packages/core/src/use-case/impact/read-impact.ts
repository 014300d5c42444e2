import { foldCase } from '../../fold-case.js'
import type { Impact } from '../../impact/impact-search.js'
import type { ServiceImpact } from '../../impact/service-impact.js'
import type { ListFilter } from '../../list-columns.js'
import { type ListQuery, type ListRequest, pageOf, readListQuery, withNames } from '../../page.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from './current-impact.js'
import type { ImpactPage } from './impact-page.js'

/** The maximum number of ids in `unreached.alertIds`. */
const UNREACHED_SHOWN = 50
/** At most this many different pages are kept until the impact changes. */
const PAGES_KEPT = 20

export interface ImpactRequest extends Omit<ListRequest<ListFilter<'impact'>>, 'sortBy'> {
  /** If false, the result contains only services that an alert hurts. Default: true. */
  readonly healthy?: boolean | undefined
}

/**
 * Lists every service, how much the active alerts hurt it, and the root causes (rules.md#impact).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, or an unknown severity
 */
export async function readImpact(dependencies: Dependencies, request: ImpactRequest = {}): Promise<ImpactPage> {
  const query = readListQuery('impact', { ...request, filters: withNames(request.filters, ['service']) })
  return await readCurrentImpact(dependencies, async ({ impact, pages }) => {
    const key = JSON.stringify([query, request.healthy ?? true])
    const known = pages.get(key)
    if (known !== undefined) return known
    const page = await readPage(impact, query, request.healthy ?? true)
    if (pages.size >= PAGES_KEPT) pages.clear()
    pages.set(key, page)
    return page
  })
}

async function readPage(
  impact: Impact,
  query: ListQuery<ListFilter<'impact'>, never>,
  healthy: boolean,
): Promise<ImpactPage> {
  const listed = impact.services.filter(matches(query.filters, healthy))
  const page = listed.slice((query.page - 1) * query.pageSize, query.page * query.pageSize)
  const items = await runWithPauses(impact.explain(page))
  const alertIds = impact.unreached.slice(0, UNREACHED_SHOWN).map(({ id }) => id)
  return {
    ...pageOf(query, { items, total: listed.length }),
    unreached: { total: impact.unreached.length, alertIds },
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
