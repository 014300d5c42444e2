import { expect, it } from 'vitest'
import { faultOf, prepare } from '../../../test/serve-delivery.js'
import { isSeverity, SEVERITIES } from '../../alert/severity.js'
import { defaultsOf, inOrder, STATIC, severities } from './preset-parts.js'
import { SEVERITY_WORDS } from './severity-words.js'
import type { WebhookPreset } from './webhook-preset.js'

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

it.each(
  [
    ...['P0', 'P1', 'P1 - Critical', 'p1: page', 'P1 (Critical)', 'S1', 'SEV0', 'Sev 0', 'Severity 0', '1 - Critical'],
    ...['CRITICAL', 'Very High', 'Disaster', 'Emergency', 'down', 'DOWN', 'Outage', 'Fatal', 'danger'],
  ].map((word) => [word, 'critical']),
)('should read %s as %s', expectSeverity)

it.each(
  [
    ...['P2', 'P2 - High', '2 - High', 'S2', 'Sev 1', 'SEV-1', 'sev1', 'failed', 'Failure', 'error', 'unreachable'],
    ...['unavailable', 'ALARM', 'Problem', 'Serious', 'Important'],
  ].map((word) => [word, 'major']),
)('should read %s as %s', expectSeverity)

it.each([
  ['P3 - Moderate', 'minor'],
  ['3 - Moderate', 'minor'],
  ['degraded', 'minor'],
  ['S4', 'warning'],
  ['Sev 2', 'warning'],
  ['caution', 'warning'],
  ['4 - Low', 'warning'],
  ['Sev 3', 'informational'],
  ['P5 - Info', 'informational'],
  ['Notification', 'informational'],
  ['Operational', 'ok'],
  ['some other word', 'indeterminate'],
])('should read %s as %s', expectSeverity)

function expectSeverity(word: string, severity: string): void {
  const preset: WebhookPreset = {
    ...{ id: 'words', name: 'Words', hints: [], policies: inOrder('Words', severities('indeterminate')) },
    config: {
      ...STATIC,
      fieldMappings: { severity: 'severity' },
      defaultValues: { ...defaultsOf('x', 'x'), resource: 'web-1', event: 'Test' },
    },
  }
  const kind = severity === 'ok' ? 'recovery' : 'problem'
  expect(faultOf(prepare(preset), { kind, payload: { severity: word }, expect: [{ severity }] })).toBeUndefined()
}

it('should leave the severities of opsgraph as they are', () => {
  for (const severity of SEVERITIES) expect(SEVERITY_WORDS[severity]).toBe(severity)
})

it('should have keys in the form in which translations compare texts', () => {
  for (const [word, severity] of Object.entries(SEVERITY_WORDS)) {
    expect(word).toBe(word.trim().toLowerCase())
    expect(isSeverity(severity)).toBe(true)
  }
})
