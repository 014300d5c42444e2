import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { splitLinks } from './linked-text.js'

it.each([
  ['see https://wiki.example/disk?x=1&y=2#top.', ['https://wiki.example/disk?x=1&y=2#top']],
  ['(https://a.example/x), then http://b.example!', ['https://a.example/x', 'http://b.example/']],
  ['https://en.example/wiki/Disk_(storage)', ['https://en.example/wiki/Disk_(storage)']],
  ['HTTPS://A.example/B', ['https://a.example/B']],
  ['<https://a.example>', ['https://a.example/']],
  ['javascript:alert(1) data:text/html,x ftp://a.example file:///etc/passwd', []],
  ['https:// http://', []],
  ['nohttps://a.example', ['https://a.example/']],
  ['no link', []],
])('should link only http and https: %s', (text, addresses) => {
  const parts = splitLinks(text)
  expect(parts.flatMap(({ address }) => address ?? [])).toEqual(addresses)
  expect(parts.map(({ part }) => part).join('')).toBe(text)
})

it('should keep every character of a text, and link to nothing but http and https', () => {
  const piece = fc.constantFrom('http://', 'https://', 'a.example', '/x(y)', ')', '.', ' ', 'javascript:', '"', 'é')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const parts = splitLinks(pieces.join(''))
      expect(parts.map(({ part }) => part).join('')).toBe(pieces.join(''))
      for (const { address } of parts) expect(address ?? 'https://').toMatch(/^https?:\/\//)
    }),
    propertyRuns(500),
  )
})
