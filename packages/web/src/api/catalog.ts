import { queryOptions } from '@tanstack/react-query'
import { api, readBody } from './client.js'
import { formQuery, LIVE, listQuery } from './queries.js'
import type { components } from './schema.js'

type Schemas = components['schemas']
export type CatalogService = Schemas['CatalogService']
export type CatalogChanges = Schemas['CatalogServiceChanges']

const PAGE_SIZE = 50

/** A query that reads a page of the service catalog. */
export function catalogQuery(page: number) {
  const query = { page, 'page-size': PAGE_SIZE, 'sort-by': 'serviceId' } as const
  return listQuery(['catalog', page], (signal) =>
    readBody(api.GET('/api/service_catalog', { params: { query }, signal })),
  )
}

/** A query that reads the catalog entry of a service; `null` = the service is not in the catalog. */
export function catalogEntryQuery(serviceId: string) {
  return queryOptions({
    ...LIVE,
    queryKey: ['catalog', 'entry', serviceId],
    queryFn: async ({ signal }) => {
      const query = { serviceId: [serviceId] }
      const { services } = await readBody(api.GET('/api/service_catalog', { params: { query }, signal }))
      return services[0] ?? null
    },
  })
}

/** A query that reads the links of a service from the service catalog; a service without an entry has none. */
export function serviceLinksQuery(serviceId: string) {
  return { ...catalogEntryQuery(serviceId), select: (entry: CatalogService | null) => entry?.links ?? [] }
}

export function catalogServiceQuery(serviceId: string) {
  return formQuery(['catalog-service', serviceId], async (signal) => {
    const path = { serviceId }
    return (await readBody(api.GET('/api/service_catalog/{serviceId}', { params: { path }, signal }))).service
  })
}

/** Creates or changes the catalog entry of a service. A field that is not sent keeps its value. */
export async function putCatalogService(serviceId: string, body: CatalogChanges): Promise<void> {
  await api.PUT('/api/service_catalog/{serviceId}', { params: { path: { serviceId } }, body })
}

export async function deleteCatalogService(serviceId: string): Promise<void> {
  await api.DELETE('/api/service_catalog/{serviceId}', { params: { path: { serviceId } } })
}
