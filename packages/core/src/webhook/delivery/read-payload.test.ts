import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../limits.js'
import { readPayload } from './read-payload.js'

const FORM_HINT =
  ': the body is a form: set the payloadFormat of the webhook to form, or have the sender use the content type application/json'

describe('readPayload', () => {
  it.each(['{"a":1}', '[1]', ' [{}] ', '\ufeff{"a":1}', '[[]]'])('should accept %j', (text) => {
    expect(read(text)).toEqual({ payload: JSON.parse(text.replace('\ufeff', '')) })
  })

  it('should use the last of duplicate keys, like JSON.parse', () => {
    expect(read('{"a":1,"a":2}')).toEqual({ payload: { a: 2 } })
  })

  it.each([
    ['', 'The body is empty'],
    [' \n', 'The body is empty'],
    ['{', 'Invalid JSON at line 1, column 2'],
    ["{'a':1}", 'Invalid JSON at line 1, column 2'],
    ['{\n "a": 1,\r\n}', 'Invalid JSON at line 3, column 1'],
    ['a = 1', 'Invalid JSON at line 1, column 1'],
    ['a=1&b=2', `Invalid JSON at line 1, column 1${FORM_HINT}`],
    ['payload=%7B%22a%22%3A1%7D', `Invalid JSON at line 1, column 1${FORM_HINT}`],
    ['5', 'The body must be a JSON object or list'],
    ['"text"', 'The body must be a JSON object or list'],
    ['null', 'The body must be a JSON object or list'],
    ['{}', 'The body is an empty object or list'],
    ['[]', 'The body is an empty object or list'],
    ['[1e999]', 'Invalid JSON: nested deeper than 100 levels, or a number beyond all bounds'],
  ])('should refuse %j', (text, message) => {
    expect(messageOf(read(text))).toBe(message)
  })

  it('should accept 100 levels and refuse more, without a stack overflow', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(read(nested(LIMITS.jsonDepth))).toHaveProperty('payload')
    for (const levels of [LIMITS.jsonDepth + 1, 2_000, LIMITS.webhookBody / 2]) {
      expect(read(nested(levels))).toHaveProperty('message')
    }
    expect(messageOf(read('['.repeat(LIMITS.webhookBody)))).toBe('Invalid JSON at line 1, column 262145')
    expect(messageOf(read('{"a":'.repeat(50_000)))).toBe('Invalid JSON at line 1, column 250001')
  })

  it('should refuse invalid UTF-8, and say so if the body is compressed', () => {
    const message = 'Invalid JSON: the body is not UTF-8'
    expect(readPayload(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toEqual({ message })
    expect(readPayload(gzipSync('{"a":1}'))).toEqual({ message: `${message} but gzip: send it with Content-Encoding: gzip` })
  })

  it('should contain no part of a refused body in the message', () => {
    expect(messageOf(read('{"password": hunter2}'))).toBe('Invalid JSON at line 1, column 14')
  })
})

describe('readPayload of a form', () => {
  it('should read the fields, or the JSON of the field payload', () => {
    expect(readForm('a=1&a=2&b=c+d')).toEqual({ payload: { a: ['1', '2'], b: 'c d' } })
    expect(readForm('payload=%5B%7B%22a%22%3A1%7D%5D')).toEqual({ payload: [{ a: 1 }] })
  })

  it.each([
    ['', 'The body is empty'],
    ['&&', 'The body is an empty object or list'],
    ['payload={}', 'The body is an empty object or list'],
    [`payload=${'['.repeat(101)}${']'.repeat(101)}`, expect.stringContaining('nested deeper than 100 levels')],
    ['{"a":1}', expect.stringContaining('the body is JSON')],
    ['a=%FF', 'Invalid form: a field is not UTF-8'],
  ])('should refuse %.20j', (text, message) => {
    expect(readForm(text)).toEqual({ message })
  })

  it('should refuse bytes that are not UTF-8', () => {
    expect(readPayload(Buffer.from([0x61, 0x3d, 0xff]), 'form')).toEqual({
      message: 'Invalid form: the body is not UTF-8',
    })
  })

  function readForm(text: string) {
    return readPayload(Buffer.from(text), 'form')
  }
})

// Helpers

function messageOf(read: ReturnType<typeof readPayload>): string | undefined {
  return 'message' in read ? read.message : undefined
}

function read(text: string) {
  return readPayload(Buffer.from(text))
}
