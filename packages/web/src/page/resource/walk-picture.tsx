import type { Edge } from '@opsgraph/core'
import { groupBy, layOut } from '@opsgraph/core/pure'
import { type DrawnTopology, visibleText } from '@opsgraph/draw'
import { useEffect, useMemo, useRef } from 'react'
import type { Relation, ResourceGraph } from '../../api/resources.js'
import { GraphCanvas, type GraphHandle } from '../../graph/graph-canvas.js'
import { NO_MARKS } from '../../graph/painting.js'
import { findRelatedNodes } from '../../graph/related-nodes.js'
import { formatCount } from '../../ui/format.js'

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
  const related = useMemo(() => findRelatedNodes(graph.topology.edges, selected), [graph, selected])
  const marks = useMemo(() => {
    const nodes = new Set([selected, ...related.ancestors, ...related.descendants])
    return { ...NO_MARKS, emphasis: { selected, nodes } }
  }, [related, selected])
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

type Ends = Pick<Edge, 'source' | 'target'>

/**
 * Removes the edges that close a cycle, which are the back edges of a depth-first search. The search begins at `start`,
 * and then again at each node that it has not reached yet.
 */
export function removeCycles<Each extends Ends>(edges: readonly Each[], start: string): readonly Each[] {
  const bySource = groupBy(edges, ({ source }) => source)
  const kept: Each[] = []
  const done = new Set<string>()
  for (const root of [start, ...bySource.keys()]) {
    if (!done.has(root)) searchDepthFirst(root, { bySource, kept, done })
  }
  return kept
}

interface Walk<Each> {
  readonly bySource: ReadonlyMap<string, readonly Each[]>
  readonly kept: Each[]
  /** The nodes whose outgoing edges have all been visited. */
  readonly done: Set<string>
}

/**
 * A depth-first search with an explicit stack. For a long chain of edges, a recursive function would overflow the call
 * stack.
 */
function searchDepthFirst<Each extends Ends>(root: string, { bySource, kept, done }: Walk<Each>): void {
  const onPath = new Set([root])
  const stack = [{ id: root, left: [...(bySource.get(root) ?? [])] }]
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const edge = top.left.pop()
    if (edge === undefined) {
      done.add(top.id)
      onPath.delete(top.id)
      stack.pop()
    } else if (!onPath.has(edge.target)) {
      kept.push(edge)
      if (done.has(edge.target)) continue
      onPath.add(edge.target)
      stack.push({ id: edge.target, left: [...(bySource.get(edge.target) ?? [])] })
    }
  }
}

/** The maximum number of resources in a picture. Pictures with more resources are unreadable. */
export const MAX_DRAWN_RESOURCES = 400

/** Returns the names of all resources of a walk. The first one is the resource at which the walk starts. */
export function listNames({ resource, ancestors = [], descendants = [] }: ResourceGraph): readonly string[] {
  const reached = [...ancestors, ...descendants].map((entry) => entry.resource)
  return [...new Set([resource, ...reached])]
}

/**
 * Converts a part of the resource graph to a topology that can be drawn. The topology contains resources of one
 * environment, and parents are above their children. Unlike topologies, the resource graph may have cycles. An edge
 * that closes a cycle is drawn, but the layout ignores it.
 *
 * @param names the names of the resources; the first one is the start of the walk
 */
function toWalkTopology(environment: string, names: readonly string[], relations: readonly Relation[]): DrawnTopology {
  const nodes = names.map((name) => ({
    id: name,
    kind: 'resource' as const,
    label: name,
    environment,
    resource: name,
    icon: '',
    params: {},
    hierarchyConfig: {},
    position: { x: 0, y: 0 },
  }))
  const edges = relations.map(({ id, parent, resource }) => ({ id, source: parent, target: resource }))
  const [start = ''] = names
  const places = layOut({ nodes, edges: removeCycles(edges, start) }, 'TB')
  const placed = nodes.map((node) => ({ ...node, position: places.get(node.id) ?? node.position }))
  return { name: start, service: '', orientation: 'TB', nodes: placed, edges }
}
