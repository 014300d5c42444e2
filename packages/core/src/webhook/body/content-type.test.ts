import { describe, expect, it } from 'vitest'
import { createDecoder, readContentType } from './content-type.js'

describe('readContentType', () => {
  it.each<[string | undefined, object]>([
    [undefined, { type: '', charset: undefined, boundary: undefined }],
    ['Application/JSON', { type: 'application/json', charset: undefined, boundary: undefined }],
    ['text/plain;charset=ISO-8859-1', { type: 'text/plain', charset: 'ISO-8859-1', boundary: undefined }],
    ['a/b; Charset="utf-8" ; x=y', { type: 'a/b', charset: 'utf-8', boundary: undefined }],
    ['a/b; boundary="a;b\\"c"; charset=', { type: 'a/b', charset: undefined, boundary: 'a;b"c' }],
    ['a/b; charset=a; charset=b', { type: 'a/b', charset: 'a', boundary: undefined }],
  ])('should read %j', (header, expected) => {
    expect(readContentType(header)).toEqual(expected)
  })
})

describe('createDecoder', () => {
  it.each<[string, Buffer]>([
    ['utf-16', Buffer.from('\ufeffü', 'utf16le')],
    ['UTF-16', Buffer.from('\ufeffü', 'utf16le').swap16()],
    ['utf-16be', Buffer.from('ü', 'utf16le').swap16()],
    ['latin1', Buffer.from('ü', 'latin1')],
    ['utf-8', Buffer.from('\ufeffü')],
  ])('should decode %s', (charset, bytes) => {
    expect(createDecoder(charset, bytes)?.decode(bytes)).toBe('ü')
  })

  it.each(['klingon', 'replacement', ''])('should not know the charset %j', (charset) => {
    expect(createDecoder(charset, Buffer.alloc(0))).toBeUndefined()
  })
})
