import { expect, it } from 'vitest'
import { faultOf, prepare } from '../../../test/serve-delivery.js'
import { isSeverity, SEVERITIES } from '../../alert/severity.js'
import { findPreset } from './find-preset.js'
import { defaultsWithText, numberedPolicies, STATIC_AUTHORIZATION, translateSeverity } from './preset-parts.js'
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

/** Words that tools use. A row is a severity, and the words that mean it; its test runs them through a preset. */
const WORDS_OF_TOOLS: Readonly<Record<string, readonly string[]>> = {
  critical: [
    ...['P0', 'P1', 'P1 - Critical', 'p1: page', 'P1 (Critical)', 'Priority 1', 'Prio 1: now', 'S1', 'SEV0', 'Sev 0'],
    ...['Severity 0', 'Severity 0 - Critical', '1 - Critical', 'CRITICAL', 'Critical (P1)', 'critical: disk', 'crit'],
    ...['Very High', 'Highest', 'Urgent', 'Blocker', 'Disaster', 'Emergency', 'down', 'DOWN', 'Offline', 'Outage'],
    ...['Fatal', 'danger', 'page', 'Red'],
  ],
  major: [
    ...['P2', 'P2 - High', '2 - High', 'Priority 2', 'S2', 'Sev 1', 'SEV-1', 'sev1', 'High', 'High - soon', 'failed'],
    ...['Failure', 'FAILING', 'error', 'Exception', 'unreachable', 'unavailable', 'Unhealthy', 'ALARM', 'alerting'],
    ...['firing', 'Triggered', 'Problem', 'Serious', 'Important', 'Not OK', 'orange'],
  ],
  minor: ['P3 - Moderate', '3 - Moderate', 'P3', 'S3', 'Medium', 'Average', 'degraded', 'Partial'],
  warning: ['P4', 'S4', 'Sev 2', 'Warning', 'WARN', 'warning: cpu', 'Low', '4 - Low', 'caution', 'Yellow', 'Amber'],
  informational: ['P5 - Info', 'Sev 3', 'Info', 'Information', 'Notice', 'Notification', 'Advisory', 'Lowest'],
  debug: ['Sev 4', 'Verbose', 'debug'],
  ok: ['OK', 'Okay', 'up', 'passing', 'Online', 'Healthy', 'Operational', 'resolved', 'Success', 'Green'],
  indeterminate: ['some other word', 'Not classified', 'sevens', 'p12', 'UNKNOWN', 'UNKN'],
}

it.each(Object.entries(WORDS_OF_TOOLS).flatMap(([severity, words]) => words.map((word) => [word, severity] as const)))(
  'should read %s as %s',
  expectSeverity,
)

function expectSeverity(word: string, severity: string): void {
  const preset: WebhookPreset = {
    ...{
      id: 'words',
      name: 'Words',
      hints: [],
      policies: numberedPolicies('Words', translateSeverity('indeterminate')),
    },
    config: {
      ...STATIC_AUTHORIZATION,
      fieldMappings: { severity: 'severity' },
      defaultValues: { ...defaultsWithText('x', 'x'), resource: 'web-1', event: 'Test' },
    },
  }
  const kind = severity === 'ok' ? 'recovery' : 'problem'
  expect(faultOf(prepare(preset), { kind, payload: { severity: word }, expect: [{ severity }] })).toBeUndefined()
}

it('should leave the severities of opsgraph as they are, except unknown', () => {
  const others = SEVERITIES.filter((severity) => severity !== 'unknown')
  for (const severity of others) expect(SEVERITY_WORDS[severity]).toBe(severity)
  // A tool that does not know a state does not report that it is better than ok.
  expect(SEVERITY_WORDS.unknown).toBe('indeterminate')
})

it.each(['icinga', 'checkmk'])('should keep an alert of %s open and major if the state becomes UNKNOWN', (id) => {
  const field = id === 'icinga' ? 'state' : 'severity'
  const payload = { host: 'db-1', service: 'pg', what: 'SERVICE', [field]: 'UNKNOWN', type: 'PROBLEM' }
  const delivery = { kind: 'problem', payload, expect: [{ severity: 'major' }] } as const
  expect(faultOf(prepare(findPreset(id)), delivery)).toBeUndefined()
})

it('should have keys in the form in which translations compare texts', () => {
  for (const [word, severity] of Object.entries(SEVERITY_WORDS)) {
    expect(word).toBe(word.trim().toLowerCase())
    expect(isSeverity(severity)).toBe(true)
  }
})
