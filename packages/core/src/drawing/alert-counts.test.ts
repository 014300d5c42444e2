import { describe, expect, it } from 'vitest'
import { countAlerts } from './alert-counts.js'
import { readAssignedAlerts } from './read-assigned-alerts.js'

const ANSWER = {
  alerts: [
    { id: '1', severity: 'minor' },
    { id: '2', severity: 'security' },
    { id: '3', severity: 'critical' },
    { id: '4', severity: 'ok' },
  ],
  assignments: { web: ['1', '2', '3'], db: ['4'], none: [], unknown: ['9'] },
  unassigned: ['4', '9'],
  rollups: { 1: { nodeId: 'web', via: 'web' }, 3: { nodeId: 'web', via: 'web' } },
}

describe('countAlerts', () => {
  it('should count the alerts of each node, with the worst of them and those that were rolled up', () => {
    const { assigned, issues } = readAssignedAlerts(ANSWER)
    expect(issues).toEqual([])
    const { byNode, unassigned } = countAlerts(assigned)
    expect(Object.fromEntries(byNode)).toEqual({
      web: { count: 3, worst: 'security', rolledUp: 2 },
      db: { count: 1, worst: 'ok', rolledUp: 0 },
    })
    expect(unassigned).toBe(1)
  })
})

describe('readAssignedAlerts', () => {
  it('should do without what says nothing', () => {
    const { assigned, issues } = readAssignedAlerts({ alerts: [], assignments: {} })
    expect(issues).toEqual([])
    expect(countAlerts(assigned)).toEqual({ byNode: new Map(), unassigned: 0 })
  })

  it.each([
    ['alerts', [{ id: 1, severity: 'ok' }]],
    ['alerts', [{ id: '1', severity: 'bad' }]],
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
