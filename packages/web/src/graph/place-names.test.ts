import type { Rect } from '@opsgraph/draw'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureWidth, NAME, type NameToPlace, type PlacedName, placeNames } from './place-names.js'

const EVERYWHERE: Rect = { left: -10_000, top: -10_000, right: 10_000, bottom: 10_000 }

describe('placeNames', () => {
  it('should replace a box with its name if the whole name fits', () => {
    expect(placeNames([at(0, 0, 'database')], EVERYWHERE)).toMatchObject([
      { lines: ['database'], x: 20, y: 8, align: 'center', plate: { top: 0, bottom: 16 } },
    ])
  })

  it('should put a name below its box, on two lines, if it would be cut beside others', () => {
    const row = [0, 1, 2].map((column) => at(column * 55, 0, 'payment-gateway'))
    expect(placeNames(row, EVERYWHERE).map((name) => name?.lines)).toEqual(row.map(() => ['payment-', 'gateway']))
  })

  it('should cut a name if there is no room below either, and leave it out if too little would be left', () => {
    const grid = (width: number) =>
      [0, 1, 2].flatMap((column) => [0, 1, 2].map((row) => at(column * width, row * 18, 'payment-gateway')))
    const middle = (names: readonly (PlacedName | undefined)[]) => names[4]?.lines
    expect(middle(placeNames(grid(60), EVERYWHERE))).toEqual(['paymen…'])
    expect(middle(placeNames(grid(44), EVERYWHERE))).toBeUndefined()
  })

  it('should put a whole name below its box with a mark, which stays in place', () => {
    const names = placeNames([{ ...at(0, 0, 'payment-gateway'), mark: 12 }, at(60, 0, 'web')], EVERYWHERE)
    expect(names).toMatchObject([{ lines: ['payment-', 'gateway'], plate: undefined }, { lines: ['web'] }])
  })

  it('should put a name beside a mark over other boxes, which then get no name', () => {
    const nodes = [{ ...at(0, 0, 'recommendation-service'), mark: 12 }, at(60, 0, 'web')]
    const names = placeNames(nodes, EVERYWHERE)
    expect(names).toMatchObject([
      { lines: ['recommendation-service'], plate: { left: 0 }, mark: { left: 3 } },
      undefined,
    ])
  })

  it('should extend to the left if the right is beyond the border', () => {
    const nodes = [{ ...at(0, 0, 'recommendation-service'), mark: 12 }, at(0, 20, 'web')]
    const names = placeNames(nodes, { ...EVERYWHERE, right: 60 })
    expect(names[0]).toMatchObject({ lines: ['recommendation-service'], plate: { right: 40 } })
  })

  it('should never let a name cover another name, nor a name without a mark the box of another node', () => {
    fc.assert(
      fc.property(fc.array(generateNode(), { maxLength: 30 }), (nodes) => {
        const rects = placeNames(nodes, EVERYWHERE).map((name) => name && rectOf(name))
        for (const [index, rect] of rects.entries()) {
          const others = rects.filter((_, number) => number < index)
          const boxes = nodes.filter(({ mark }, number) => number !== index && mark === undefined).map(({ box }) => box)
          const obstacles = nodes[index]?.mark === undefined ? [...others, ...boxes] : others
          expect(obstacles.filter((other) => overlap(rect, other))).toEqual([])
        }
      }),
    )
  })
})

// Helpers

function at(left: number, top: number, label: string): NameToPlace {
  return { label, box: { left, top, right: left + 40, bottom: top + 16 } }
}

/** Generates nodes on a grid, so that two boxes overlap only if they are at the same place. */
function generateNode(): fc.Arbitrary<NameToPlace> {
  const place = fc.record({ x: fc.nat(8), y: fc.nat(8) })
  return fc
    .tuple(place, fc.constantFrom('web', 'database', 'recommendation-service'), fc.boolean())
    .map(([{ x, y }, label, isMarked]) => {
      const node = at(x * 52, y * 21, label)
      return isMarked ? { ...node, mark: 12 } : node
    })
}

function rectOf({ lines, x, y, plate }: PlacedName): Rect {
  if (plate !== undefined) return plate
  const [width, height] = [measureWidth(lines), lines.length * NAME.line]
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }
}

/** Whether two rectangles overlap by more than a rounding error. */
function overlap(one: Rect | undefined, other: Rect | undefined): boolean {
  if (one === undefined || other === undefined) return false
  const [wide, high] = [
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  ]
  return wide > 0.1 && high > 0.1
}
