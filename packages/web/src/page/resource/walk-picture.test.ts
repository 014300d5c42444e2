import { describe, expect, it } from 'vitest'
import { removeCycles } from './walk-picture.js'

describe('withoutLoops', () => {
  it('should keep edges without cycles', () => {
    expect(kept('a>b a>c b>d c>d', 'a')).toBe('a>b a>c b>d c>d')
  })

  it('should remove the edge that closes a cycle, seen from the start', () => {
    expect(kept('a>b b>c c>a c>d', 'a')).toBe('a>b b>c c>d')
    expect(kept('a>b b>c c>a c>d', 'b')).toBe('b>c c>a c>d')
  })

  it('should break cycles that the start does not reach', () => {
    expect(kept('x>y y>x x>a', 'a')).toBe('x>a x>y')
  })

  it('should handle a chain of any length', () => {
    const edges = Array.from({ length: 100_000 }, (_, index) => ({ source: `n${index}`, target: `n${index + 1}` }))
    expect(removeCycles(edges, 'n0')).toHaveLength(edges.length)
  })
})

function kept(text: string, start: string): string {
  const edges = text.split(' ').map((each) => ({ source: each.slice(0, 1), target: each.slice(2) }))
  return removeCycles(edges, start)
    .map(({ source, target }) => `${source}>${target}`)
    .sort()
    .join(' ')
}
