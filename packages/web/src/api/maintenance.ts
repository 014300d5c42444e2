import { queryOptions } from '@tanstack/react-query'
import { isForbidden } from './api-error.js'
import { api, readBody } from './client.js'
import { formQuery, LIVE, listQuery } from './queries.js'
import type { components } from './schema.js'

type Schemas = components['schemas']
export type MaintenanceWindow = Schemas['MaintenanceWindow']
/** A maintenance window as the form sends it. The form does not validate it; the server does. */
export type SentWindow = Schemas['NewMaintenanceWindow']

const PAGE_SIZE = 200

/** A query that reads a page of maintenance windows, those that begin last first. */
export function windowsQuery(page: number) {
  const query = { page, 'page-size': PAGE_SIZE, 'sort-by': '-startTime' } as const
  const read = (signal: AbortSignal) => readBody(api.GET('/api/maintenance', { params: { query }, signal }))
  return listQuery(['windows', page], read)
}

export function windowQuery(id: string) {
  return formQuery(['window', id], async (signal) => {
    return (await readBody(api.GET('/api/maintenance/{id}', { params: { path: { id } }, signal }))).window
  })
}

/** The number of alerts that a maintenance window holds (silences) now. */
export interface HeldCount {
  readonly count: number
  /** Whether the window may hold more than `count` alerts. */
  readonly isAtLeast: boolean
}

/**
 * A query that counts the alerts that each maintenance window holds now, by the id of the window. If there is more than
 * one page of such alerts, only the most recently received ones are counted, so the counts are lower bounds. For the
 * windows that hold most alerts, exact counts then come from the impact, unless the key may not read the impact.
 */
export const heldCountsQuery = queryOptions({
  ...LIVE,
  queryKey: ['held-alerts'],
  queryFn: async ({ signal }): Promise<Readonly<Record<string, HeldCount>>> => {
    const query = { status: ['blackout' as const], 'page-size': PAGE_SIZE, 'sort-by': '-lastReceiveTime' as const }
    const { alerts, more } = await readBody(api.GET('/api/alerts', { params: { query }, signal }))
    const counts = new Map<string, number>()
    for (const { maintenance } of alerts) {
      if (maintenance !== undefined) counts.set(maintenance.windowId, (counts.get(maintenance.windowId) ?? 0) + 1)
    }
    const counted = [...counts].map(([id, count]): [string, HeldCount] => [id, { count, isAtLeast: more }])
    return Object.fromEntries(more ? [...counted, ...(await readCountsFromImpact(signal))] : counted)
  },
})

/** Reads the exact counts of the windows that hold most alerts. Returns none if the key may not read the impact. */
async function readCountsFromImpact(signal: AbortSignal): Promise<readonly (readonly [string, HeldCount])[]> {
  try {
    const query = { healthy: 'false', 'page-size': 1 } as const
    const { windows } = await readBody(api.GET('/api/impact', { params: { query }, signal }))
    return windows.map(({ id, count }) => [id, { count, isAtLeast: false }])
  } catch (error) {
    if (isForbidden(error)) return []
    throw error
  }
}

/** The fields of a window that decide which alerts it holds. */
export type PreviewedWindow = Schemas['MaintenanceWindowPreviewRequest']

/** A query that reads which of the active alerts a window would hold now. */
export function windowPreviewQuery(previewed: PreviewedWindow) {
  return queryOptions({
    queryKey: ['window-preview', previewed],
    staleTime: 30_000,
    retry: false,
    queryFn: ({ signal }) => readBody(api.POST('/api/maintenance/preview', { body: previewed, signal })),
  })
}

export async function createWindow(window: SentWindow): Promise<void> {
  await api.POST('/api/maintenance', { body: window })
}

export async function changeWindow(id: string, changes: Partial<SentWindow>): Promise<void> {
  await api.PUT('/api/maintenance/{id}', { params: { path: { id } }, body: changes })
}

export async function deleteWindow(id: string): Promise<void> {
  await api.DELETE('/api/maintenance/{id}', { params: { path: { id } } })
}
