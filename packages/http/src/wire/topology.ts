import { createHash } from 'node:crypto'
import type { PagedList, Topology } from '@opsgraph/core'
import { pagingOf } from './page.js'

type Summary = Omit<Topology, 'nodes' | 'edges'>

export function toTopology<Stored extends Summary>(stored: Stored) {
  return { ...stored, service_kpi: stored.serviceKpi }
}

/** The ETag header of a topology, which contains its version (rules.md#reading-topologies-4). */
export function toETag({ updateTime }: Summary): { readonly ETag: string } {
  return { ETag: `"${updateTime}"` }
}

export function bodyOfList<Stored extends Summary>(list: PagedList<Stored>) {
  return { status: 'ok' as const, topologies: list.items.map(toTopology), ...pagingOf(list) }
}

interface ListForm {
  /** Whether the topologies of the page come without their graphs. */
  readonly isSummary: boolean
  /** The version of opsgraph. */
  readonly release: string
}

/**
 * The ETag of a page of topologies. The `updateTime` of a topology identifies its version, so computing the tag needs
 * no graphs: a caller that has the current page gets 304 without reading a graph. The tag contains the release, because
 * another release may write the same topologies differently.
 */
export function tagOfList(list: PagedList<Summary>, { isSummary, release }: ListForm): string {
  const versions = list.items.map(({ id, updateTime }) => [id, updateTime])
  const state = JSON.stringify([release, isSummary, versions, pagingOf(list)])
  return `"${createHash('sha256').update(state).digest('base64url')}"`
}
