import { visibleText } from '@opsgraph/draw'
import { useEffect, useMemo, useRef } from 'react'
import type { Relation } from '../../api/resources.js'
import { GraphCanvas, type GraphHandle } from '../../graph/graph-canvas.js'
import { NO_MARKS } from '../../graph/painting.js'
import { findRelatedNodes } from '../../graph/related-nodes.js'
import { formatCount } from '../../ui/format.js'
import { toWalkTopology } from './walk-topology.js'

interface WalkPictureProps {
  readonly environment: string
  /** The names of the resources to draw; the first one is the start of the walk. */
  readonly names: readonly string[]
  readonly relations: readonly Relation[]
  readonly depth: number
  readonly direction: string
  readonly selected: string
  readonly onSelect: (name: string | undefined) => void
}

/** Draws the resources of a walk. Parents are above their children. */
export function WalkPicture(props: WalkPictureProps) {
  const { environment, names, relations, depth, direction, selected, onSelect } = props
  const canvas = useRef<GraphHandle>(null)
  const graph = useMemo(
    () => ({ topology: toWalkTopology(environment, names, relations) }),
    [environment, names, relations],
  )
  const kin = useMemo(() => findRelatedNodes(graph.topology.edges, selected), [graph, selected])
  const marks = useMemo(() => {
    const nodes = new Set([selected, ...kin.ancestors, ...kin.descendants])
    return { ...NO_MARKS, emphasis: { selected, nodes } }
  }, [kin, selected])
  useEffect(() => canvas.current?.reveal(selected), [selected])
  const describe = (name: string) => {
    const { parents, children } = findRelatedNodes(graph.topology.edges, name)
    return `${visibleText(name)}: ${formatCount(parents.length, 'parent')}, ${formatCount(children.length, 'child', 'children')} drawn`
  }
  return (
    <GraphCanvas
      ref={canvas}
      label={`The resource graph around ${names[0]}.`}
      graph={graph}
      picture={`${environment} ${names[0]} ${depth} ${direction} ${names.length} ${relations.length}`}
      marks={marks}
      selected={selected}
      onSelect={onSelect}
      describe={describe}
    />
  )
}
