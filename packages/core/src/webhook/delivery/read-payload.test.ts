import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../limits.js'
import { readPayload } from './read-payload.js'

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
    ['{', 'Invalid JSON'],
    ["{'a':1}", 'Invalid JSON'],
    ['a=1&b=2', 'Invalid JSON'],
    [
      'payload=%7B%22a%22%3A1%7D',
      'Invalid JSON: the body is a form: have the sender use the content type application/json',
    ],
    ['5', 'The body must be a JSON object or list'],
    ['"text"', 'The body must be a JSON object or list'],
    ['null', 'The body must be a JSON object or list'],
    ['{}', 'The body is an empty object or list'],
    ['[]', 'The body is an empty object or list'],
    ['[1e999]', 'Invalid JSON: nested deeper than 100 levels, or a number beyond all bounds'],
  ])('should refuse %j', (text, message) => {
    expect(read(text)).toEqual({ message })
  })

  it('should accept 100 levels and refuse more, without a stack overflow', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(read(nested(LIMITS.jsonDepth))).toHaveProperty('payload')
    for (const levels of [LIMITS.jsonDepth + 1, 2_000, LIMITS.webhookBody / 2]) {
      expect(read(nested(levels))).toHaveProperty('message')
    }
    expect(read('['.repeat(LIMITS.webhookBody))).toEqual({ message: 'Invalid JSON' })
    expect(read('{"a":'.repeat(50_000))).toEqual({ message: 'Invalid JSON' })
  })

  it('should refuse invalid UTF-8, and say so if the body is compressed', () => {
    const message = 'Invalid JSON: the body is not UTF-8'
    expect(readPayload(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toEqual({ message })
    expect(readPayload(gzipSync('{"a":1}'))).toEqual({ message: `${message} but gzip: send it uncompressed` })
  })

  it('should contain no part of a refused body in the message', () => {
    expect(JSON.stringify(read('{"password": hunter2}'))).not.toContain('hunter2')
  })
})

// Helpers

function read(text: string) {
  return readPayload(Buffer.from(text))
}
