import { useSearchParams } from 'react-router'
import type { Topology } from '../../api/schemas.js'

type Node = Topology['nodes'][number]

/**
 * Returns the selected node and a function that selects another node. The address of the page contains the id of the
 * selected node, so a link can open the page with this node selected.
 */
export function useShownNode(nodes: readonly Node[]): [Node | undefined, (id: string | undefined) => void] {
  const [search, setSearch] = useSearchParams()
  const id = search.get('node')
  const select = (next: string | undefined) => {
    setSearch(next === undefined ? {} : { node: next }, { replace: true })
  }
  return [nodes.find((node) => node.id === id), select]
}
