import { useSearchParams } from 'react-router'
import type { Topology } from '../../api/schemas.js'

type Node = Topology['nodes'][number]

/** The selected node and its setter. The selection is part of the address, so that links can contain it. */
export function useShownNode(nodes: readonly Node[]): [Node | undefined, (id: string | undefined) => void] {
  const [search, setSearch] = useSearchParams()
  const id = search.get('node')
  const select = (next: string | undefined) => {
    setSearch(next === undefined ? {} : { node: next }, { replace: true })
  }
  return [nodes.find((node) => node.id === id), select]
}
