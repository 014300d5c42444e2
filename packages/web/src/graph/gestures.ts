import type { Point } from '@opsgraph/draw'

interface Gestures {
  readonly onPan: (dx: number, dy: number) => void
  readonly onZoom: (factor: number, at: Point) => void
  /** Called when a pointer is pressed and released without a movement. */
  readonly onPress: (at: Point) => void
  /** Called when a pointer moves without a pressed button. */
  readonly onHover: (at: Point) => void
  /**
   * Returns a drag if there is an object to drag at the pressed point. If the function returns `undefined`, the pointer
   * pans the whole graph.
   */
  readonly onGrab: (at: Point) => Drag | undefined
}

/** Receives the movements of a pointer until the pointer is released. */
export interface Drag {
  readonly move: (at: Point) => void
  readonly drop: (at: Point) => void
  readonly cancel: () => void
}

/** The maximum distance in pixels that a pressed pointer moves before the press becomes a drag. */
const DRAG_THRESHOLD = 4
/**
 * How much each pixel of wheel movement zooms. Browsers report a pinch on a trackpad as wheel movement with Ctrl, but
 * with fewer pixels than a turn of the wheel. So each pixel of a pinch zooms more.
 */
const ZOOM_PER_PIXEL = { turn: 0.0015, pinch: 0.01 }
/** The number of pixels that one line counts as, for browsers that report wheel movement in lines. */
const PIXELS_PER_LINE = 20

/**
 * Listens to pointers and the wheel on an element. One pointer pans the graph; two pointers or the wheel zoom it.
 *
 * @returns a function that stops listening
 */
export function listenToGestures(element: HTMLElement, gestures: Gestures): () => void {
  const pointers = new Map<number, Point>()
  let distanceMoved = 0
  let drag: Drag | undefined
  const at = (event: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return
    if (pointers.size === 0) {
      distanceMoved = 0
      drag = gestures.onGrab(at(event))
    } else cancelDrag()
    pointers.set(event.pointerId, at(event))
    element.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId)
    const now = at(event)
    if (before === undefined) return gestures.onHover(now)
    distanceMoved += Math.hypot(now.x - before.x, now.y - before.y)
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId)
    pointers.set(event.pointerId, now)
    if (other !== undefined) pinch(before, now, other[1])
    else if (distanceMoved > DRAG_THRESHOLD && drag !== undefined) drag.move(now)
    else if (distanceMoved > DRAG_THRESHOLD) gestures.onPan(now.x - before.x, now.y - before.y)
  }
  const cancelDrag = () => {
    drag?.cancel()
    drag = undefined
  }
  const pinch = (before: Point, now: Point, other: Point) => {
    const factor = measureDistance(now, other) / Math.max(1, measureDistance(before, other))
    gestures.onZoom(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
    gestures.onPan((now.x - before.x) / 2, (now.y - before.y) / 2)
  }
  const up = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return
    const dragged = drag
    drag = undefined
    if (event.type !== 'pointerup') dragged?.cancel()
    else if (distanceMoved > DRAG_THRESHOLD) dragged?.drop(at(event))
    else if (pointers.size === 0) {
      dragged?.cancel()
      gestures.onPress(at(event))
    }
  }
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    const turned = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? PIXELS_PER_LINE : 1)
    gestures.onZoom(Math.exp(-turned * (event.ctrlKey ? ZOOM_PER_PIXEL.pinch : ZOOM_PER_PIXEL.turn)), at(event))
  }
  const ended = new AbortController()
  const { signal } = ended
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', up, { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
  return () => ended.abort()
}

function measureDistance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
