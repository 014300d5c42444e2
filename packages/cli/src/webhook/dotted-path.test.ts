import { describe, expect, it } from 'vitest'
import { followPath } from './dotted-path.js'

describe('follow', () => {
  it.each([
    ['a.b', { a: { b: 1 } }, ['a', 'b'], 1],
    ['a.b.c', { a: {}, 'a.b': { c: 2 } }, ['a.b', 'c'], 2],
    ['a.x.y', { a: { b: 1 } }, ['a'], undefined],
    ['ab', { a: 1 }, [], undefined],
    ['toString', {}, [], undefined],
    ['a.b', { a: null }, ['a'], undefined],
    ['', { a: 1 }, [], { a: 1 }],
    ['a[1].b', { a: [{}, { b: 2 }] }, ['a', 1, 'b'], 2],
    ['a[0][1]', { a: [[1, 2]] }, ['a', 0, 1], 2],
    ['a[2].b', { a: [{}] }, ['a'], undefined],
    ['a[0]', { a: [1], 'a[0]': 2 }, ['a[0]'], 2],
  ])('should follow %j in %j', (path, value, steps, found) => {
    expect(followPath(value, path)).toEqual({ steps, value: found })
  })
})
