import { useQuery } from '@tanstack/react-query'
import type { TopologySummary } from '../../api/schemas.js'
import { topologiesCalledQuery, topologiesQuery } from '../../api/topologies.js'
import { useSettled } from '../../ui/use-settled.js'

interface Found {
  readonly topologies: readonly TopologySummary[]
  readonly total: number
  readonly page: number
  readonly pages: number
}

interface TopologyChoices {
  /** `undefined` until they are known. */
  readonly found: Found | undefined
  /** Whether all topologies stand on one page: they are then sought here, by a part of their names. */
  readonly isAll: boolean
  readonly error: Error | null
  readonly refetch: () => void
}

/**
 * Topologies to choose from, a page at a time: each comes with its graph, so that nobody wants all of a large installation.
 * The server finds whole names and services only.
 */
export function useTopologyChoices(sought: string, page: number): TopologyChoices {
  const text = useSettled(sought.trim())
  const isSought = text !== ''
  const listed = useQuery({ ...topologiesQuery(isSought ? 1 : page), refetchInterval: false })
  const isAll = listed.data !== undefined && listed.data.pages <= 1
  const asksServer = isSought && listed.data !== undefined && !isAll
  const called = useQuery({ ...topologiesCalledQuery(text, page), enabled: asksServer })
  const { data, error, refetch } = asksServer ? called : listed
  const found = data !== undefined && isSought && isAll ? within(data, text) : data
  return { found, isAll, error, refetch }
}

function within(all: Found, text: string): Found {
  const wanted = text.toLowerCase()
  const topologies = all.topologies.filter(({ name, service }) =>
    [name, service].some((each) => each.toLowerCase().includes(wanted)),
  )
  return { topologies, total: topologies.length, page: 1, pages: 1 }
}
