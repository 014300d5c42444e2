import type { Alert } from '@opsgraph/core'
import { groupBy, heldStates, hurtableServices, ImpactSearch, NodeLookup, nodeSeverities } from '@opsgraph/core/pure'
import { compareCreation } from '@opsgraph/core/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/run-length.js'
import {
  type AlertFields,
  changes,
  edge,
  ladder,
  node,
  type RankedParents,
  rules,
  service,
  sparseParents,
  states,
  toAlert,
  type World,
} from './impact-worlds.js'
import { NaiveImpact } from './naive-impact/impact.js'
import type { NaiveState, NaiveTopology } from './naive-impact/state.js'

import { pathTo, reaches } from './naive-impact/ways.js'

describe('ImpactSearch', () => {
  it('should agree with a naive model on dense graphs with circles', () => {
    fc.assert(fc.property(states(8, sparseParents(8, 3)), agree), propertyRuns(120))
  })

  it('should agree with a naive model on graphs that are deeper than a way up', () => {
    fc.assert(fc.property(states(26, ladder(26)), agree), propertyRuns(80))
  })

  it('should agree with a naive model after each change of alerts, however many changes there were before', () => {
    const dense = states(8, sparseParents(8, 3), changes(8))
    const deep = states(26, ladder(26), changes(26))
    fc.assert(fc.property(fc.oneof(dense, deep), agree), propertyRuns(30))
  })

  it('should let a new resource be explained only by ways that lead to it within the limit', () => {
    // The way up of the alert on `start` leads to r0 first, and to r9 last.
    const names = ['start', ...Array.from({ length: 11 }, (_, index) => `r${index}`)]
    const alerts = [{ resource: 'start', resourceParent: 'r0' }]
    const changes = [[{ resource: 'r10' }], [{ resource: 'r9' }], [{ resource: 'r8' }]]
    agree(scene({ alerts, changes, edges: names.slice(2).map((name, index) => [names[index + 1] ?? '', name]) }))
  })

  it('should ask the services again about an alert that was only sent again', () => {
    const state = scene({
      alerts: [{ resource: 'a', service: ['s0'] }, { resource: 'b' }],
      changes: [],
      edges: [['a', 'b']],
    })
    const [sent] = state.alerts as [Alert]
    const services = [{ ...service('s0', 0), topology: undefined, accepts: ({ value }: Alert) => value !== 'fine' }]
    const changes = ['fine', 'bad', 'bad', 'fine'].map((value) => new Map([[sent.id, { ...sent, value }]]))
    agree({ ...state, services, changes })
  })

  it('should not mix the causes of an alert with those of the alerts that it explains', () => {
    // From `a` and `b`, `h` is beyond the limit. So `h` has their causes only through `g`.
    const steps = ['g', ...Array.from({ length: 9 }, (_, index) => `p${index}`), 'h']
    const edges = [
      ...[['a', 'g'] as const, ['b', 'g'] as const, ['other', 'h'] as const],
      ...steps.slice(1).map((step, index) => [steps[index] ?? '', step] as const),
    ]
    const alerts = ['other', 'a', 'b', 'g', 'h'].map((resource) => ({ resource }))
    agree(scene({ alerts, changes: [], edges }))
    agree(scene({ alerts: alerts.toReversed(), changes: [], edges }))
  })

  it('should agree with a naive model on rules, topologies and circles', () => {
    fc.assert(fc.property(states(8, sparseParents(8, 3), fc.constant([]), rules(8)), agree), propertyRuns(200))
  })

  it('should agree with a naive model on rules in graphs that are deeper than a way up', () => {
    fc.assert(fc.property(states(26, ladder(26), fc.constant([]), rules(26)), agree), propertyRuns(120))
  })

  it('should agree with a naive model on the severities of nodes', () => {
    const dense = states(8, sparseParents(8, 3), fc.constant([]), rules(8))
    const deep = states(26, ladder(26), fc.constant([]), rules(26))
    const small = states(5, sparseParents(5, 2), fc.constant([]), rules(5))
    const check = (world: World) => void agreeOnNodes(world)
    fc.assert(fc.property(fc.oneof(small, dense, deep), check), propertyRuns(300))
  })

  it('should let an alert arrive at its node by the best way of at most 10 levels, and by any number of edges', () => {
    const held = [
      { environment: 'P', resource: 'm', minHealthy: 1, failedAt: 'security', degraded: 'warning' },
    ] as const
    const around = (count: number) => Array.from({ length: count }, (_, index) => `y${index}`)
    const own = (edges: Scene['edges'], drawn: Drawn) => {
      const alerts = [
        { resource: 'x', severity: 'critical' } as const,
        { resource: 'y0', severity: 'warning' } as const,
      ]
      const state = scene({ alerts, changes: [], edges })
      const world = { ...state, rules: held, services: [{ ...service('s0', 9), topology: topologyOf(drawn) }] }
      return agreeOnNodes(world)?.get('a')?.own
    }
    const direct = chain('x', 'm', 'a')
    expect(own([...direct, ...chain('x', ...around(9), 'a')], { a: 'P' })).toBe('critical')
    expect(own([...direct, ...chain('x', ...around(10), 'a')], { a: 'P' })).toBe('warning')
    const toOther = chain('x', 'y', 'z', 'b')
    expect(own([...direct, ...toOther], { a: 'P', c: 'a', d: 'c', b: 'd' })).toBe('critical')
  })

  it.each([
    ['fail at 10 levels', 10, 0],
    ['not fail at 11 levels', 11, 1],
  ])('should let a child %s above an alert', (_, levels, healthy) => {
    const steps = ['start', ...Array.from({ length: levels }, (_, index) => `r${index + 1}`), 'top']
    // Because of the weak alert, the search knows the relations of the last levels.
    const weak = { resource: steps.at(-3) as string, severity: 'informational' } as const
    const alerts = [{ resource: 'start', severity: 'critical' } as const, weak]
    const state = scene({ alerts, changes: [], edges: chain(...steps) })
    const rules = [{ ...rule('top'), degraded: null }]
    expect(failingAt('top', { ...state, rules }).map((each) => each.healthy)).toEqual(healthy === 0 ? [0] : [])
  })

  it.each([
    [9, [['m', 2, 0] as const, ['top', 1, 0] as const]],
    [10, [['m', 2, 0] as const]],
  ])('should let an alert in behind a rule that breaks late, %d levels above its resource', (levels, failing) => {
    const names = ['start', ...Array.from({ length: levels }, (_, index) => `r${index + 1}`)]
    const alerts = [
      { resource: 'start', severity: 'critical' } as const,
      { resource: 'other', severity: 'major' } as const,
      { resource: `r${levels}`, severity: 'informational' } as const,
    ]
    const edges = [...chain(...names, 'm', 'top'), ['other', 'm'] as const]
    const state = scene({ alerts, changes: [], edges })
    const both = [rule('m'), { ...rule('top'), failedAt: 'critical' as const }]
    for (const rules of [both, both.toReversed()]) {
      const found = failingAt('top', { ...state, rules })
      expect(found.map(({ resource, of, healthy }) => [resource, of, healthy])).toEqual(failing)
    }
  })

  it('should let an alert in at the parent that it names when the rule there breaks late', () => {
    const alerts = [
      { resource: 'x', resourceParent: 'm', severity: 'critical' } as const,
      { resource: 'other', severity: 'major' } as const,
    ]
    const state = scene({ alerts, changes: [], edges: chain('other', 'm', 'top') })
    const both = [rule('m'), { ...rule('top'), failedAt: 'critical' as const }]
    for (const rules of [both, both.toReversed()]) {
      const found = failingAt('top', { ...state, rules })
      expect(found.map(({ resource, healthy }) => [resource, healthy])).toEqual([
        ['m', 0],
        ['top', 0],
      ])
    }
  })

  it('should let an alert stand out from one with a greater fork of which nothing arrives', () => {
    const alerts = [
      { resource: 'a', severity: 'critical' } as const,
      { resource: 'b', severity: 'warning' } as const,
      { resource: 'c', severity: 'warning' } as const,
    ]
    const edges = [['a', 'b'] as const, ['a', 'c'] as const, ['z', 'b'] as const]
    const world = { ...scene({ alerts, changes: [], edges }), rules: [{ ...rule('b'), degraded: null }] }
    agree(world)
    const impact = finish(searchOf(world).run())
    const causesOf = (name: string) =>
      finish(impact.explain(impact.services))
        .flatMap(({ service, causes }) => (service === name ? causes : []))
        .map(({ resource }) => resource)
        .toSorted()
    expect([causesOf('on b'), causesOf('on c')]).toEqual([['a', 'b'], ['a']])
  })

  it('should find the same beside more alerts than one walk carries', () => {
    fc.assert(
      fc.property(states(8, sparseParents(8, 3), fc.constant([]), rules(8)), ({ alerts, ...rest }) => {
        const others = Array.from({ length: 600 }, (_, index) =>
          toAlert({ ...USUAL, resource: `other-${index}`, resourceParent: `other-${index + 1}` }, index + 100),
        )
        const mixed = others.flatMap((other, index) => [other, ...alerts.filter((_, at) => index === at * 60)])
        const [alone, beside] = [alerts, mixed].map((all) => finish(searchOf({ ...rest, alerts: all }).run()))
        for (const { id } of alerts) expect(beside?.of(id)).toEqual(alone?.of(id))
      }),
      propertyRuns(8),
    )
  })
})

// Helpers

const USUAL: AlertFields = {
  ...{ environment: 'P', resource: 'r', resourceParent: null, severity: 'major', status: 'open', service: [] },
  activeSince: '2026-01-01T00:00:00.000Z',
}

function agree({ alerts, changes, ...rest }: World): void {
  let current = new Map(alerts.map((alert) => [alert.id, alert]))
  expectModel({ ...rest, alerts })
  for (const change of changes) {
    current = new Map([...current].filter(([id]) => !change.has(id)))
    for (const alert of change.values()) if (alert !== undefined) current.set(alert.id, alert)
    expectModel({ ...rest, alerts: [...current.values()] })
  }
}

function searchOf({ services, alerts, rules, parents }: NaiveState): ImpactSearch {
  const drawn = services.map((each) => ({
    ...each,
    // biome-ignore lint/correctness/useYield: this test needs no pauses
    *accepts(alert: Alert) {
      return each.accepts(alert)
    },
    topology: each.topology && { id: each.topology.id, nodes: lookupOf(each.topology) },
  }))
  const topologies = drawn.flatMap(({ service, topology }) => (topology ? [[service, topology] as const] : []))
  const known = { ...hurtableServices(new Map(topologies), []), all: drawn }
  const search = finish(
    ImpactSearch.open(known, { alerts: alerts.map((alert) => ({ kept: alert, alert, accepted: new Map() })), rules }),
  )
  climb(search, parents)
  finish(search.count(new Map(Array.from(parents, ([environment, graph]) => [environment, childrenIn(graph)]))))
  climb(search, parents)
  return search
}

/** Compares the severities of the nodes of each topology with the model. Returns those of the last topology. */
function agreeOnNodes(world: World): ReturnType<typeof nodeSeverities> | undefined {
  let severities: ReturnType<typeof nodeSeverities> | undefined
  const search = searchOf(world)
  const { holding } = finish(search.run())
  const model = new NaiveImpact(world)
  for (const service of world.services) {
    const { topology } = service
    if (topology === undefined) continue
    const alerts = world.alerts.filter(
      (alert) => reaches(WITHOUT_RULES(world), alert, service) && service.accepts(alert),
    )
    const nodeOf = groupBy(alerts, (alert) => pathTo(WITHOUT_RULES(world), alert, service, null).nodeId)
    const idsOn = (nodeId: string | null) => (nodeOf.get(nodeId) ?? []).map(({ id }) => id)
    const assignments = new Map(topology.nodes.map(({ id }) => [id, idsOn(id)]))
    const graph = { nodes: topology.nodes, edges: numbered(topology) }
    const held = finish(heldStates(graph, { alerts, assignments }, { walks: search.walks, holding }))
    severities = nodeSeverities(graph, { alerts, assignments, unassigned: idsOn(null), held })
    expect(severities).toEqual(model.nodeSeverities(service.service))
  }
  return severities
}

/** Relations from each resource to the next one. */
function chain(...names: readonly string[]): Scene['edges'] {
  return names.slice(1).map((name, at) => [names[at] ?? '', name] as const)
}

/** A rule of a resource, one of whose children must be healthy. */
function rule(resource: string) {
  return { environment: 'P', resource, minHealthy: 1, failedAt: 'major', degraded: 'warning' } as const
}

/** The rules with a failed child that a service shows which draws a resource. Compares everything with the model. */
function failingAt(resource: string, state: World) {
  const world = { ...state, services: [{ ...service('s0', 9), topology: topologyOf({ [resource]: 'P' }) }] }
  agree(world)
  const { services } = finish(searchOf(world).run())
  return services.flatMap((each) => (each.service === 's0' ? each.redundancy : []))
}

/** The parent of each resource of a topology: another resource, or the environment `P`. */
type Drawn = Readonly<Record<string, string>>

function topologyOf(drawn: Drawn): NaiveTopology {
  const names = Object.entries(drawn)
  return {
    id: 't0',
    nodes: [
      ...[node('service', 'service', null, null), node('P', 'environment', 'P', null)],
      ...names.map(([name]) => node(name, 'resource', 'P', name)),
    ],
    edges: [edge('service', 'P'), ...names.map(([name, above]) => edge(above, name))],
  }
}

const WITHOUT_RULES = ({ parents }: NaiveState) => ({ parents, holding: [] })

function lookupOf(topology: NaiveTopology): NodeLookup {
  return new NodeLookup({ nodes: topology.nodes, edges: numbered(topology) })
}

function numbered({ edges }: NaiveTopology) {
  return edges.map((edge, index) => ({ ...edge, id: `edge-${index}` }))
}

function climb({ walks }: ImpactSearch, parents: NaiveState['parents']): void {
  for (const [environment, walk] of walks) {
    while (walk.frontier.length > 0) walk.advance(parents.get(environment) ?? new Map())
  }
}

function childrenIn(parents: RankedParents): RankedParents {
  const children = new Map<string, string[]>()
  for (const [child, above] of parents) {
    for (const parent of above) children.set(parent, [...(children.get(parent) ?? []), child])
  }
  return children
}

/** Compares the result of a search with the model. */
function expectModel({ services, ...state }: NaiveState): void {
  const { alerts } = state
  const known = services.map((each) => each.service)
  const named = [...new Set(alerts.flatMap((alert) => alert.service))].filter((name) => !known.includes(name))
  const others = named.map((name) => ({
    service: name,
    name,
    owner: '',
    runbook: '',
    topology: undefined,
    accepts: () => true,
  }))
  const model = new NaiveImpact({ ...state, services: [...services, ...others] })
  const impact = finish(searchOf({ ...state, services }).run())
  expect(finish(impact.explain(impact.services))).toEqual(model.services())
  expect(impact.unreached.map(({ id }) => id)).toEqual(
    model
      .unreached()
      .toSorted(compareCreation)
      .map(({ id }) => id),
  )
  for (const alert of alerts) {
    const found = model.of(alert)
    expect(impact.of(alert.id)).toEqual(found)
    for (const service of [...services, ...others]) {
      const isReached = found.services.some((each) => each.service === service.service)
      const why = isReached ? model.why(alert, service) : 'not reached'
      const { code } = impact.whyReached(alert.id, service.service) ?? { code: isReached ? null : 'not reached' }
      expect(code).toBe(why)
    }
  }
}

function finish<T>(computation: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = computation.next()
    if (done) return value
  }
}

interface Scene {
  readonly alerts: readonly Partial<AlertFields>[]
  /** Alerts that arrive one after the other. */
  readonly changes: readonly (readonly Partial<AlertFields>[])[]
  readonly edges: readonly (readonly [resource: string, parent: string])[]
}

/** A state in which a service of its own shows each alert, and every alert can explain others. */
function scene({ alerts, changes, edges }: Scene): World {
  const drafts = [...alerts, ...changes.flat()]
  const all = drafts.map((fields, index) => toAlert({ ...USUAL, service: [`on ${fields.resource}`], ...fields }, index))
  const parents = new Map<string, string[]>()
  for (const [resource, parent] of edges) parents.set(resource, [...(parents.get(resource) ?? []), parent])
  return {
    alerts: all.slice(0, alerts.length),
    changes: all.slice(alerts.length).map((alert) => new Map([[alert.id, alert]])),
    parents: new Map([['P', parents]]),
    services: [],
    rules: [],
  }
}
