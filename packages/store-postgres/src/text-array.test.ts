import { describe, expect, it } from 'vitest'
import { textArray } from './text-array.js'

describe('textArray', () => {
  it('should quote each item', () => {
    expect(textArray([])).toBe('{}')
    expect(textArray(['a', '', 'null', 'x,y', '{z}', ' '])).toBe('{"a","","null","x,y","{z}"," "}')
  })

  it('should escape quotes and backslashes', () => {
    expect(textArray(['plain', 'say "hi"'])).toBe('{"plain","say \\"hi\\""}')
    expect(textArray(['C:\\temp', 'plain'])).toBe('{"C:\\\\temp","plain"}')
  })

  it('should write null for null and for texts that PostgreSQL cannot store', () => {
    expect(textArray(['a', null, 'b\u0000', '\ud83d', '😀'])).toBe('{"a",null,null,null,"😀"}')
  })

  it('should not take two halves of a character in neighboring items for one character', () => {
    expect(textArray(['\ud83d', '\ude00'])).toBe('{null,null}')
  })
})
