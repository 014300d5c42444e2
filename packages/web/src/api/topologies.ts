import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.js'
import { REFRESH } from './query-client.js'

const MOST = 1_000

/** Every topology with its graph, by name. */
export const topologiesQuery = queryOptions({
  queryKey: ['topologies'],
  refetchInterval: REFRESH,
  queryFn: async ({ signal }) => {
    const query = { 'page-size': MOST, 'sort-by': 'name' } as const
    return (await bodyOf(api.GET('/api/service_topology', { params: { query }, signal }))).topologies
  },
})
