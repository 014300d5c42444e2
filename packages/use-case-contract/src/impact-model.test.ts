import type { Alert, Node } from '@opsgraph/core'
import { ACTIVE_STATUSES, ImpactSearch, NodeLookup, readAlert, SEVERITIES } from '@opsgraph/core/pure'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../test/run-length.js'
import { NaiveImpact, type NaiveService } from './naive-impact.js'

describe('ImpactSearch', () => {
  it('should agree with a naive model on dense graphs with circles', () => {
    fc.assert(fc.property(states(8, sparseParents(8, 3)), agree), propertyRuns(600))
  })

  it('should agree with a naive model on graphs that are deeper than a way up', () => {
    fc.assert(fc.property(states(26, ladder(26)), agree), propertyRuns(400))
  })
})

// Helpers

/** The parents of each resource, in rank order. */
type RankedParents = ReadonlyMap<string, readonly string[]>

interface State {
  readonly alerts: readonly Alert[]
  readonly parents: ReadonlyMap<string, RankedParents>
  readonly services: readonly NaiveService[]
}

function agree(state: State): void {
  const model = new NaiveImpact(state)
  const search = new ImpactSearch(state.alerts)
  for (const [environment, walk] of search.walks) {
    while (walk.frontier.length > 0) walk.advance(state.parents.get(environment) ?? new Map())
  }
  const services = state.services.map((service) => ({
    ...service,
    topology: service.topology && {
      id: service.topology.id,
      nodes: new NodeLookup({ ...service.topology, edges: [] }),
    },
  }))
  const impact = finish(search.run(services))
  expect(finish(impact.explain(impact.services))).toEqual(model.services())
  expect(impact.unreached).toEqual(model.unreached())
  for (const alert of state.alerts) {
    const { explainedBy, explains } = finish(search.of(alert, services))
    const ids = (alerts: readonly Alert[]) => alerts.map(({ id }) => id)
    expect(explainedBy.map(({ alertId }) => alertId)).toEqual(ids(model.explainedBy(alert)))
    expect(explains.map(({ alertId }) => alertId)).toEqual(ids(model.explains(alert)))
  }
}

function finish<T>(computation: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = computation.next()
    if (done) return value
  }
}

function states(names: number, parents: fc.Arbitrary<RankedParents>): fc.Arbitrary<State> {
  return fc.record({
    alerts: alerts(names),
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

function alerts(names: number): fc.Arbitrary<readonly Alert[]> {
  const entry = fc.record({
    environment: fc.constantFrom('P', 'P', 'P', 'Q'),
    resource: resource(names),
    resourceParent: fc.option(resource(names), { freq: 3 }),
    severity: fc.constantFrom('critical', 'major', 'warning', 'warning', 'informational', ...SEVERITIES),
    status: fc.constantFrom('open', 'open', 'open', ...ACTIVE_STATUSES),
    service: fc.subarray(['s0', 'named', 'nobody']),
    activeSince: fc.integer({ min: 0, max: 3 }).map((minute) => `2026-01-01T00:0${minute}:00.000Z`),
  })
  return fc.array(entry, { minLength: 1, maxLength: 10 }).map((entries) =>
    entries.map(({ activeSince, status, severity, ...fields }, index) => {
      const draft = readAlert({ ...fields, event: `event-${index % 4}`, severity: 'major' })
      const times = { createTime: activeSince, activeSince, receiveTime: activeSince, lastReceiveTime: activeSince }
      const unchanged = {
        duplicateCount: 0,
        repeat: false,
        previousSeverity: null,
        updateTime: activeSince,
        history: [],
      }
      const ends = { expireTime: null, statusUntil: null }
      return { ...draft, id: `alert-${index}`, severity, status, ...times, ...unchanged, ...ends }
    }),
  )
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
