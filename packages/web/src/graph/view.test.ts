import { describe, expect, it } from 'vitest'
import { computeVisibleRect, fitView, revealInView, toGraphPoint, zoomView } from './view.js'

const SIZE = { width: 1000, height: 500 }

describe('fitted', () => {
  it('should show the whole of a large graph, centered', () => {
    const view = fitView({ left: -1000, top: 0, right: 9000, bottom: 1000 }, SIZE)
    const seen = computeVisibleRect(view, SIZE)
    expect(seen.left).toBeLessThan(-1000)
    expect(seen.right).toBeGreaterThan(9000)
    expect((seen.left + seen.right) / 2).toBeCloseTo(4000)
    expect((seen.top + seen.bottom) / 2).toBeCloseTo(500)
  })

  it('should not enlarge a small graph', () => {
    expect(fitView({ left: 0, top: 0, right: 100, bottom: 50 }, SIZE).scale).toBe(1)
  })
})

describe('zoomed', () => {
  const view = { x: 10, y: 20, scale: 0.5 }

  it('should keep the point under the pointer in place', () => {
    const at = { x: 300, y: 100 }
    expect(toGraphPoint(zoomView(view, 1.3, at), at)).toEqual(toGraphPoint(view, at))
  })

  it('should stop at the largest and the smallest scale, and still keep the point', () => {
    const at = { x: 300, y: 100 }
    for (const factor of [1e9, 1e-9]) {
      const far = zoomView(view, factor, at)
      expect(zoomView(far, factor, at)).toEqual(far)
      expect(toGraphPoint(far, at).x).toBeCloseTo(toGraphPoint(view, at).x)
    }
  })
})

describe('revealing', () => {
  const view = { x: 0, y: 0, scale: 1 }

  it('should return the same view if the rectangle is visible', () => {
    expect(revealInView(view, { left: 100, top: 100, right: 200, bottom: 200 }, SIZE)).toBe(view)
  })

  it.each([
    [{ left: -50, top: 100, right: 20, bottom: 200 }],
    [{ left: 980, top: 100, right: 1100, bottom: 200 }],
    [{ left: 100, top: 700, right: 200, bottom: 760 }],
  ])('should make %o visible', (rect) => {
    const seen = computeVisibleRect(revealInView(view, rect, SIZE), SIZE)
    expect(seen.left).toBeLessThanOrEqual(rect.left)
    expect(seen.right).toBeGreaterThanOrEqual(rect.right)
    expect(seen.top).toBeLessThanOrEqual(rect.top)
    expect(seen.bottom).toBeGreaterThanOrEqual(rect.bottom)
  })
})
