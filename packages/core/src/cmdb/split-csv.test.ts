import { describe, expect, it } from 'vitest'
import { isSeparatorsOnly, separatorOf } from './split-csv.js'

describe('separatorOf', () => {
  it.each([
    [',', 'resource'],
    [',', 'resource,parent\na;b;c;d,e'],
    [';', 'resource;parent\na,b,c'],
    [';', 'resource;parent;"attr.a,b,c,d"'],
    [';', '"resource";"parent"'],
    [';', '\r\n ,,,\r\n\n;;\nresource;parent'],
    [',', '"a ""quoted"" ;;; cell",resource'],
    [',', ''],
  ])('should be %s for %j', (separator, text) => {
    expect(separatorOf(text)).toBe(separator)
  })

  it('should take no longer for lines without separators', () => {
    expect(separatorOf(`${' '.repeat(1_000_000)}\n`.repeat(3))).toBe(',')
  })
})

describe('isSeparatorsOnly', () => {
  it.each([
    [true, [',,, ;']],
    [true, ['', ' ']],
    [false, ['', 'a']],
  ])('should be %s for %j', (expected, cells) => {
    expect(isSeparatorsOnly(cells)).toBe(expected)
  })
})
