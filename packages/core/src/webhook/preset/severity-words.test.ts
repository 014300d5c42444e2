import { expect, it } from 'vitest'
import { isSeverity, SEVERITIES } from '../../alert/severity.js'
import { SEVERITY_WORDS } from './severity-words.js'

it.each([
  ['page', 'critical'],
  ['info', 'informational'],
  ['high', 'major'],
  ['medium', 'minor'],
  ['low', 'warning'],
  ['p1', 'critical'],
  ['p2', 'major'],
  ['p3', 'minor'],
  ['p4', 'warning'],
  ['p5', 'informational'],
  ['1', 'critical'],
  ['5', 'informational'],
  ['sev0', 'critical'],
  ['sev1', 'major'],
  ['sev2', 'warning'],
  ['sev3', 'informational'],
  ['sev4', 'debug'],
])('should translate %s to %s', (word, severity) => {
  expect(SEVERITY_WORDS[word]).toBe(severity)
})

it('should leave the severities of opsgraph as they are', () => {
  for (const severity of SEVERITIES) expect(SEVERITY_WORDS[severity]).toBe(severity)
})

it('should have keys in the form in which translations compare texts', () => {
  for (const [word, severity] of Object.entries(SEVERITY_WORDS)) {
    expect(word).toBe(word.trim().toLowerCase())
    expect(isSeverity(severity)).toBe(true)
  }
})
