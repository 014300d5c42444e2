import { describe, expect, it } from 'vitest'
import { readRetryAfter } from './post.js'

const NOW = new Date('2026-08-14T03:12:07.500Z')

describe('readRetryAfter', () => {
  it.each([
    [429, '30', 30],
    [503, '0', 0],
    [429, 'Fri, 14 Aug 2026 03:13:07 GMT', 60],
    [429, 'Friday, 14-Aug-26 03:13:07 GMT', null],
    [503, 'Fri, 14 Aug 2026 03:00:00 GMT', 0],
    [429, undefined, null],
    [429, '', null],
    [429, 'soon', null],
    [429, '-1', null],
    [429, '1.5', null],
    [429, '99999999999999999999', null],
    [429, 'Fri, 99 Aug 2026 03:13:07 GMT', null],
    [500, '30', null],
    [301, '30', null],
  ])('should read the answer %i with Retry-After %j as %j seconds', (status, text, seconds) => {
    expect(readRetryAfter(status, text, NOW)).toBe(seconds)
  })
})
