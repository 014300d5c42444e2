import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../limits.js'
import { readPayload } from './read-payload.js'

const FORM_HINT =
  ': the body is a form: set the payloadFormat of the webhook to form, or have the sender use the content type application/json'
const CHARSET_HINT = 'send it in UTF-8, or name its charset in the Content-Type'

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
    ['--B\r\nContent-Disposition: form-data; name="a"', `Invalid JSON at line 1, column 1${FORM_HINT}`],
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
    expect(readPayload(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toEqual({
      message: `${message}: ${CHARSET_HINT}`,
    })
    expect(readPayload(gzipSync('{"a":1}'))).toEqual({
      message: `${message} but gzip: send it with Content-Encoding: gzip`,
    })
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
      message: `Invalid form: the body is not UTF-8: ${CHARSET_HINT}`,
    })
  })

  function readForm(text: string) {
    return readPayload(Buffer.from(text), 'form')
  }
})

describe('readPayload of lenient JSON', () => {
  it('should read what is no JSON, and say where it cannot', () => {
    expect(lenient("{'a': 'x\ny', // first\n 'b': 6837492837498237489,}")).toEqual({
      payload: { a: 'x\ny', b: '6837492837498237489' },
    })
    expect(lenient("{'a': 'x\ny', // first\n b: 1}")).toEqual({
      message: 'Invalid JSON at line 3, column 2',
      reason: expect.stringContaining("near \"{'a': 'x\\ny', // first\\n b: 1}\""),
      place: { line: 3, column: 2 },
    })
  })

  it.each(['"', "'", '[', '{', `'"`, '["', '/*', '//\n', '\\'])(
    'should answer to 256 KiB of %j within a second',
    (sign) => {
      const text = sign.repeat(LIMITS.webhookBody / sign.length)
      lenient(text.slice(0, 1_000))
      const begun = process.cpuUsage()
      expect(lenient(text)).toHaveProperty('message')
      const { user, system } = process.cpuUsage(begun)
      expect((user + system) / 1_000).toBeLessThan(1_000)
    },
  )

  function lenient(text: string) {
    return readPayload(Buffer.from(text), 'lenient')
  }
})

describe('readPayload of a query', () => {
  it('should read the query and not the body, without an API key', () => {
    const query = 'host=web&API-Key=s3cret&api%2Dkey=s3cret&key=1'
    expect(readPayload(Buffer.from('{"a":1}'), 'query', { query })).toEqual({ payload: { host: 'web', key: '1' } })
    expect(readPayload(Buffer.from('{"a":1}'), 'query', { query: '' })).toEqual({
      message: 'The query of the URL is empty',
    })
  })
})

describe('readPayload of a declared charset', () => {
  it.each<[string, Buffer]>([
    ['iso-8859-1', Buffer.from('{"a":"ü"}', 'latin1')],
    ['UTF-16', Buffer.from('\ufeff{"a":"ü"}', 'utf16le')],
    ['utf8', Buffer.from('{"a":"ü"}')],
  ])('should read JSON in %s', (charset, body) => {
    expect(readPayload(body, 'json', { contentType: `application/json; charset=${charset}` })).toEqual({
      payload: { a: 'ü' },
    })
  })

  it('should read a form in it, with its escape sequences', () => {
    const contentType = 'application/x-www-form-urlencoded; charset=windows-1252'
    expect(readPayload(Buffer.from('a=%FC&b=\xe9', 'latin1'), 'form', { contentType })).toEqual({
      payload: { a: 'ü', b: 'é' },
    })
  })

  it('should refuse bytes that are not in it, and an unknown one', () => {
    const refused = (charset: string) =>
      readPayload(Buffer.from('{"a":"\xff"}', 'latin1'), 'json', { contentType: `a/b;charset=${charset}` })
    expect(refused('euc-kr')).toEqual({ message: `Invalid JSON: the body is not EUC-KR: ${CHARSET_HINT}` })
    expect(refused('nope')).toMatchObject({ isUnsupported: true })
  })
})

describe('readPayload of multipart/form-data', () => {
  const body = '--X\r\nContent-Disposition: form-data; name="payload"\r\n\r\n{"id":6837492837498237489}\r\n--X--'

  it.each([undefined, 'multipart/form-data; boundary=X'])(
    'should read the JSON of its field payload with the type %j',
    (contentType) => {
      expect(readPayload(Buffer.from(body), 'form', { contentType })).toEqual({
        payload: { id: '6837492837498237489' },
      })
    },
  )

  it('should say that the boundary is missing', () => {
    expect(readPayload(Buffer.from(body), 'form', { contentType: 'multipart/form-data' })).toEqual({
      message: 'Invalid form: the Content-Type multipart/form-data has no boundary',
    })
  })
})

// Helpers

function messageOf(read: ReturnType<typeof readPayload>): string | undefined {
  return 'message' in read ? read.message : undefined
}

function read(text: string) {
  return readPayload(Buffer.from(text))
}
