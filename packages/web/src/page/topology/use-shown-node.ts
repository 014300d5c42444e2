import { useSearchParams } from 'react-router'
import type { Topology } from '../../api/schemas.js'

type Node = Topology['nodes'][number]

/**
 * Returns the selected node and a function that selects another node. The selection is in the address, so that a link
 * can contain it.
 */
export function useShownNode(nodes: readonly Node[]): [Node | undefined, (id: string | undefined) => void] {
  const [search, setSearch] = useSearchParams()
  const id = search.get('node')
  const select = (next: string | undefined) => {
    setSearch(next === undefined ? {} : { node: next }, { replace: true })
  }
  return [nodes.find((node) => node.id === id), select]
}
