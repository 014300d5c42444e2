import type { Caller } from '../../access/caller.js'
import type { ServiceCause } from '../../impact/explain-services.js'
import { normalizeName } from '../../name.js'
import { notFound } from '../../opsgraph-error.js'
import { type ListRequest, type PagedList, pageOf, readListQuery } from '../../page.js'
import { runWithPauses } from '../concurrency/run-with-pauses.js'
import type { Dependencies } from '../dependencies.js'
import { readCurrentImpact } from './current-impact.js'
import { requireImpactScopes } from './read-impact.js'

export interface RootCausesRequest extends Pick<ListRequest<never>, 'page' | 'pageSize'> {
  readonly service: string
  /** If true, the newest of equally ranked root causes come first, otherwise the oldest. Default: false. */
  readonly newest?: boolean | undefined
}

/**
 * Lists all root causes of what hurts a service, page by page (rules.md#impact-on-services-13). In addition to
 * `read:alerts`, the caller needs the scopes `read:service_topologies` and `read:service_catalog`.
 *
 * @throws OpsgraphError `notFound` if there is no such service; `invalid` for an invalid page or page size; `forbidden`
 *   if the caller lacks a scope
 */
export async function listRootCauses(
  dependencies: Dependencies,
  caller: Caller,
  { service, newest = false, ...paging }: RootCausesRequest,
): Promise<PagedList<ServiceCause>> {
  requireImpactScopes(caller)
  const query = readListQuery<never, never>(paging, [])
  const name = normalizeName(service)
  return await readCurrentImpact(dependencies, async ({ impact }) => {
    const found = impact.services.find((each) => each.service === name)
    if (found === undefined) throw notFound('service')
    const part = { newest, from: (query.page - 1) * query.pageSize, to: query.page * query.pageSize }
    return pageOf(query, await runWithPauses(impact.causesOf(found, part)))
  })
}
