import { describe, expect, it } from 'vitest'
import { pathOf, ROOT, type TreePlace } from './tree-place.js'

describe('pathOf', () => {
  it('should name every step of a place up to 20 levels deep, and of a deeper one the first and the last ten', () => {
    const ten = '.children[1]'.repeat(10)
    expect(pathOf(ROOT)).toBe('tree')
    expect(pathOf(place(20))).toBe(`tree${ten}${ten}`)
    expect(pathOf(place(21))).toBe(`tree${ten}…${ten}`)
  })
})

// Helpers

function place(levels: number): TreePlace {
  return levels === 0 ? ROOT : { parent: place(levels - 1), step: 1 }
}
