import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { EditLayer } from './edit-layer.js'
import { type Editing, grab, handleOf } from './editing.js'
import { listenToGestures } from './gestures.js'
import styles from './graph-canvas.module.css'
import { GraphControls } from './graph-controls.js'
import { GraphView } from './graph-view.js'
import type { Marks } from './marks.js'
import type { GraphToDraw } from './placed-graph.js'
import { DIRECTIONS, stepTo } from './step-to.js'

/** What a page can have a canvas do. */
export interface GraphHandle {
  /** Moves as little as needed to show a node. */
  reveal(id: string): void
}

interface GraphCanvasProps {
  readonly ref?: Ref<GraphHandle>
  /** What it shows, for those who do not see it. */
  readonly label: string
  readonly graph: GraphToDraw
  /** Names the picture: as long as it stays the same, so do the part that is seen and its size. */
  readonly picture: string
  readonly marks: Marks
  /** The node that is selected, by its id. */
  readonly selected: string | undefined
  readonly onSelect: (id: string | undefined) => void
  /** What is read aloud of the selected node, and shown to a pointer that rests on one. */
  readonly tell: (id: string) => string
  /** What pointers may change; by default nothing. */
  readonly editing?: Editing | undefined
}

const ZOOM_STEP = 1.3

/** A graph to look at: pointers, wheel and fingers move it, arrow keys go from node to node. */
export function GraphCanvas(props: GraphCanvasProps) {
  const { ref, label, graph, picture, marks, selected, onSelect, tell, editing } = props
  const surface = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<SVGSVGElement>(null)
  const [view, setView] = useState<GraphView>()
  const [isPlaced, setPlaced] = useState(false)
  const [fault, setFault] = useState<Error>()
  if (fault !== undefined) throw fault
  const { nodes } = graph.topology
  const latest = useLatest({ onSelect, tell, editing, selected })
  /** The nodes that were sent to be placed, and those that are: the numbers of what is seen are of these. */
  const sent = useRef(nodes)
  const seen = useRef(nodes)

  useEffect(() => {
    const element = surface.current
    if (element === null || canvas.current === null || overlay.current === null) return
    const layer = new EditLayer(overlay.current)
    const idOf = (node: number) => seen.current[node]?.id
    const selectedNode = () => seen.current.findIndex(({ id }) => id === latest.current.selected)
    const opened = new GraphView(canvas.current, {
      onPlaced: () => {
        seen.current = sent.current
        setPlaced(true)
      },
      onFailed: (message) => setFault(new Error(message)),
      onShown: () => {
        const { editing: allowed } = latest.current
        const number = allowed === undefined ? -1 : selectedNode()
        const box = allowed?.canMove(idOf(number) ?? '') && number >= 0 ? opened.seenBox(number) : undefined
        layer.handle(box && handleOf(box))
      },
    })
    const sizes = new ResizeObserver(() => opened.resize({ width: element.clientWidth, height: element.clientHeight }))
    sizes.observe(element)
    const idAt = (at: { x: number; y: number }) => idOf(opened.nodeAt(at))
    const unlisten = listenToGestures(element, {
      onPan: (dx, dy) => opened.pan(dx, dy),
      onZoom: (factor, at) => opened.zoom(factor, at),
      onGrab: (at) => {
        const { editing: allowed } = latest.current
        return allowed && grab(at, { view: opened, layer, editing: allowed, idOf, selected: selectedNode() })
      },
      onPress: (at) => latest.current.onSelect(idAt(at)),
      onHover: (at) => {
        const id = idAt(at)
        element.style.cursor = id === undefined ? 'grab' : 'pointer'
        element.title = id === undefined ? '' : latest.current.tell(id)
      },
    })
    const uncolor = onRecolored(() => opened.recolor())
    setView(opened)
    return () => {
      sizes.disconnect()
      unlisten()
      uncolor()
      opened.stop()
      layer.stop()
      setPlaced(false)
    }
  }, [latest])

  const shown = useRef<{ view: GraphView; picture: string }>(undefined)
  useEffect(() => {
    if (view === undefined) return
    sent.current = graph.topology.nodes
    view.draw(graph, shown.current?.view !== view || shown.current.picture !== picture)
    shown.current = { view, picture }
  }, [view, graph, picture])
  useEffect(() => view?.mark(marks), [view, marks])

  const reveal = (id: string) => {
    const number = seen.current.findIndex((node) => node.id === id)
    if (number >= 0) view?.reveal(number)
  }
  useImperativeHandle(ref, () => ({ reveal }))

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || view === undefined) return
    const isKnown = keyAction(event.key, { view, step, clear: () => onSelect(undefined) })
    if (isKnown) event.preventDefault()
  }
  const step = (key: keyof typeof DIRECTIONS) => {
    if (view?.placed === undefined) return
    const from = nodes.findIndex(({ id }) => id === selected)
    const number =
      from < 0 ? nodes.findIndex(({ kind }) => kind === 'service') : stepTo(view.placed, from, DIRECTIONS[key])
    const id = nodes[number]?.id
    if (id === undefined) return
    onSelect(id)
    view.reveal(number)
  }

  return (
    <div className={styles.frame}>
      <div
        ref={surface}
        className={styles.surface}
        role="application"
        aria-label={`${label} Arrow keys go from node to node, plus and minus zoom, 0 shows all, Escape clears the selection.`}
        aria-busy={!isPlaced}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys act on what is drawn in it
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} className={styles.canvas} />
        <svg ref={overlay} className={styles.layer} aria-hidden="true" />
      </div>
      <span role="status" className="unseen">
        {selected !== undefined && tell(selected)}
      </span>
      <GraphControls
        onZoomIn={() => view?.zoom(ZOOM_STEP)}
        onZoomOut={() => view?.zoom(1 / ZOOM_STEP)}
        onFit={() => view?.fit()}
      />
    </div>
  )
}

interface KeyActions {
  readonly view: GraphView
  readonly step: (key: keyof typeof DIRECTIONS) => void
  readonly clear: () => void
}

/** @returns whether the key means something here */
function keyAction(key: string, { view, step, clear }: KeyActions): boolean {
  if (Object.hasOwn(DIRECTIONS, key)) step(key as keyof typeof DIRECTIONS)
  else if (key === '+' || key === '=') view.zoom(ZOOM_STEP)
  else if (key === '-') view.zoom(1 / ZOOM_STEP)
  else if (key === '0') view.fit()
  else if (key === 'Escape') clear()
  else return false
  return true
}

/** What listeners read that are set once. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

/** Tells when the page takes on other colors: by the switch of the console, or by the system. @returns what ends it */
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
