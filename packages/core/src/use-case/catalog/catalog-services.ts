import type { Caller } from '../../access/caller.js'
import { BodyReader } from '../../body-reader.js'
import {
  answeredCatalogService,
  type CatalogService,
  type CatalogServiceInput,
  emptyCatalogService,
  readCatalogService,
} from '../../catalog/catalog-service.js'
import type { ListFilter } from '../../list-columns.js'
import { normalizeName } from '../../name.js'
import { requireFound } from '../../opsgraph-error.js'
import { type ListRequest, normalizeNames, type PagedList, pageOf, readListQuery } from '../../page.js'
import type { StoreParts } from '../../port/store.js'
import { type Audited, createAuditEntries } from '../audit/audit.js'
import type { Dependencies } from '../dependencies.js'

const AUDITED: Audited<CatalogService> = {
  family: 'service-catalog',
  idOf: ({ serviceId }) => serviceId,
  textOf: ({ serviceId }, action) => `service ${serviceId} ${ACTION_WORDS[action]} the catalog`,
  factsOf: (service) => {
    const { serviceId: _, ...facts } = answeredCatalogService(service)
    return facts
  },
}
const ACTION_WORDS = { created: 'added to', updated: 'updated in', deleted: 'deleted from' } as const

/**
 * Lists the entries of the service catalog. Default order: service id (rules.md#catalog-entries).
 *
 * @throws OpsgraphError `invalid` for an invalid page or page size, an unknown sort column, or an unknown value
 */
export async function listCatalogServices(
  { store }: Dependencies,
  request: ListRequest<ListFilter<'catalog'>>,
): Promise<PagedList<CatalogService>> {
  const filters = normalizeNames(request.filters, ['serviceId', 'name', 'owner'])
  const query = readListQuery('catalog', { ...request, filters })
  return pageOf(query, await store.catalog.list(query))
}

/**
 * Reads the catalog entry of a service (rules.md#catalog-entries).
 *
 * @throws OpsgraphError `notFound`
 */
export async function readCatalogServiceById({ store }: Dependencies, serviceId: string): Promise<CatalogService> {
  return await requireEntry(store, normalizeName(serviceId))
}

export interface CatalogChange {
  readonly serviceId: string
  readonly body: CatalogServiceInput
}

/**
 * Creates or updates the catalog entry of a service. In a stored entry, fields that are left out keep their values. In
 * a new entry, fields that are left out get their defaults (rules.md#catalog-entries).
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export async function putCatalogService(
  dependencies: Dependencies,
  caller: Caller,
  { serviceId, body }: CatalogChange,
): Promise<{ readonly service: CatalogService; readonly created: boolean }> {
  const id = new BodyReader({ serviceId }).requiredName('serviceId')
  const entries = createAuditEntries(dependencies, caller, AUDITED)
  return await dependencies.store.transaction(async (parts) => {
    await parts.lock('catalog')
    const stored = await parts.catalog.read(id)
    const service = readCatalogService(body, stored ?? emptyCatalogService(id))
    await parts.catalog.save([service])
    await parts.audit.append(...(stored === undefined ? [entries.created(service)] : entries.updated(stored, service)))
    return { service, created: stored === undefined }
  })
}

/**
 * Deletes the catalog entry of a service, but not its topology. From then on, every active alert of the service counts
 * for it, because only a catalog entry can exclude alerts (rules.md#alert-impact-2).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteCatalogService(
  dependencies: Dependencies,
  caller: Caller,
  serviceId: string,
): Promise<void> {
  const id = normalizeName(serviceId)
  await dependencies.store.transaction(async (parts) => {
    await parts.lock('catalog')
    const service = await requireEntry(parts, id)
    await parts.catalog.delete([id])
    await parts.audit.append(createAuditEntries(dependencies, caller, AUDITED).deleted(service))
  })
}

async function requireEntry({ catalog }: StoreParts, id: string): Promise<CatalogService> {
  return requireFound(await catalog.read(id), 'service')
}
