import type { DrawnNode } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import { chooseFieldText, findUnreadableParams, readParams } from './params-text.js'

describe('params as text', () => {
  it('should be a JSON object; an empty text is the empty object', () => {
    expect(readParams('{"a": [1]}')).toEqual({ a: [1] })
    expect(readParams(' \n')).toEqual({})
    for (const text of ['{"a": ', '[1]', 'null', '"a"', '1']) expect(readParams(text)).toBeUndefined()
  })

  it('should keep the written text while it has the same value or is not JSON yet', () => {
    expect(chooseFieldText('{"a":1}', { a: 1 })).toBe('{"a":1}')
    expect(chooseFieldText('{"a":', { b: 2 })).toBe('{"a":')
    expect(chooseFieldText('', {})).toBe('')
  })

  it('should show the new params after a change', () => {
    expect(chooseFieldText('{"a":1}', { a: 2 })).toBe('{\n  "a": 2\n}')
    expect(chooseFieldText('{"a":1}', {})).toBe('')
    expect(chooseFieldText(undefined, { a: 1 })).toBe('{\n  "a": 1\n}')
  })

  it('should be a fault of its node while the text is not JSON, but not of a removed node', () => {
    const texts = new Map([
      ['web', '{"a": '],
      ['db', '{}'],
      ['gone', '{'],
    ])
    const nodes = ['web', 'db', 'other'].map((id) => ({ id, label: id }) as DrawnNode)
    expect(findUnreadableParams(texts, nodes)).toEqual([
      { code: 'invalidParams', message: expect.stringContaining('“web”'), nodes: ['web'], edges: [] },
    ])
  })
})
