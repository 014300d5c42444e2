import type { Point } from '@opsgraph/core/browser'

interface Gestures {
  readonly onPan: (dx: number, dy: number) => void
  readonly onZoom: (factor: number, at: Point) => void
  /** A press without a movement. */
  readonly onPress: (at: Point) => void
  /** A pointer that rests or moves, and presses nothing. */
  readonly onHover: (at: Point) => void
  /** A press that may become a drag of what is there; `undefined` = of the whole. */
  readonly onGrab: (at: Point) => Drag | undefined
}

/** Something that follows the pointer until it is let go. */
export interface Drag {
  readonly move: (at: Point) => void
  readonly drop: (at: Point) => void
  readonly cancel: () => void
}

/** Pixels that a pointer may move during a press. */
const STEADY = 4
/** How much larger a pixel of the wheel makes it; fingers on a trackpad, which browsers tell as Ctrl, move less. */
const WHEEL = { turn: 0.0015, pinch: 0.01 }
/** Pixels that a line of a wheel stands for. */
const LINE = 20

/** Listens to pointers and the wheel on an element: one pointer moves, two or the wheel zoom. @returns what ends it */
export function listenToGestures(element: HTMLElement, gestures: Gestures): () => void {
  const pointers = new Map<number, Point>()
  let way = 0
  let drag: Drag | undefined
  const at = (event: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return
    if (pointers.size === 0) {
      way = 0
      drag = gestures.onGrab(at(event))
    } else letGo()
    pointers.set(event.pointerId, at(event))
    element.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId)
    const now = at(event)
    if (before === undefined) return gestures.onHover(now)
    way += Math.hypot(now.x - before.x, now.y - before.y)
    const [other] = [...pointers].filter(([id]) => id !== event.pointerId)
    pointers.set(event.pointerId, now)
    if (other !== undefined) pinch(before, now, other[1])
    else if (way > STEADY && drag !== undefined) drag.move(now)
    else if (way > STEADY) gestures.onPan(now.x - before.x, now.y - before.y)
  }
  const letGo = () => {
    drag?.cancel()
    drag = undefined
  }
  const pinch = (before: Point, now: Point, other: Point) => {
    const factor = distance(now, other) / Math.max(1, distance(before, other))
    gestures.onZoom(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
    gestures.onPan((now.x - before.x) / 2, (now.y - before.y) / 2)
  }
  const up = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return
    const dragged = drag
    drag = undefined
    if (event.type !== 'pointerup') dragged?.cancel()
    else if (way > STEADY) dragged?.drop(at(event))
    else if (pointers.size === 0) {
      dragged?.cancel()
      gestures.onPress(at(event))
    }
  }
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    const turned = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1)
    gestures.onZoom(Math.exp(-turned * (event.ctrlKey ? WHEEL.pinch : WHEEL.turn)), at(event))
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

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
