import { deriveInvalidGraph } from '@opsgraph/core/pure'
import { type Point, visibleLabel } from '@opsgraph/draw'
import { type Ref, useMemo } from 'react'
import type { EditedTopology } from '../../api/editor.js'
import { GraphCanvas, type GraphHandle } from '../../graph/graph-canvas.js'
import type { Marks } from '../../graph/marks.js'
import type { Edit } from './edit.js'
import type { PlacedFault } from './faults.js'
import type { Ghosts } from './ghosts.js'
import { newId } from './new-node.js'

interface EditorCanvasProps {
  readonly ref: Ref<GraphHandle>
  /** The id of the topology and the name of its service. */
  readonly names: { readonly id: string; readonly service: string }
  readonly topology: EditedTopology
  readonly ghosts: Ghosts
  /**
   * Whether the user has requested suggestions. The drawing is then scaled once so that the suggested nodes are
   * visible.
   */
  readonly isSuggested: boolean
  readonly nodeFaults: ReadonlyMap<string, readonly PlacedFault[]>
  readonly edgeFaults: ReadonlyMap<string, readonly PlacedFault[]>
  readonly selected: string | undefined
  readonly onSelect: (id: string | undefined) => void
  readonly onEdit: (edit: Edit) => void
}

const NO_ALERTS: Marks['alerts'] = new Map()

/** The drawing of an edited topology. The user can move and connect its nodes; suggested nodes are dashed. */
export function EditorCanvas(props: EditorCanvasProps) {
  const { ref, names, topology, ghosts, isSuggested, nodeFaults, edgeFaults, selected, onSelect, onEdit } = props
  const graph = useMemo(() => {
    const { name, orientation } = topology
    const nodes = [...topology.nodes, ...ghosts.nodes]
    const drawn = deriveInvalidGraph({ nodes, edges: [...topology.edges, ...ghosts.edges] })
    return { topology: { name, service: names.service, orientation, ...drawn } }
  }, [topology, ghosts, names.service])
  const marks = useMemo(
    (): Marks => ({
      alerts: NO_ALERTS,
      emphasis: selected === undefined ? undefined : { selected, nodes: undefined },
      suggested: new Set(ghosts.nodes.map(({ id }) => id)),
      faulty: { nodes: new Set(nodeFaults.keys()), edges: new Set(edgeFaults.keys()) },
    }),
    [selected, ghosts, nodeFaults, edgeFaults],
  )
  const isGhost = (id: string) => ghosts.nodes.some((node) => node.id === id)
  const describe = (id: string) => {
    const node = graph.topology.nodes.find((each) => each.id === id)
    if (node === undefined) return ''
    const faults = nodeFaults.get(id)?.map(({ message }) => message) ?? []
    return [`${visibleLabel(node.label)}, ${node.kind}${isGhost(id) ? ', suggested' : ''}`, ...faults].join('; ')
  }
  const move = (id: string, by: Point) => {
    const node = topology.nodes.find((each) => each.id === id)
    if (node === undefined) return
    const position = { x: Math.round(node.position.x + by.x), y: Math.round(node.position.y + by.y) }
    onEdit({ kind: 'move', positions: new Map([[id, position]]) })
  }
  const connect = (source: string, target: string) => {
    if (isGhost(source) || isGhost(target)) return
    onEdit({ kind: 'add', nodes: [], edges: [{ id: newId(), source, target }] })
  }
  return (
    <GraphCanvas
      ref={ref}
      label={`Editor of the topology ${topology.name}. Drag a node to move it; drag its lower handle to another node to connect them; Delete removes the selected node.`}
      graph={graph}
      picture={`${names.id} edited ${topology.orientation} ${isSuggested}`}
      marks={marks}
      selected={selected}
      onSelect={onSelect}
      describe={describe}
      editing={{ canMove: (id) => !isGhost(id), onMove: move, onConnect: connect }}
    />
  )
}
