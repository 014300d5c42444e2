import type { DrawnNode } from '@opsgraph/core/browser'
import { describe, expect, it } from 'vitest'
import { paramsOf, shownText, unreadableParams } from './params-text.js'

describe('params as text', () => {
  it('should be an object of JSON; nothing says the empty one', () => {
    expect(paramsOf('{"a": [1]}')).toEqual({ a: [1] })
    expect(paramsOf(' \n')).toEqual({})
    for (const text of ['{"a": ', '[1]', 'null', '"a"', '1']) expect(paramsOf(text)).toBeUndefined()
  })

  it('should stay as they were written while they say the same, or are no JSON yet', () => {
    expect(shownText('{"a":1}', { a: 1 })).toBe('{"a":1}')
    expect(shownText('{"a":', { b: 2 })).toBe('{"a":')
    expect(shownText('', {})).toBe('')
  })

  it('should follow params that became others', () => {
    expect(shownText('{"a":1}', { a: 2 })).toBe('{\n  "a": 2\n}')
    expect(shownText('{"a":1}', {})).toBe('')
    expect(shownText(undefined, { a: 1 })).toBe('{\n  "a": 1\n}')
  })

  it('should be a fault at its node as long as they are no JSON, and none at a node that is gone', () => {
    const texts = new Map([
      ['web', '{"a": '],
      ['db', '{}'],
      ['gone', '{'],
    ])
    const nodes = ['web', 'db', 'other'].map((id) => ({ id, label: id }) as DrawnNode)
    expect(unreadableParams(texts, nodes)).toEqual([
      { code: 'invalidParams', message: expect.stringContaining('“web”'), nodes: ['web'], edges: [] },
    ])
  })
})
