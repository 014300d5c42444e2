import type { Point } from '@opsgraph/draw'
import { describe, expect, it } from 'vitest'
import { type EditLayer, locateHandle, startDrag } from './editing.js'
import type { GraphView } from './graph-view.js'

/** The boxes of two nodes of 100 x 40 pixels, the second below the first, at the scale 0.5. */
const BOXES = [
  { left: 0, top: 0, right: 50, bottom: 20 },
  { left: 0, top: 100, right: 50, bottom: 120 },
]
const IDS = ['web', 'db']
const ON_WEB = { x: 10, y: 5 }
const ON_DB = { x: 10, y: 110 }
const NOWHERE = { x: 300, y: 300 }
const HANDLE = { x: 25, y: 20 }

describe('grab', () => {
  it('should move the pressed node by the distance of the pointer in the graph, and show its outline meanwhile', () => {
    const { begin, done } = scene()
    const drag = begin(ON_WEB)
    drag?.move({ x: 30, y: 15 })
    drag?.drop({ x: 40, y: 5 })
    expect(done).toEqual(['box 20,10', 'clear', 'move web 60,0'])
  })

  it('should grab nothing beside nodes, nor a node that may not be moved', () => {
    expect(scene().begin(NOWHERE)).toBeUndefined()
    expect(scene({ canMove: (id) => id !== 'web' }).begin(ON_WEB)).toBeUndefined()
  })

  it('should draw an edge from the handle of the selected node to the node where the pointer is released', () => {
    const { begin, done } = scene({ selected: 0 })
    const drag = begin({ x: HANDLE.x + 13, y: HANDLE.y })
    drag?.move(ON_DB)
    drag?.drop(ON_DB)
    expect(done).toEqual(['line 25,20 10,110', 'clear', 'connect web db'])
  })

  it('should recognize only the handle of the selected node, and only within its radius', () => {
    const { begin, done } = scene()
    begin(HANDLE)?.drop(ON_DB)
    expect(done.some((each) => each.startsWith('connect'))).toBe(false)
    expect(scene({ selected: 0 }).begin({ x: HANDLE.x, y: HANDLE.y + 15 })).toBeUndefined()
    expect(scene({ selected: 0, canMove: () => false }).begin(HANDLE)).toBeUndefined()
  })

  it('should not connect a node with itself, nor with an empty place', () => {
    for (const at of [ON_WEB, NOWHERE]) {
      const { begin, done } = scene({ selected: 0 })
      begin(HANDLE)?.drop(at)
      expect(done).toEqual(['clear'])
    }
  })

  it('should do nothing if it is canceled', () => {
    for (const at of [ON_WEB, HANDLE]) {
      const { begin, done } = scene({ selected: 0 })
      begin(at)?.cancel()
      expect(done).toEqual(['clear'])
    }
  })
})

describe('handleOf', () => {
  it('should be the middle of the lower border', () => {
    expect(locateHandle({ left: 10, top: 0, right: 30, bottom: 8 })).toEqual({ x: 20, y: 8 })
  })
})

// Helpers

interface Scene {
  readonly selected?: number
  readonly canMove?: (id: string) => boolean
}

/** Calls `startDrag` with a fake view and a fake layer, which record their calls as texts. */
function scene({ selected = -1, canMove = () => true }: Scene = {}) {
  const done: string[] = []
  const words = ({ x, y }: Point) => `${x},${y}`
  const view: Pick<GraphView, 'getViewportBox' | 'findNodeAt' | 'toGraphDistance'> = {
    getViewportBox: (node) => BOXES[node],
    findNodeAt: ({ x, y }) =>
      BOXES.findIndex((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom),
    toGraphDistance: ({ x, y }) => ({ x: 2 * x, y: 2 * y }),
  }
  const layer: Pick<EditLayer, 'showBox' | 'showLine' | 'clear'> = {
    showBox: (_, by) => done.push(`box ${words(by)}`),
    showLine: (from, to) => done.push(`line ${words(from)} ${words(to)}`),
    clear: () => done.push('clear'),
  }
  const editing = {
    canMove,
    onMove: (id: string, by: Point) => done.push(`move ${id} ${words(by)}`),
    onConnect: (source: string, target: string) => done.push(`connect ${source} ${target}`),
  }
  const begin = (at: Point) =>
    startDrag(at, { view: view as GraphView, layer: layer as EditLayer, editing, idOf: (node) => IDS[node], selected })
  return { begin, done }
}
