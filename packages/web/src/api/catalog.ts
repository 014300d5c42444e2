import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.js'
import type { components } from './schema.js'

type Schemas = components['schemas']
export type CatalogService = Schemas['CatalogService']
export type CatalogChanges = Schemas['CatalogServiceChanges']

const PAGE_SIZE = 50

/** A page of the service catalog. */
export function catalogQuery(page: number) {
  return queryOptions({
    queryKey: ['catalog', page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { page, 'page-size': PAGE_SIZE, 'sort-by': 'serviceId' } as const
      return await bodyOf(api.GET('/api/service_catalog', { params: { query }, signal }))
    },
  })
}

export function catalogServiceQuery(serviceId: string) {
  return queryOptions({
    queryKey: ['catalog-service', serviceId],
    // The form starts from this value; a cached one could be outdated.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const path = { serviceId }
      return (await bodyOf(api.GET('/api/service_catalog/{serviceId}', { params: { path }, signal }))).service
    },
  })
}

/** Creates a catalog service or changes it; fields that are not sent keep their values. */
export async function putCatalogService(serviceId: string, body: CatalogChanges): Promise<void> {
  await api.PUT('/api/service_catalog/{serviceId}', { params: { path: { serviceId } }, body })
}

export async function deleteCatalogService(serviceId: string): Promise<void> {
  await api.DELETE('/api/service_catalog/{serviceId}', { params: { path: { serviceId } } })
}
