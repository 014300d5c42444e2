import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import type { AlertStatus } from '../alert/alert-status.js'
import { SEVERITIES, type Severity } from '../alert/severity.js'
import { alertState, concernsService, STATE_OVER, serviceState } from './concerns.js'
import type { ReportedCause } from './notice.js'

const CAUSE: ReportedCause = {
  ...{ alertId: 'a', environment: 'Production', resource: 'db-1', event: 'Down', severity: 'critical' },
  path: ['db-1', 'shop'],
}

describe('concernsService', () => {
  const shop = { service: 'shop', owner: 'web' }

  it.each<[string, boolean, { services?: readonly string[]; owners?: readonly string[] }]>([
    ['all services', true, {}],
    ['a named service', true, { services: ['bank', 'shop'] }],
    ['another service', false, { services: ['bank'] }],
    ['another case', false, { services: ['Shop'] }],
    ['a named owner', true, { owners: ['web'] }],
    ['another owner', false, { owners: ['data'] }],
    ['both', true, { services: ['shop'], owners: ['web'] }],
    ['the service alone', false, { services: ['shop'], owners: ['data'] }],
    ['the owner alone', false, { services: ['bank'], owners: ['web'] }],
  ])('should decide for %s: %s', (_, expected, names) => {
    expect(concernsService({ services: [], owners: [], ...names }, shop)).toBe(expected)
  })
})

describe('serviceState', () => {
  it.each<[string, Severity | null, Severity | null, string]>([
    ['nothing', null, null, 'over'],
    ['open', 'critical', null, 'critical'],
    ['the least severe one', 'major', null, 'major'],
    ['too mild', 'minor', null, 'over'],
    ['acknowledged', null, 'critical', 'critical acknowledged'],
    ['acknowledged, too mild', null, 'minor', 'over'],
    ['open, and worse acknowledged', 'major', 'critical', 'critical'],
    ['open, and milder acknowledged', 'critical', 'major', 'critical'],
    ['open too mild, and acknowledged', 'minor', 'critical', 'critical acknowledged'],
    ['open, and acknowledged too mild', 'major', 'minor', 'major'],
  ])('should tell of a service with: %s', (_, open, acknowledgedSeverity, expected) => {
    const state = serviceState(impactOf(open, acknowledgedSeverity), [CAUSE], 'major')
    expect(`${state.severity ?? 'over'}${state.acknowledged ? ' acknowledged' : ''}`).toBe(expected)
    expect(state.causes).toEqual(expected === 'over' ? [] : [CAUSE])
  })

  it('should never be milder than the least severity, and be over only if nothing passes it', () => {
    const any = fc.option(fc.constantFrom(...SEVERITIES))
    fc.assert(
      fc.property(any, any, fc.constantFrom(...SEVERITIES), (open, acknowledged, least) => {
        const passes = (each: Severity | null) => each !== null && SEVERITIES.indexOf(each) <= SEVERITIES.indexOf(least)
        const state = serviceState(impactOf(open, acknowledged), [], least)
        expect(state.severity !== null).toBe(passes(open) || passes(acknowledged))
        expect(state.acknowledged).toBe(state.severity !== null && !passes(open))
        if (state.severity !== null) expect(passes(state.severity)).toBe(true)
      }),
      propertyRuns(300),
    )
  })
})

describe('alertState', () => {
  it.each<[AlertStatus, string]>([
    ['open', 'critical'],
    ['unknown', 'critical'],
    ['ack', 'critical acknowledged'],
    ['assign', 'critical acknowledged'],
    ['shelved', 'over'],
    ['blackout', 'over'],
    ['closed', 'over'],
    ['expired', 'over'],
  ])('should tell of an alert with status %s: %s', (status, expected) => {
    const { severity, acknowledged } = alertState({ ...ALERT, status }, 'major')
    expect(`${severity ?? 'over'}${acknowledged ? ' acknowledged' : ''}`).toBe(expected)
  })

  it('should name the alert itself as the cause', () => {
    const { id, status: _, ...named } = ALERT
    expect(alertState(ALERT, 'major').causes).toEqual([{ alertId: id, ...named, path: [] }])
  })

  it('should be over if the alert is too mild, or is there no more', () => {
    expect(alertState({ ...ALERT, severity: 'minor' }, 'major')).toEqual(STATE_OVER)
    expect(alertState(undefined, 'major')).toEqual(STATE_OVER)
  })
})

// Helpers

const ALERT: NonNullable<Parameters<typeof alertState>[0]> = {
  ...{ id: 'a', environment: 'Production', resource: 'db-1', event: 'DiskFull' },
  severity: 'critical',
  status: 'open',
}

/** A service with open and acknowledged alerts, as a history keeps it. */
function impactOf(open: Severity | null, acknowledgedSeverity: Severity | null) {
  const acknowledged = open === null && acknowledgedSeverity !== null
  return { severity: open ?? acknowledgedSeverity, acknowledged, acknowledgedSeverity }
}
