import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.js'
import type { components } from './schema.js'

type Schemas = components['schemas']
export type CatalogService = Schemas['CatalogService']
export type CatalogChanges = Schemas['CatalogServiceChanges']

const PAGE_SIZE = 50

/** A query that reads a page of the service catalog. */
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
    // Do not cache the answer: the form takes its initial values from the answer, and cached values could be outdated.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const path = { serviceId }
      return (await bodyOf(api.GET('/api/service_catalog/{serviceId}', { params: { path }, signal }))).service
    },
  })
}

/** Creates or changes the catalog entry of a service. A field that is not sent keeps its value. */
export async function putCatalogService(serviceId: string, body: CatalogChanges): Promise<void> {
  await api.PUT('/api/service_catalog/{serviceId}', { params: { path: { serviceId } }, body })
}

export async function deleteCatalogService(serviceId: string): Promise<void> {
  await api.DELETE('/api/service_catalog/{serviceId}', { params: { path: { serviceId } } })
}
