import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../test/arbitrary/code-point.js'
import { compareNames, nameFault, normalizeName } from './name.js'

describe('nameFault', () => {
  it('should refuse names that a database would change or reject, and say why', () => {
    expect(nameFault('a\u0000b')).toContain('U+0000')
    expect(nameFault('a\ud800b')).toContain('surrogate')
    expect(nameFault('x'.repeat(256))).toBe('is longer than 255 characters')
  })

  it('should accept all other names', () => {
    expect(nameFault('')).toBeUndefined()
    expect(nameFault('x'.repeat(255))).toBeUndefined()
    expect(nameFault('🔥 naïve \\ "quoted" \t __proto__')).toBeUndefined()
  })
})

describe('normalizeName', () => {
  it('should trim and keep the case', () => {
    expect(normalizeName(' \tWeb-1 ')).toBe('Web-1')
  })
})

describe('compareNames', () => {
  it('should order names like their UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint() }), fc.string({ unit: codePoint() }), (left, right) => {
        expect(Math.sign(compareNames(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)))
      }),
    )
  })

  it('should put characters beyond U+FFFF after all others', () => {
    expect(compareNames('\u{1F525}', '\uFFFD')).toBeGreaterThan(0)
  })
})
