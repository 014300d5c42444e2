import { describe, expect, it } from 'vitest'
import { countAlerts } from './alert-counts.js'
import { readAssignedAlerts } from './read-assigned-alerts.js'

const ANSWER = {
  alerts: [
    { id: '1', severity: 'minor' },
    { id: '2', severity: 'security' },
    { id: '3', severity: 'critical' },
    { id: '4', severity: 'ok' },
    { id: '5', severity: 'critical', status: 'ack' },
    { id: '6', severity: 'major', status: 'assign' },
    { id: '7', severity: 'security', status: 'blackout' },
    { id: '8', severity: 'security', status: 'closed' },
  ],
  assignments: {
    web: ['1', '2', '3', '5', '7'],
    db: ['4'],
    none: [],
    unknown: ['9'],
    quiet: ['6', '5', '7'],
    late: ['8'],
  },
  unassigned: ['4', '9'],
  rollups: { 1: { nodeId: 'web', via: 'web' }, 3: { nodeId: 'web', via: 'web' } },
}

describe('countAlerts', () => {
  it('should count open alerts, those of the worst severity and rolled-up ones, and acknowledged and silenced ones separately', () => {
    const { assigned, issues } = readAssignedAlerts(ANSWER)
    expect(issues).toEqual([])
    const { byNode, unassigned } = countAlerts(assigned)
    expect(Object.fromEntries(byNode)).toEqual({
      web: { open: 3, worst: 'security', openWorst: 1, rolledUp: 2, acknowledged: 1, silenced: 1 },
      db: { open: 1, worst: 'ok', openWorst: 1, rolledUp: 0, acknowledged: 0, silenced: 0 },
      quiet: { open: 0, worst: 'critical', openWorst: 0, rolledUp: 0, acknowledged: 2, silenced: 1 },
    })
    expect(unassigned).toMatchObject({ open: 1, worst: 'ok' })
  })
})

describe('readAssignedAlerts', () => {
  it('should accept missing optional fields', () => {
    const { assigned, issues } = readAssignedAlerts({ alerts: [], assignments: {} })
    expect(issues).toEqual([])
    expect(countAlerts(assigned)).toEqual({ byNode: new Map(), unassigned: undefined })
  })

  it.each([
    ['alerts', [{ id: 1, severity: 'ok' }]],
    ['alerts', [{ id: '1', severity: 'bad' }]],
    ['alerts', [{ id: '1', severity: 'ok', status: 'bad' }]],
    ['alerts', undefined],
    ['assignments', { web: '1' }],
    ['assignments', { web: [1] }],
    ['assignments', []],
    ['unassigned', [{}]],
    ['rollups', 'none'],
  ])('should refuse %s that are %j', (path, value) => {
    const { issues } = readAssignedAlerts({ ...ANSWER, [path]: value })
    expect(issues).toEqual([{ code: 'invalidAlerts', path, message: expect.stringContaining(`${path} must be `) }])
  })

  it.each([undefined, null, 7, 'text', []])('should refuse %j', (value) => {
    expect(readAssignedAlerts(value).issues.map(({ path }) => path)).toEqual(['alerts', 'assignments'])
  })
})
