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
  /** One page of topologies; `undefined` until it is loaded. */
  readonly found: Found | undefined
  /** Whether all topologies fit on one page. If so, the browser searches them by any part of their names. */
  readonly isAll: boolean
  readonly error: Error | null
  readonly refetch: () => void
}

/**
 * Returns topologies to choose from, one page at a time. If there are several pages, the server searches the topologies.
 * It finds only topologies whose complete name or service is the search text.
 */
export function useTopologyChoices(searchText: string, page: number): TopologyChoices {
  const text = useSettled(searchText.trim())
  const isSearching = text !== ''
  const listed = useQuery({ ...topologiesQuery(isSearching ? 1 : page), refetchInterval: false })
  const isAll = listed.data !== undefined && listed.data.pages <= 1
  const asksServer = isSearching && listed.data !== undefined && !isAll
  const called = useQuery({ ...topologiesCalledQuery(text, page), enabled: asksServer })
  const { data, error, refetch } = asksServer ? called : listed
  const found = data !== undefined && isSearching && isAll ? within(data, text) : data
  return { found, isAll, error, refetch }
}

function within(all: Found, text: string): Found {
  const wanted = text.toLowerCase()
  const topologies = all.topologies.filter(({ name, service }) =>
    [name, service].some((each) => each.toLowerCase().includes(wanted)),
  )
  return { topologies, total: topologies.length, page: 1, pages: 1 }
}
