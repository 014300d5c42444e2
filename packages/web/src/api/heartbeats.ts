import { api, readBody } from './client.js'
import { ARRIVAL_INTERVAL, listQuery } from './queries.js'
import type { components } from './schema.js'

export type Heartbeat = components['schemas']['Heartbeat']

const PAGE_SIZE = 200

/**
 * A query that reads a page of heartbeats: overdue ones first, then sorted by the time at which the next one is due.
 */
export function heartbeatsQuery(page: number) {
  const query = { page, 'page-size': PAGE_SIZE, 'sort-by': 'expireTime' } as const
  const read = (signal: AbortSignal) => readBody(api.GET('/api/heartbeats', { params: { query }, signal }))
  return { ...listQuery(['heartbeats', page], read), refetchInterval: ARRIVAL_INTERVAL }
}

export async function deleteHeartbeat(id: string): Promise<void> {
  await api.DELETE('/api/heartbeat/{id}', { params: { path: { id } } })
}
