import type { ServiceCause } from '../../impact/explain-services.js'
import { normalizeName } from '../../name.js'
import { notFound } from '../../opsgraph-error.js'
import { type ListRequest, type PagedList, pageOf, readListQuery } from '../../page.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from './current-impact.js'

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
