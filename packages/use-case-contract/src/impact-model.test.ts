import type { Alert, Node } from '@opsgraph/core'
import { ACTIVE_STATUSES, hurtableServices, ImpactSearch, NodeLookup, readAlert, SEVERITIES } from '@opsgraph/core/pure'
import { compareCreation } from '@opsgraph/core/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/run-length.js'
import { NaiveImpact, type NaiveService, type NaiveState } from './naive-impact.js'

describe('ImpactSearch', () => {
  it('should agree with a naive model on dense graphs with circles', () => {
    fc.assert(fc.property(states(8, sparseParents(8, 3)), agree), propertyRuns(600))
  })

  it('should agree with a naive model on graphs that are deeper than a way up', () => {
    fc.assert(fc.property(states(26, ladder(26)), agree), propertyRuns(400))
  })

  it('should agree with a naive model after each change of alerts, however many changes there were before', () => {
    const dense = states(8, sparseParents(8, 3), changes(8))
    const deep = states(26, ladder(26), changes(26))
    fc.assert(fc.property(fc.oneof(dense, deep), agree), propertyRuns(150))
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

  it('should find the same with more alerts than one walk carries', () => {
    const many = fc.record({
      graph: sparseParents(300, 2),
      alerts: fc.array(alertFields(300), { minLength: 400, maxLength: 400 }),
    })
    fc.assert(
      fc.property(many, ({ graph, alerts }) => {
        const [half, whole] = [alerts.slice(0, 350), alerts].map((fields) => fields.map(toAlert))
        const services = [{ ...service('named', 3), topology: undefined }]
        const grown = searchOf(services, half ?? [])
        answer(grown, graph)
        finish(grown.replace([], (whole ?? []).slice(350)))
        expect(answer(grown, graph)).toEqual(answer(searchOf(services, whole ?? []), graph))
      }),
      propertyRuns(10),
    )
  })
})

// Helpers

/** The parents of each resource, in rank order. */
type RankedParents = ReadonlyMap<string, readonly string[]>

interface State {
  readonly alerts: readonly Alert[]
  /** Alerts that later replace the alerts with the same id; `undefined` removes the alert. */
  readonly changes: readonly ReadonlyMap<string, Alert | undefined>[]
  readonly parents: ReadonlyMap<string, RankedParents>
  readonly services: readonly NaiveService[]
}

function agree({ alerts, changes, parents, services }: State): void {
  const search = searchOf(services, alerts)
  let current = new Map(alerts.map((alert) => [alert.id, alert]))
  expectModel(search, { alerts, parents, services })
  for (const change of changes) {
    const added = [...change.values()].filter((alert) => alert !== undefined)
    finish(search.replace([...change.keys()], added))
    current = new Map([...current].filter(([id]) => !change.has(id)))
    for (const alert of added) current.set(alert.id, alert)
    expectModel(search, { alerts: [...current.values()], parents, services })
  }
}

function searchOf(services: readonly NaiveService[], alerts: readonly Alert[]): ImpactSearch {
  const drawn = services.map((each) => ({
    ...each,
    // biome-ignore lint/correctness/useYield: this test needs no pauses
    *accepts(alert: Alert) {
      return each.accepts(alert)
    },
    topology: each.topology && { id: each.topology.id, nodes: new NodeLookup({ ...each.topology, edges: [] }) },
  }))
  const topologies = drawn.flatMap(({ service, topology }) => (topology ? [[service, topology] as const] : []))
  return new ImpactSearch({ ...hurtableServices(new Map(topologies), []), all: drawn }, alerts)
}

/** Completes the walks of a search, and compares its result with the model. */
function expectModel(search: ImpactSearch, { alerts, parents, services }: NaiveState): void {
  for (const [environment, walk] of search.walks) {
    while (walk.frontier.length > 0) walk.advance(parents.get(environment) ?? new Map())
  }
  const known = services.map((each) => each.service)
  const named = [...new Set(alerts.flatMap((alert) => alert.service))].filter((name) => !known.includes(name))
  const others = named.map((name) => ({ service: name, name, topology: undefined, accepts: () => true }))
  const model = new NaiveImpact({ alerts, parents, services: [...services, ...others] })
  const impact = finish(search.run())
  expect(finish(impact.explain(impact.services))).toEqual(model.services())
  expect(impact.unreached.map(({ id }) => id)).toEqual(
    model
      .unreached()
      .toSorted(compareCreation)
      .map(({ id }) => id),
  )
  for (const alert of alerts) expect(impact.of(alert.id)).toEqual(model.of(alert))
}

/** Completes the walk of a search, and returns its whole result. */
function answer(search: ImpactSearch, parents: RankedParents) {
  for (const walk of search.walks.values()) while (walk.frontier.length > 0) walk.advance(parents)
  const impact = finish(search.run())
  return { services: finish(impact.explain(impact.services)), unreached: impact.unreached.map(({ id }) => id) }
}

function finish<T>(computation: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = computation.next()
    if (done) return value
  }
}

function states(
  names: number,
  parents: fc.Arbitrary<RankedParents>,
  changes: fc.Arbitrary<State['changes']> = fc.constant([]),
): fc.Arbitrary<State> {
  return fc.record({
    alerts: fc.array(alertFields(names), { minLength: 1, maxLength: 10 }).map((entries) => entries.map(toAlert)),
    changes,
    parents: fc.tuple(parents, parents).map(
      ([P, Q]) =>
        new Map([
          ['P', P],
          ['Q', Q],
        ]),
    ),
    services: fc.array(topology(names), { minLength: 1, maxLength: 4 }).map((drawn) => [
      ...drawn.map((nodes, index) => ({
        ...service(`s${index}`, index),
        topology: { id: `t${index}`, nodes },
      })),
      { ...service('named', 3), topology: undefined },
    ]),
  })
}

function service(name: string, index: number) {
  return { service: name, name: `Service ${name}`, accepts: ({ event }: Alert) => event !== `event-${index}` }
}

function topology(names: number): fc.Arbitrary<readonly Node[]> {
  const node = (id: string, kind: Node['kind'], environment: string, resource: string | null): Node => ({
    ...{ id, kind, label: resource ?? environment, environment, resource },
    ...{ icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } },
  })
  return fc
    .uniqueArray(fc.tuple(fc.constantFrom('P', 'Q'), resource(names)), { maxLength: 4, selector: (key) => key.join() })
    .map((keys) => [
      node('env', 'environment', 'P', null),
      ...keys.map(([environment, name]) => node(`${environment}/${name}`, 'resource', environment, name)),
    ])
}

interface Scene {
  readonly alerts: readonly Partial<AlertFields>[]
  /** Alerts that arrive one after the other. */
  readonly changes: readonly (readonly Partial<AlertFields>[])[]
  readonly edges: readonly (readonly [resource: string, parent: string])[]
}

/** A state in which a service of its own shows each alert, and every alert can explain others. */
function scene({ alerts, changes, edges }: Scene): State {
  const usual: AlertFields = {
    ...{ environment: 'P', resource: 'r', resourceParent: null, severity: 'major', status: 'open', service: [] },
    activeSince: '2026-01-01T00:00:00.000Z',
  }
  const drafts = [...alerts, ...changes.flat()]
  const all = drafts.map((fields, index) => toAlert({ ...usual, service: [`on ${fields.resource}`], ...fields }, index))
  const parents = new Map<string, string[]>()
  for (const [resource, parent] of edges) parents.set(resource, [...(parents.get(resource) ?? []), parent])
  return {
    alerts: all.slice(0, alerts.length),
    changes: all.slice(alerts.length).map((alert) => new Map([[alert.id, alert]])),
    parents: new Map([['P', parents]]),
    services: [],
  }
}

function alertFields(names: number) {
  return fc.record({
    environment: fc.constantFrom('P', 'P', 'P', 'Q'),
    resource: resource(names),
    resourceParent: fc.option(resource(names), { freq: 3 }),
    severity: fc.constantFrom('critical', 'major', 'warning', 'warning', 'informational', ...SEVERITIES),
    status: fc.constantFrom('open', 'open', 'open', ...ACTIVE_STATUSES),
    service: fc.subarray(['s0', 'named', 'nobody']),
    activeSince: fc.integer({ min: 0, max: 3 }).map((minute) => `2026-01-01T00:0${minute}:00.000Z`),
  })
}

function toAlert(fields: AlertFields, index: number): Alert {
  const { activeSince, status, severity, ...rest } = fields
  const draft = readAlert({ ...rest, event: `event-${index % 4}`, severity: 'major' })
  const times = { createTime: activeSince, activeSince, receiveTime: activeSince, lastReceiveTime: activeSince }
  const unchanged = { duplicateCount: 0, repeat: false, previousSeverity: null, updateTime: activeSince, history: [] }
  const ends = { expireTime: null, statusUntil: null, assignee: null, openCount: 1 }
  return { ...draft, id: `alert-${index}`, severity, status, ...times, ...unchanged, ...ends }
}

type AlertFields = ReturnType<typeof alertFields> extends fc.Arbitrary<infer Fields> ? Fields : never

/** Changes of up to three alerts each. An alert is new, has other fields, or is removed. */
function changes(names: number): fc.Arbitrary<State['changes']> {
  const one = fc.tuple(fc.integer({ min: 0, max: 11 }), fc.option(alertFields(names), { freq: 3 }))
  const change = fc
    .uniqueArray(one, { minLength: 1, maxLength: 3, selector: ([index]) => index })
    .map(
      (all) =>
        new Map(all.map(([index, fields]) => [`alert-${index}`, fields === null ? undefined : toAlert(fields, index)])),
    )
  return fc.array(change, { minLength: 1, maxLength: 8 })
}

function resource(names: number): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: names - 1 }).map((number) => `r${number}`)
}

/** Up to `most` parents for each resource. */
function sparseParents(names: number, most: number): fc.Arbitrary<RankedParents> {
  return fc
    .array(fc.uniqueArray(resource(names), { maxLength: most }), { minLength: names, maxLength: names })
    .map((lists) => new Map(lists.map((list, index) => [`r${index}`, list.filter((name) => name !== `r${index}`)])))
}

/** Each resource is mostly below the next one; some are below any other, so that long circles occur. */
function ladder(names: number): fc.Arbitrary<RankedParents> {
  const steps = fc.array(fc.option(resource(names), { freq: 10 }), { minLength: names, maxLength: names })
  return steps.map(
    (others) =>
      new Map(
        others.map((other, index) => {
          const next = other ?? `r${(index + 1) % names}`
          return [`r${index}`, next === `r${index}` ? [] : [next]] as const
        }),
      ),
  )
}
