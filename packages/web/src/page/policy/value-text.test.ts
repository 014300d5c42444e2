import { describe, expect, it } from 'vitest'
import { readValue, writeValue } from './value-text.js'

describe('the text of a value', () => {
  it.each([
    ['closed', 'closed'],
    ['900', 900],
    ['"900"', '900'],
    ['null', null],
    ['true', true],
    ['""', ''],
    ['["a","b"]', ['a', 'b']],
    ['"\\"quoted\\""', '"quoted"'],
    ['not [json', 'not [json'],
    ['1.10', '1.10'],
    ['12345678901234567890', '12345678901234567890'],
  ])('should be read and written alike: %s', (text, value) => {
    expect(readValue(text)).toEqual(value)
    expect(writeValue(value)).toBe(text)
  })

  it('should be null for a missing value', () => {
    expect(writeValue(undefined)).toBe('null')
  })
})
