import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.js'
import { fittingFingerprint } from './arriving-alert.js'

describe('fittingFingerprint', () => {
  it('should keep a text that an alert can have', () => {
    const long = 'x'.repeat(LIMITS.name)
    const given = ['disk', 7, true, null, undefined, '', long].map(fittingFingerprint)
    expect(given).toEqual(['disk', '7', 'true', null, undefined, '', long])
  })

  it.each([
    ['a longer text', 'x'.repeat(LIMITS.name + 1)],
    ['U+0000', 'a\u0000'],
    ['half of a surrogate pair', 'a\ud800'],
    ['a list', ['a', { b: 1 }]],
  ])('should be the digest of the JSON of %s', (_, given) => {
    expect(fittingFingerprint(given)).toBe(createHash('sha256').update(JSON.stringify(given)).digest('hex'))
  })

  it('should not depend on the order of keys, but on everything else', () => {
    const labels = { host: 'a', disk: { name: '/', size: 1 } }
    expect(fittingFingerprint({ disk: { size: 1, name: '/' }, host: 'a' })).toBe(fittingFingerprint(labels))
    expect(fittingFingerprint({ ...labels, host: 'b' })).not.toBe(fittingFingerprint(labels))
    const large = { text: 'x'.repeat(LIMITS.name) }
    expect(fittingFingerprint(JSON.stringify(large))).not.toBe(fittingFingerprint(large))
  })
})
