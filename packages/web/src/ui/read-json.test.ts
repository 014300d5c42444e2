import { describe, expect, it } from 'vitest'
import { readJson } from './read-json.js'

describe('readJson', () => {
  it('should return the value', () => {
    expect(readJson('{"a": [1]}')).toEqual({ value: { a: [1] } })
  })

  it('should report the line and column of a fault', () => {
    const read = readJson('{\n  "a": 1\n  "b": 2\n}')
    expect(read).toEqual({ fault: { line: 3, column: 3, message: expect.not.stringContaining('position') } })
  })

  it('should report the end of a text that ends too early', () => {
    expect(readJson('{\n  "a": [\n')).toMatchObject({ fault: { line: 2, column: 9 } })
  })
})
