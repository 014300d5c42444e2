import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.js'
import { REFRESH } from './query-client.js'

export function alertQuery(id: string) {
  return queryOptions({
    queryKey: ['alert', id],
    refetchInterval: REFRESH,
    queryFn: async ({ signal }) =>
      (await bodyOf(api.GET('/api/alert/{id}', { params: { path: { id } }, signal }))).alert,
  })
}

/** A query that reads the alerts with these ids, the worst first. Alerts that have been deleted are missing. */
export function alertsOfIdsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['alerts', ids],
    queryFn: async ({ signal }) => {
      if (ids.length === 0) return []
      const query = { id: [...ids], 'page-size': ids.length, 'sort-by': 'severity' as const }
      return (await bodyOf(api.GET('/api/alerts', { params: { query }, signal }))).alerts
    },
  })
}
