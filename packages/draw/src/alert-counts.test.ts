import { describe, expect, it } from 'vitest'
import { edge, node } from '../test/graph.js'
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

const NO_GRAPH = { nodes: [], edges: [] }

describe('countAlerts', () => {
  it('should count open alerts, those of the worst severity and rolled-up ones, and acknowledged and silenced ones separately', () => {
    const { assigned, issues } = readAssignedAlerts(ANSWER)
    expect(issues).toEqual([])
    const { byNode, unassigned } = countAlerts(NO_GRAPH, assigned)
    expect(Object.fromEntries(byNode)).toEqual({
      web: { open: 3, worst: 'security', openWorst: 1, rolledUp: 2, acknowledged: 1, silenced: 1 },
      db: { open: 1, worst: 'ok', openWorst: 1, rolledUp: 0, acknowledged: 0, silenced: 0 },
      quiet: { open: 0, worst: 'critical', openWorst: 0, rolledUp: 0, acknowledged: 2, silenced: 1 },
    })
    expect(unassigned).toMatchObject({ open: 1, worst: 'ok' })
  })

  it('should let nodes inherit what is worse than their own alerts, marked as acknowledged if it is', () => {
    const assigned = { web: ['minor open'], db: ['major ack', 'critical closed'], cache: ['minor open'], disk: [] }
    expect(inheritedIn({ ...assigned, disk: ['critical open'] })).toEqual({
      s: { severity: 'critical', from: 'disk', isOpen: true },
      p: { severity: 'critical', from: 'disk', isOpen: true },
      web: { severity: 'critical', from: 'disk', isOpen: true },
      db: { severity: 'critical', from: 'disk', isOpen: true },
    })
    expect(inheritedIn(assigned)).toEqual({
      s: { severity: 'major', from: 'db', isOpen: false },
      p: { severity: 'major', from: 'db', isOpen: false },
      web: { severity: 'major', from: 'db', isOpen: false },
    })
  })

  it('should let a node inherit nothing that its own alerts equal, and nothing silenced', () => {
    expect(inheritedIn({ s: ['major open'], web: ['major open'], db: ['major open'] })).toEqual({
      p: { severity: 'major', from: 'web', isOpen: true },
    })
    expect(inheritedIn({ web: ['major shelved'] })).toEqual({})
  })

  it('should let the service node inherit from alerts on no node', () => {
    expect(inheritedIn({}, ['major open'])).toEqual({ s: { severity: 'major', from: null, isOpen: true } })
    expect(inheritedIn({}, ['major ack'])).toEqual({ s: { severity: 'major', from: null, isOpen: false } })
  })

  it('should count an alert with what arrives at its node, and take what nodes inherit from the answer', () => {
    const { assigned, issues } = readAssignedAlerts({
      ...ANSWER,
      rollups: {
        1: { nodeId: 'web', via: 'web', arrives: 'warning' },
        3: { nodeId: 'web', via: 'web', arrives: null },
      },
      severities: {
        s: { own: null, inherited: 'minor', from: 'web' },
        web: { own: 'warning', inherited: 'minor', from: 'held' },
        db: { own: 'ok', inherited: null, from: null },
      },
    })
    expect(issues).toEqual([])
    const whole = countAlerts(NO_GRAPH, readAssignedAlerts(ANSWER).assigned).byNode.get('web')
    const { byNode, inherited } = countAlerts(NO_GRAPH, assigned)
    expect(byNode.get('web')).toMatchObject({ open: (whole?.open ?? 0) - 1, rolledUp: 1 })
    expect(inherited.get('s')).toEqual({ severity: 'minor', from: 'web', isOpen: true })
    expect(inherited.has('db')).toBe(false)
  })
})

describe('readAssignedAlerts', () => {
  it('should accept missing optional fields', () => {
    const { assigned, issues } = readAssignedAlerts({ alerts: [], assignments: {} })
    expect(issues).toEqual([])
    expect(countAlerts(NO_GRAPH, assigned)).toEqual({ byNode: new Map(), inherited: new Map(), unassigned: undefined })
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
    ['rollups', { 1: { arrives: 'bad' } }],
    ['severities', []],
    ['severities', { web: { inherited: 'bad', from: null } }],
    ['severities', { web: { inherited: null } }],
  ])('should refuse %s that are %j', (path, value) => {
    const { issues } = readAssignedAlerts({ ...ANSWER, [path]: value })
    expect(issues).toEqual([{ code: 'invalidAlerts', path, message: expect.stringContaining(`${path} must be `) }])
  })

  it.each([undefined, null, 7, 'text', []])('should refuse %j', (value) => {
    expect(readAssignedAlerts(value).issues.map(({ path }) => path)).toEqual(['alerts', 'assignments'])
  })
})

// Helpers

/** Returns what the nodes of a small graph inherit. `byNode` has their alerts, such as `major open`. */
function inheritedIn(byNode: Readonly<Record<string, readonly string[]>>, loose: readonly string[] = []) {
  const graph = {
    nodes: [
      node('s', 'service', 'shop'),
      node('p', 'environment', 'P'),
      ...['web', 'db', 'cache', 'disk'].map((id) => node(id, 'resource', id)),
    ],
    edges: [edge('s', 'p'), edge('p', 'web'), edge('web', 'db'), edge('p', 'cache'), edge('db', 'disk')],
  }
  const places = [...Object.entries(byNode), ['', loose] as const]
  const alerts = places.flatMap(([place, states]) =>
    states.map((state, at) => {
      const [severity, status] = state.split(' ')
      return { id: `${place} ${at}`, severity, status }
    }),
  )
  const idsOf = (place: string, states: readonly string[]) => states.map((_, at) => `${place} ${at}`)
  const assignments = Object.fromEntries(Object.entries(byNode).map(([id, states]) => [id, idsOf(id, states)]))
  const { assigned, issues } = readAssignedAlerts({ alerts, assignments, unassigned: idsOf('', loose) })
  expect(issues).toEqual([])
  return Object.fromEntries(countAlerts(graph, assigned).inherited)
}
