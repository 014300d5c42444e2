import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.js'
import { toFingerprint } from './arriving-alert.js'

describe('toFingerprint', () => {
  it('should keep a text that an alert can have', () => {
    const long = 'x'.repeat(LIMITS.name)
    const given = ['disk', 7, true, null, undefined, '', long].map(toFingerprint)
    expect(given).toEqual(['disk', '7', 'true', null, undefined, '', long])
  })

  it.each([
    ['a longer text', 'x'.repeat(LIMITS.name + 1)],
    ['U+0000', 'a\u0000'],
    ['half of a surrogate pair', 'a\ud800'],
    ['a list', ['a', { b: 1 }]],
  ])('should be the digest of the JSON of %s', (_, given) => {
    expect(toFingerprint(given)).toBe(createHash('sha256').update(JSON.stringify(given)).digest('hex'))
  })

  it('should not depend on the order of keys, but on everything else', () => {
    const labels = { host: 'a', disk: { name: '/', size: 1 } }
    expect(toFingerprint({ disk: { size: 1, name: '/' }, host: 'a' })).toBe(toFingerprint(labels))
    expect(toFingerprint({ ...labels, host: 'b' })).not.toBe(toFingerprint(labels))
    const large = { text: 'x'.repeat(LIMITS.name) }
    expect(toFingerprint(JSON.stringify(large))).not.toBe(toFingerprint(large))
  })
})
