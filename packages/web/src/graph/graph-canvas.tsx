import type { Point } from '@opsgraph/draw'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { IconButton } from '../ui/button.js'
import { type Editing, EditLayer, locateHandle, startDrag } from './editing.js'
import { listenToGestures } from './gestures.js'
import styles from './graph-canvas.module.css'
import { GraphView } from './graph-view.js'
import type { Marks } from './painting.js'
import { DIRECTIONS, findNodeInDirection, type GraphToDraw } from './placed-graph.js'

/** The actions that a page can trigger on a canvas. */
export interface GraphHandle {
  /** Pans by the least distance that makes a node visible. */
  reveal(id: string): void
}

interface GraphCanvasProps {
  readonly ref?: Ref<GraphHandle>
  /** A description of the canvas for screen readers. */
  readonly label: string
  readonly graph: GraphToDraw
  /**
   * Identifies what the canvas shows. As long as this text stays the same, a change of the graph moves and zooms
   * nothing. When it changes, the canvas shows the whole new graph.
   */
  readonly picture: string
  readonly marks: Marks
  /** The id of the selected node. */
  readonly selected: string | undefined
  readonly onSelect: (id: string | undefined) => void
  /**
   * Returns a text about a node. Screen readers read this text for the selected node. It is also the tooltip of the
   * node below the pointer.
   */
  readonly describe: (id: string) => string
  /** How pointers may edit the graph; `undefined` = they cannot. */
  readonly editing?: Editing | undefined
}

const ZOOM_STEP = 1.3

/** Shows a graph. Pointers and the wheel pan and zoom it; an arrow key selects the next node in its direction. */
export function GraphCanvas(props: GraphCanvasProps) {
  const { ref, label, graph, picture, marks, selected, onSelect, describe, editing } = props
  const surface = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<SVGSVGElement>(null)
  const [view, setView] = useState<GraphView>()
  const [isPlaced, setPlaced] = useState(false)
  const [fault, setFault] = useState<Error>()
  if (fault !== undefined) throw fault
  const { nodes } = graph.topology
  const latest = useLatest({ onSelect, describe, editing, selected })
  /**
   * `sentNodes` are the nodes that were last sent to the worker. `placedNodes` are the nodes for which the worker has
   * last returned positions. The view finds nodes by these positions, so its indices are indices in `placedNodes`.
   */
  const sentNodes = useRef(nodes)
  const placedNodes = useRef(nodes)

  useEffect(() => {
    const element = surface.current
    if (element === null || canvas.current === null || overlay.current === null) return
    const layer = new EditLayer(overlay.current)
    const idOf = (node: number) => placedNodes.current[node]?.id
    const selectedNode = () => placedNodes.current.findIndex(({ id }) => id === latest.current.selected)
    const opened = new GraphView(canvas.current, {
      onPlaced: () => {
        placedNodes.current = sentNodes.current
        setPlaced(true)
      },
      onFailed: (message) => setFault(new Error(message)),
      onChange: () => {
        const { editing: allowed } = latest.current
        const number = allowed === undefined ? -1 : selectedNode()
        const box = allowed?.canMove(idOf(number) ?? '') && number >= 0 ? opened.getViewportBox(number) : undefined
        layer.showHandle(box && locateHandle(box))
      },
    })
    const sizes = new ResizeObserver(() => opened.resize({ width: element.clientWidth, height: element.clientHeight }))
    sizes.observe(element)
    const idAt = (at: Point) => idOf(opened.findNodeAt(at))
    const stopGestures = listenToGestures(element, {
      onPan: (dx, dy) => opened.pan(dx, dy),
      onZoom: (factor, at) => opened.zoom(factor, at),
      onGrab: (at) => {
        const { editing: allowed } = latest.current
        return allowed && startDrag(at, { view: opened, layer, editing: allowed, idOf, selected: selectedNode() })
      },
      onPress: (at) => latest.current.onSelect(idAt(at)),
      onHover: (at) => {
        const id = idAt(at)
        element.style.cursor = id === undefined ? 'grab' : 'pointer'
        element.title = id === undefined ? '' : latest.current.describe(id)
      },
    })
    const stopRecoloring = onRecolored(() => opened.recolor())
    setView(opened)
    return () => {
      sizes.disconnect()
      stopGestures()
      stopRecoloring()
      opened.stop()
      layer.stop()
      setPlaced(false)
    }
  }, [latest])

  const drawn = useRef<{ view: GraphView; picture: string }>(undefined)
  useEffect(() => {
    if (view === undefined) return
    sentNodes.current = graph.topology.nodes
    view.draw(graph, drawn.current?.view !== view || drawn.current.picture !== picture)
    drawn.current = { view, picture }
  }, [view, graph, picture])
  useEffect(() => view?.mark(marks), [view, marks])

  const reveal = (id: string) => {
    const number = placedNodes.current.findIndex((node) => node.id === id)
    if (number >= 0) view?.reveal(number)
  }
  useImperativeHandle(ref, () => ({ reveal }))

  const step = (direction: Point) => {
    if (view?.placed === undefined) return
    const from = nodes.findIndex(({ id }) => id === selected)
    const number =
      from < 0 ? nodes.findIndex(({ kind }) => kind === 'service') : findNodeInDirection(view.placed, from, direction)
    const id = nodes[number]?.id
    if (id === undefined) return
    onSelect(id)
    view.reveal(number)
  }
  const zoomIn = () => view?.zoom(ZOOM_STEP)
  const zoomOut = () => view?.zoom(1 / ZOOM_STEP)
  const fit = () => view?.fit()
  /** @returns whether the key has an action */
  const act = (key: string) => {
    if (Object.hasOwn(DIRECTIONS, key)) step(DIRECTIONS[key as keyof typeof DIRECTIONS])
    else if (key === '+' || key === '=') zoomIn()
    else if (key === '-') zoomOut()
    else if (key === '0') fit()
    else if (key === 'Escape') onSelect(undefined)
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || view === undefined) return
    if (act(event.key)) event.preventDefault()
  }

  return (
    <div className={styles.frame}>
      <div
        ref={surface}
        className={styles.surface}
        role="application"
        aria-label={`${label} Arrow keys go from node to node, plus and minus zoom, 0 shows all, Escape clears the selection.`}
        aria-busy={!isPlaced}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: this element handles keys
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} className={styles.canvas} />
        <svg ref={overlay} className={styles.layer} aria-hidden="true" />
      </div>
      <span role="status" className="unseen">
        {selected !== undefined && describe(selected)}
      </span>
      <div className={styles.controls}>
        <IconButton icon="plus" label="Zoom in" onClick={zoomIn} />
        <IconButton icon="minus" label="Zoom out" onClick={zoomOut} />
        <IconButton icon="fit" label="Show all" onClick={fit} />
      </div>
    </div>
  )
}

/** Returns a reference to the latest value, for listeners that are registered only once. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

/**
 * Calls `recolor` when the color theme changes, either by the theme switch of the console or by the setting of the
 * operating system.
 *
 * @returns a function that stops listening
 */
function onRecolored(recolor: () => void): () => void {
  const switched = new MutationObserver(recolor)
  switched.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', recolor)
  return () => {
    switched.disconnect()
    system.removeEventListener('change', recolor)
  }
}
