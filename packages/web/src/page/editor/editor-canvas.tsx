import { deriveInvalidGraph } from '@opsgraph/core/pure'
import { type Point, visibleLabel } from '@opsgraph/draw'
import { type Ref, useMemo } from 'react'
import { GraphCanvas, type GraphHandle } from '../../graph/graph-canvas.js'
import { type Marks, NO_MARKS } from '../../graph/painting.js'
import { useEditor } from './editor-context.js'
import { createId } from './new-node.js'

/** The canvas that shows the edited topology. The user can move and connect its nodes; suggested nodes are dashed. */
export function EditorCanvas({ ref }: { readonly ref: Ref<GraphHandle> }) {
  const { id: topologyId, service, topology, suggestion, nodeFaults, edgeFaults, open, edit } = useEditor()
  const { suggested } = suggestion
  const { selected } = open
  const graph = useMemo(() => {
    const { name, orientation } = topology
    const nodes = [...topology.nodes, ...suggested.nodes]
    const drawn = deriveInvalidGraph({ nodes, edges: [...topology.edges, ...suggested.edges] })
    return { topology: { name, service, orientation, ...drawn } }
  }, [topology, suggested, service])
  const marks = useMemo(
    (): Marks => ({
      ...NO_MARKS,
      emphasis: selected === undefined ? undefined : { selected, nodes: undefined },
      suggested: new Set(suggested.nodes.map(({ id }) => id)),
      faulty: { nodes: new Set(nodeFaults.keys()), edges: new Set(edgeFaults.keys()) },
    }),
    [selected, suggested, nodeFaults, edgeFaults],
  )
  const isSuggested = (id: string) => suggested.nodes.some((node) => node.id === id)
  const describe = (id: string) => {
    const node = graph.topology.nodes.find((each) => each.id === id)
    if (node === undefined) return ''
    const faults = nodeFaults.get(id)?.map(({ message }) => message) ?? []
    return [`${visibleLabel(node.label)}, ${node.kind}${isSuggested(id) ? ', suggested' : ''}`, ...faults].join('; ')
  }
  const move = (id: string, by: Point) => {
    const node = topology.nodes.find((each) => each.id === id)
    if (node === undefined) return
    const position = { x: Math.round(node.position.x + by.x), y: Math.round(node.position.y + by.y) }
    edit({ kind: 'move', positions: new Map([[id, position]]) })
  }
  const connect = (source: string, target: string) => {
    if (isSuggested(source) || isSuggested(target)) return
    edit({ kind: 'add', nodes: [], edges: [{ id: createId(), source, target }] })
  }
  return (
    <GraphCanvas
      ref={ref}
      label={`Editor of the topology ${topology.name}. Drag a node to move it; drag its lower handle to another node to connect them; Delete removes the selected node.`}
      graph={graph}
      // This text changes when the user requests suggestions. The canvas then scales the graph again, so that the
      // suggested nodes are visible.
      picture={`${topologyId} edited ${topology.orientation} ${suggestion.isAsked}`}
      marks={marks}
      selected={selected}
      onSelect={open.select}
      describe={describe}
      editing={{ canMove: (id) => !isSuggested(id), onMove: move, onConnect: connect }}
    />
  )
}
