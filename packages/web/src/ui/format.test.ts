import { describe, expect, it } from 'vitest'
import { formatAge, formatDuration, formatLongDuration } from './format.js'

const TIME = '2026-11-20T12:00:00.000Z'

it.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 min ago'],
  [3_599, '59 min ago'],
  [3_600, '1 h ago'],
  [86_399, '23 h ago'],
  [172_800, '2 d ago'],
  // If the clock of the server is ahead of the clock of the browser, the age is negative.
  [-30, 'just now'],
])('should format an age of %d seconds as %s', (seconds, text) => {
  expect(formatAge(TIME, Date.parse(TIME) + seconds * 1_000)).toBe(text)
})

it.each([
  [0, '0 s'],
  [5_400, '5 s'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [7_200_000, '2 h'],
])('should format %d milliseconds as %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text)
})

describe('spentText', () => {
  it.each([
    [0, '0 s'],
    [400, 'less than 1 s'],
    [59_000, '59 s'],
    [125 * 60_000, '2 h 5 min'],
    [2 * 3_600_000 + 5_000, '2 h'],
    [30 * 86_400_000, '30 d'],
    [86_400_000 + 3_600_000, '1 d 1 h'],
  ])('should say for %d ms: %s', (milliseconds, text) => {
    expect(formatLongDuration(milliseconds)).toBe(text)
  })
})
