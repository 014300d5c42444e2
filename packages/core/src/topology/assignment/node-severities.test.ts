import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test/run-length.js'
import { edge, node, validGraph } from '../../../test/arbitrary/graph.js'
import { ACTIVE_STATUSES, type AlertStatus, attentionOf } from '../../alert/alert-status.js'
import { SEVERITIES, type Severity } from '../../alert/severity.js'
import type { GraphInput } from '../graph.js'
import { type AssignedStates, type NodeSeverity, nodeSeverities } from './node-severities.js'

const NONE: NodeSeverity = { own: null, inherited: null, from: null }

describe('nodeSeverities', () => {
  it('should let each node inherit the worst severity below it, and name the node', () => {
    const assigned = on({ web: ['minor open'], db: ['major open'], disk: ['critical open'] })
    expect(nodeSeverities(shop('web db', 'db disk'), assigned)).toEqual(
      new Map<string, NodeSeverity>([
        ['s', { own: null, inherited: 'critical', from: 'disk' }],
        ['e', { own: null, inherited: 'critical', from: 'disk' }],
        ['web', { own: 'minor', inherited: 'critical', from: 'disk' }],
        ['db', { own: 'major', inherited: 'critical', from: 'disk' }],
        ['disk', { own: 'critical', inherited: null, from: null }],
      ]),
    )
  })

  it('should count acknowledged alerts of a node only if none is open, and no silenced alert', () => {
    const assigned = on({
      web: ['critical ack', 'minor open', 'security shelved'],
      db: ['major assign', 'minor ack'],
      disk: ['critical blackout'],
    })
    const severities = nodeSeverities(shop('web db', 'db disk'), assigned)
    expect(severities.get('web')).toEqual({ own: 'minor', inherited: 'major', from: 'db' })
    expect(severities.get('db')).toEqual({ own: 'major', inherited: null, from: null })
    expect(severities.get('disk')).toEqual(NONE)
  })

  it('should take the nearest of several nodes, then the first in the order of edges', () => {
    const assigned = on({ far: ['major open'], near: ['major open'], other: ['major open'] })
    expect(nodeSeverities(shop('web mid', 'mid far', 'web other', 'web near'), assigned).get('web')?.from).toBe('other')
    expect(nodeSeverities(shop('web mid', 'mid far', 'web near', 'web other'), assigned).get('web')?.from).toBe('near')
  })

  it('should let the service node inherit from alerts on no node, which come from no node', () => {
    const assigned = on({ web: ['minor open'] }, ['major ack'])
    const severities = nodeSeverities(shop('web db'), assigned)
    expect(severities.get('s')).toEqual({ own: null, inherited: 'major', from: null })
    expect(severities.get('e')).toEqual({ own: null, inherited: 'minor', from: 'web' })
  })

  it('should go around loops, in which no node inherits from itself', () => {
    const assigned = on({ web: ['major open'] })
    const severities = nodeSeverities(shop('web db', 'db disk', 'disk web'), assigned)
    expect(severities.get('web')).toEqual({ own: 'major', inherited: null, from: null })
    expect(severities.get('db')).toEqual({ own: null, inherited: 'major', from: 'web' })
    expect(severities.get('disk')).toEqual({ own: null, inherited: 'major', from: 'web' })
  })

  it('should find another node beyond two loops that lead back to the same node', () => {
    const assigned = on({ web: ['major open'], disk: ['major open'] })
    const edges = ['web mid', 'mid one', 'mid two', 'mid three', 'one web', 'two web', 'three disk']
    expect(nodeSeverities(shop(...edges), assigned).get('web')?.from).toBe('disk')
  })

  it('should let a rule lower what a node and the nodes above it inherit, and name the nearest node by an open way', () => {
    const assigned = on({ disk: ['critical open'], cache: ['warning open'], vm: ['minor open'] })
    const passing = (severity: Severity | null) => ({ passing: new Map([['db', severity]]), arrivals: new Map() })
    const below = (held: AssignedStates['held']) => {
      const found = nodeSeverities(shop('web db', 'db disk', 'web cache', 'cache vm'), { ...assigned, held })
      return ['web', 'db', 'e'].map((id) => [found.get(id)?.inherited, found.get(id)?.from])
    }
    expect(below(undefined)).toEqual(Array(3).fill(['critical', 'disk']))
    expect(below(passing('major'))).toEqual(Array(3).fill(['major', 'disk']))
    expect(below(passing('minor'))).toEqual([
      ['minor', 'disk'],
      ['minor', 'disk'],
      ['minor', 'disk'],
    ])
    expect(below(passing('warning'))).toEqual([
      ['minor', 'vm'],
      ['warning', 'disk'],
      ['minor', 'vm'],
    ])
    expect(below(passing(null))).toEqual([
      ['minor', 'vm'],
      [null, null],
      ['minor', 'vm'],
    ])
  })

  it('should take what arrives at the node for the node, and what arrives at the service for the service node', () => {
    const arrives = (atNode: Severity | null, atService: Severity | null) => ({ atNode, atService })
    const assigned = on({ far: ['critical open'], near: ['critical open', 'major ack'] })
    const severities = (first: ReturnType<typeof arrives>, second: ReturnType<typeof arrives>) => {
      const [far, near] = assigned.alerts
      const arrivals = new Map([
        [far?.id ?? '', first],
        [near?.id ?? '', second],
      ])
      const held = { passing: new Map(), arrivals }
      const found = nodeSeverities(shop('web mid', 'mid far', 'web near'), { ...assigned, held })
      return [found.get('far')?.own, found.get('near')?.own, found.get('s')?.inherited, found.get('s')?.from]
    }
    expect(severities(arrives(null, null), arrives('minor', 'minor'))).toEqual([null, 'minor', 'minor', 'near'])
    expect(severities(arrives(null, 'warning'), arrives(null, 'warning'))).toEqual([null, 'major', 'warning', 'near'])
    expect(severities(arrives(null, 'minor'), arrives(null, 'warning'))).toEqual([null, 'major', 'minor', 'far'])
    expect(severities(arrives('minor', 'minor'), arrives(null, null))).toEqual(['minor', 'major', 'major', 'near'])
  })

  it('should agree with a naive model on valid graphs', () => {
    fc.assert(
      fc.property(
        validGraph().chain((graph) => fc.tuple(fc.constant(graph), assignedTo(graph))),
        agree,
      ),
      propertyRuns(300),
    )
  })

  it('should agree with a naive model on any graph, with loops, repeated edges and several service nodes', () => {
    fc.assert(
      fc.property(
        anyGraph().chain((graph) => fc.tuple(fc.constant(graph), assignedTo(graph))),
        agree,
      ),
      propertyRuns(1000),
    )
  })

  it('should walk a chain and a fan of many nodes without recursion', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `n${at}`)
    const chain = names.slice(1).map((name, at) => `${names[at]} ${name}`)
    const fan = names.slice(2).map((name) => `n1 ${name}`)
    const assigned = on({ n19999: ['major open'], n1: ['minor open'] })
    const severities = nodeSeverities(shop('web n0', ...chain, ...fan), assigned)
    expect(severities.get('s')).toEqual({ own: null, inherited: 'major', from: 'n19999' })
    expect(severities.get('n1')).toEqual({ own: 'minor', inherited: 'major', from: 'n19999' })
  })
})

// Helpers

/** A graph with the service node `s`, the environment node `e` and `web` below it, and resource nodes for the edges. */
function shop(...edges: readonly string[]): GraphInput {
  const pairs = edges.map((text) => text.split(' ') as [string, string])
  const names = new Set(['web', ...pairs.flat()])
  return {
    nodes: [
      node('s', 'service', 'Shop'),
      node('e', 'environment', 'P'),
      ...Array.from(names, (name) => node(name, 'resource', name)),
    ],
    edges: [edge('s', 'e'), edge('e', 'web'), ...pairs.map(([source, target]) => edge(source, target))],
  }
}

/** Alerts such as `major open`, by the id of their node. */
function on(byNode: Readonly<Record<string, readonly string[]>>, unassigned: readonly string[] = []): AssignedStates {
  const places = [...Object.entries(byNode), ['', unassigned] as const]
  const alerts = places.flatMap(([place, states]) =>
    states.map((state, at) => {
      const [severity, status] = state.split(' ') as [Severity, AlertStatus]
      return { place, id: `${place}/${at}`, severity, status }
    }),
  )
  const idsAt = (wanted: string) => alerts.filter(({ place }) => place === wanted).map(({ id }) => id)
  return {
    alerts,
    assignments: new Map(Object.keys(byNode).map((place) => [place, idsAt(place)])),
    unassigned: idsAt(''),
  }
}

function agree([graph, assigned]: readonly [GraphInput, AssignedStates]): void {
  expect(nodeSeverities(graph, assigned)).toEqual(naiveSeverities(graph, assigned))
}

/** The severities, implemented directly from rules.md#assignments-11: one search for each node. */
function naiveSeverities({ nodes, edges }: GraphInput, assigned: AssignedStates): ReadonlyMap<string, NodeSeverity> {
  const service = nodes.find(({ kind }) => kind === 'service')?.id
  const ownOf = (ids: readonly string[] = []): Severity | null => {
    const alerts = assigned.alerts.filter(({ id }) => ids.includes(id))
    const having = (attention: string) => alerts.filter(({ status }) => attentionOf(status) === attention)
    const counted = having('open').length > 0 ? having('open') : having('acknowledged')
    return SEVERITIES.find((severity) => counted.some((alert) => alert.severity === severity)) ?? null
  }
  const own = new Map(nodes.map(({ id }) => [id, ownOf(assigned.assignments.get(id))]))
  const below = (start: string): readonly string[] => {
    const reached = new Set([start])
    for (const id of reached) for (const { source, target } of edges) if (source === id) reached.add(target)
    return [...reached].slice(1)
  }
  return new Map(
    nodes.map((each) => {
      const isService = each.id === service
      const rest = isService ? nodes.map((other) => other.id).filter((other) => other !== service) : []
      const sources = [...below(each.id), ...rest]
      const found = [...sources.map((source) => own.get(source) ?? null), isService ? ownOf(assigned.unassigned) : null]
      const inherited = SEVERITIES.find((severity) => found.includes(severity)) ?? null
      const from = sources.find((source) => inherited !== null && own.get(source) === inherited) ?? null
      return [each.id, { own: own.get(each.id) ?? null, inherited, from }]
    }),
  )
}

function assignedTo({ nodes }: GraphInput): fc.Arbitrary<AssignedStates> {
  const severity = fc.constantFrom('critical', 'major', 'minor', ...SEVERITIES)
  const status = fc.constantFrom('open', 'open', ...ACTIVE_STATUSES)
  const alert = fc.record({ place: fc.nat({ max: nodes.length }), severity, status })
  return fc.array(alert, { maxLength: 12 }).map((alerts) => {
    const known = alerts.map((each, at) => ({ ...each, id: `alert-${at}` }))
    const idsAt = (wanted: number) => known.filter(({ place }) => place === wanted).map(({ id }) => id)
    return {
      alerts: known,
      assignments: new Map(nodes.map(({ id }, place) => [id, idsAt(place)])),
      unassigned: idsAt(nodes.length),
    }
  })
}

function anyGraph(): fc.Arbitrary<GraphInput> {
  const kind = fc.constantFrom('service', 'environment', 'resource', 'resource', 'resource')
  return fc.array(kind, { minLength: 1, maxLength: 9 }).chain((kinds) => {
    const id = fc.nat({ max: kinds.length - 1 }).map((number) => `n${number}`)
    return fc.array(fc.tuple(id, id), { maxLength: 3 * kinds.length }).map((pairs) => ({
      nodes: kinds.map((each, number) => node(`n${number}`, each, `n${number}`)),
      edges: pairs.map(([source, target]) => edge(source, target)),
    }))
  })
}
