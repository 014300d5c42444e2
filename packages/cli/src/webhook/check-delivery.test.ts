import { describe, expect, it } from 'vitest'
import { listNearMisses } from './check-delivery.js'

describe('listNearMisses', () => {
  it('should try other ends of the file, other line endings and the JSON without spaces', () => {
    expect(bodies('{"ä": 1,\n "b": 2}\n')).toEqual([
      '{"ä": 1,\n "b": 2}',
      '{"ä": 1,\n "b": 2}\n\n',
      '{"ä": 1,\r\n "b": 2}\r\n',
      '{"ä":1,"b":2}',
    ])
    expect(bodies('a\r\nb')).toEqual(['a\r\nb\n', 'a\nb'])
  })

  it('should keep all other bytes unchanged', () => {
    const [longer] = listNearMisses({ scheme: 'hub', body: Buffer.from([0xff, 0x00, 0x80]), secret: 's', key: KEY })
    expect(longer?.body).toEqual(Buffer.from([0xff, 0x00, 0x80, 0x0a]))
  })

  it('should try the secret with a newline, and without the white space around it', () => {
    expect(keys('hub', ' s')).toEqual([' s\n', 's'])
  })

  it('should try the secret of Standard Webhooks without decoding it', () => {
    expect(keys('standard', 'whsec_AAAA')).toEqual(['whsec_AAAA', 'AAAA'])
  })
})

// Helpers

const KEY = Buffer.from('s')

function bodies(text: string): readonly string[] {
  const misses = listNearMisses({ scheme: 'hub', body: Buffer.from(text), secret: 's', key: KEY })
  return misses.filter(({ key }) => key === KEY).map(({ body }) => Buffer.from(body).toString())
}

function keys(scheme: 'hub' | 'standard', secret: string): readonly string[] {
  const misses = listNearMisses({ scheme, body: Buffer.from(''), secret, key: KEY })
  return misses.filter(({ key }) => key !== KEY).map(({ key }) => Buffer.from(key).toString())
}
