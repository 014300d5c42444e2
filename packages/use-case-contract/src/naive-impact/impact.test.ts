import type { Alert, Severity } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import { edge, node, toAlert } from '../impact-worlds.js'
import { NaiveImpact } from './impact.js'
import type { NaiveRule, NaiveTopology } from './state.js'

const POOL = { relations: ['web-1 > pool', 'web-2 > pool', 'web-3 > pool'], drawn: { pool: [] } }

describe('NaiveImpact with a rule', () => {
  it('should degrade the service while one of three has failed', () => {
    const { impact, service } = shop({ ...POOL, alerts: [{ resource: 'web-1' }], rules: [rule('pool', 2)] })
    expect(service).toMatchObject({ severity: 'warning', counts: { warning: 1 }, heldCount: 0 })
    expect(service.worst).toMatchObject({ resource: 'web-1', severity: 'critical' })
    expect(service.redundancy).toEqual([{ environment: 'P', resource: 'pool', of: 3, healthy: 2, minHealthy: 2 }])
    expect(service.causes).toMatchObject([{ severity: 'critical', arrives: 'warning', path: ['web-1', 'pool'] }])
    expect(impact.services).toMatchObject([{ counts: true, arrives: 'warning', heldBy: service.redundancy }])
  })

  it('should let through unchanged what fails when all four of four have failed', () => {
    const names = ['web-1', 'web-2', 'web-3', 'web-4']
    const relations = names.map((name) => `${name} > pool`)
    const { service, impact } = shop({
      ...{ relations, drawn: { pool: [] }, rules: [rule('pool', 1)] },
      alerts: names.map((resource) => ({ resource })),
    })
    expect(service).toMatchObject({
      severity: 'critical',
      counts: { critical: 4 },
      redundancy: [{ of: 4, healthy: 0 }],
    })
    expect(impact.services).toMatchObject([{ arrives: 'critical', heldBy: [] }])
  })

  it('should hold with two healthy of four at 50 %, and break with one', () => {
    const names = ['web-1', 'web-2', 'web-3', 'web-4']
    const relations = names.map((name) => `${name} > pool`)
    const failing = (count: number) =>
      shop({
        ...{ relations, drawn: { pool: [] }, rules: [rule('pool', '50%')] },
        alerts: names.slice(0, count).map((resource) => ({ resource })),
      }).service
    expect(failing(2)).toMatchObject({ severity: 'warning', redundancy: [{ of: 4, healthy: 2, minHealthy: 2 }] })
    expect(failing(3)).toMatchObject({ severity: 'critical', redundancy: [{ of: 4, healthy: 1, minHealthy: 2 }] })
  })

  it('should round per cents up', () => {
    const { model } = shop({ ...POOL, alerts: [], rules: [rule('pool', '34%')] })
    expect(model.redundancy()).toMatchObject([{ of: 3, minHealthy: 2 }])
  })

  it('should lower what comes through one switch of a pair, and nothing when both fail', () => {
    const pair = {
      ...{ relations: ['switch-a > server', 'switch-b > server', 'server > shop'], drawn: { shop: [] } },
      rules: [rule('server', 1)],
    }
    expect(shop({ ...pair, alerts: [{ resource: 'switch-a' }] }).service).toMatchObject({ severity: 'warning' })
    const both = shop({ ...pair, alerts: [{ resource: 'switch-a' }, { resource: 'switch-b' }] }).service
    expect(both).toMatchObject({ severity: 'critical', causesTotal: 2 })
  })

  it('should break the rule of machines whose hypervisors both fail, also through the machines', () => {
    const pair = {
      relations: ['host-1 > vm-1 > db', 'host-2 > vm-2 > db'],
      ...{ drawn: { db: [] }, rules: [rule('db', 1)] },
    }
    const one = shop({ ...pair, alerts: [{ resource: 'host-1' }, { resource: 'vm-1', severity: 'major' }] }).service
    expect(one).toMatchObject({ severity: 'warning', redundancy: [{ of: 2, healthy: 1 }] })
    const both = shop({ ...pair, alerts: [{ resource: 'host-1' }, { resource: 'host-2' }] }).service
    expect(both).toMatchObject({ severity: 'critical', redundancy: [{ of: 2, healthy: 0 }] })
  })

  it('should break a rule above a rule only when the lower rule is broken', () => {
    const sites = {
      relations: ['a-1 > a', 'a-2 > a', 'b-1 > b', 'b-2 > b', 'a > all', 'b > all'],
      ...{ drawn: { all: [] }, rules: [rule('a', 1), rule('b', 1), rule('all', 2)] },
    }
    const holding = shop({ ...sites, alerts: [{ resource: 'a-1' }, { resource: 'b-1' }] })
    expect(holding.service).toMatchObject({ severity: 'warning' })
    expect(holding.model.redundancy()).toMatchObject([{ healthy: 1 }, { healthy: 1 }, { healthy: 2, holds: true }])
    const broken = shop({ ...sites, alerts: [{ resource: 'a-1' }, { resource: 'a-2' }] })
    expect(broken.service).toMatchObject({ severity: 'critical' })
    expect(broken.model.redundancy()).toMatchObject([{ holds: false }, { holds: true }, { healthy: 1, holds: false }])
  })

  it('should not let two members of a circle fail through each other', () => {
    const { model, service } = shop({
      relations: ['db-1 > db-2', 'db-2 > db-1', 'disk-1 > db-1', 'spare-1 > db-1', 'disk-2 > db-2', 'spare-2 > db-2'],
      drawn: { 'db-1': [], 'db-2': [] },
      // Two of three must be healthy: the disk and the other member would break each rule.
      rules: [rule('db-1', 2), rule('db-2', 2)],
      alerts: [{ resource: 'disk-1' }, { resource: 'disk-2' }],
    })
    expect(model.redundancy()).toMatchObject([
      { of: 3, healthy: 2, holds: true },
      { of: 3, healthy: 2, holds: true },
    ])
    expect(service).toMatchObject({ severity: 'warning' })
  })

  it('should let nothing through with degraded null, and count it as held', () => {
    const { service, impact, model } = shop({
      ...{ ...POOL, alerts: [{ resource: 'web-1' }], rules: [rule('pool', 1, { degraded: null })] },
    })
    expect(service).toMatchObject({ severity: null, counts: {}, heldCount: 1, since: null, worst: null, causes: [] })
    expect(service.redundancy).toMatchObject([{ resource: 'pool', healthy: 2 }])
    expect(impact.services).toMatchObject([{ counts: false, arrives: null, heldBy: [{ resource: 'pool' }] }])
    expect(impact.services[0]).toMatchObject({ nodeId: 'pool', path: ['web-1', 'pool'] })
    expect(model.unreached()).toEqual([])
  })

  it('should count neither a silenced nor a filtered alert as held', () => {
    const { service } = shop({
      ...{ ...POOL, rules: [rule('pool', 1, { degraded: null, failedAt: 'security' })] },
      alerts: [
        { resource: 'web-1', status: 'blackout' },
        { resource: 'web-2', severity: 'informational' },
        { resource: 'web-3', status: 'ack' },
      ],
      accepts: ({ severity }) => severity !== 'informational',
    })
    expect(service).toMatchObject({ heldCount: 1, silencedCount: 0, acknowledgedCount: 0, redundancy: [] })
  })

  it('should take a child in blackout as failed, but not a shelved one', () => {
    const other = (status: 'blackout' | 'shelved') =>
      shop({ ...POOL, rules: [rule('pool', 2)], alerts: [{ resource: 'web-1' }, { resource: 'web-2', status }] })
        .service
    expect(other('blackout')).toMatchObject({ severity: 'critical', silencedCount: 1, redundancy: [{ healthy: 1 }] })
    expect(other('shelved')).toMatchObject({ severity: 'warning', silencedCount: 1, redundancy: [{ healthy: 2 }] })
  })

  it('should take a child as failed whatever the filters and the acknowledgement', () => {
    const { service } = shop({
      ...{ ...POOL, rules: [rule('pool', 2)], accepts: ({ resource }) => resource !== 'web-1' },
      alerts: [{ resource: 'web-1' }, { resource: 'web-2', status: 'ack' }],
    })
    expect(service).toMatchObject({ severity: 'critical', acknowledged: true, redundancy: [{ healthy: 1 }] })
  })

  it('should not take a child as failed below failedAt, nor beyond ten levels', () => {
    const weak = shop({ ...POOL, alerts: [{ resource: 'web-1', severity: 'minor' }], rules: [rule('pool', 3)] })
    expect(weak.service).toMatchObject({ severity: 'warning', redundancy: [] })
    const chain = (steps: number) =>
      shop({
        relations: [[...Array.from({ length: steps }, (_, index) => `r${index}`), 'child', 'pool'].join(' > ')],
        ...{ drawn: { pool: [] }, rules: [rule('pool', 1)], alerts: [{ resource: 'r0' }] },
      }).model.redundancy()
    expect(chain(10)).toMatchObject([{ healthy: 0 }])
    expect(chain(11)).toMatchObject([{ healthy: 1 }])
  })

  it('should never break with minHealthy 0, and always with more than there are children', () => {
    const alerts = [{ resource: 'web-1' }, { resource: 'web-2' }, { resource: 'web-3' }]
    expect(shop({ ...POOL, alerts, rules: [rule('pool', 0)] }).service).toMatchObject({ severity: 'warning' })
    const always = shop({ ...POOL, alerts: [{ resource: 'web-1', severity: 'minor' }], rules: [rule('pool', 4)] })
    expect(always.service).toMatchObject({ severity: 'minor', redundancy: [] })
    const none = { relations: [], drawn: { pool: [] }, alerts: [{ resource: 'web-1', resourceParent: 'pool' }] }
    expect(shop({ ...none, rules: [rule('pool', 1)] }).service).toMatchObject({ severity: 'critical' })
    expect(shop({ ...none, rules: [rule('pool', '50%')] }).service).toMatchObject({ severity: 'warning' })
  })

  it('should hold what a stated parent sends, but not count it as a child', () => {
    const { service } = shop({
      ...{ ...POOL, rules: [rule('pool', 3)] },
      alerts: [{ resource: 'new', resourceParent: 'pool' }],
    })
    expect(service).toMatchObject({ severity: 'warning', redundancy: [] })
  })

  it('should not hold an alert where it begins, nor make it worse than it is', () => {
    const { service } = shop({
      ...{ ...POOL, rules: [rule('pool', 1)] },
      alerts: [
        { resource: 'pool', severity: 'minor' },
        { resource: 'web-1', severity: 'informational' },
      ],
    })
    expect(service.counts).toEqual({ minor: 1, informational: 1 })
  })

  it('should not hold an alert where it begins when its way leads back', () => {
    const { impact } = shop({
      ...{ relations: ['pool > web', 'web > pool', 'web-2 > pool'], drawn: { pool: [] } },
      ...{ alerts: [{ resource: 'pool' }], rules: [rule('pool', 1, { degraded: null })] },
    })
    expect(impact.services).toMatchObject([{ arrives: 'critical', heldBy: [], path: ['pool'] }])
  })

  it('should name the rules that hold an alert on its ways to the service, and no others', () => {
    const { impact, service } = shop({
      relations: ['a > b > a', 'b > c', 'b > elsewhere', 'b > far', 'spare > elsewhere'],
      drawn: { c: [] },
      rules: ['a', 'c', 'elsewhere'].map((resource) => rule(resource, 0)),
      alerts: [{ resource: 'a' }],
    })
    expect(impact.services).toMatchObject([{ arrives: 'warning', heldBy: [{ resource: 'c' }] }])
    expect(impact.services[0]?.heldBy).toHaveLength(1)
    expect(service.redundancy.map(({ resource }) => resource)).toEqual(['a', 'c'])
  })

  it('should name a rule that holds an alert at the last level', () => {
    const steps = Array.from({ length: 10 }, (_, index) => `r${index}`)
    const { impact } = shop({
      ...{ relations: [[...steps, 'pool'].join(' > ')], drawn: { pool: [] } },
      ...{ rules: [rule('pool', 0)], alerts: [{ resource: 'r0' }] },
    })
    expect(impact.services).toMatchObject([{ arrives: 'warning', heldBy: [{ resource: 'pool' }] }])
  })

  it('should let an alert arrive by its worst way, and show that way', () => {
    const { service, impact } = shop({
      relations: ['disk > pool', 'web-2 > pool', 'disk > long > way > other'],
      drawn: { pool: [], other: [] },
      ...{ rules: [rule('pool', 1)], alerts: [{ resource: 'disk' }] },
    })
    expect(service.causes).toMatchObject([
      { arrives: 'critical', path: ['disk', 'long', 'way', 'other'], nodeId: 'other' },
    ])
    expect(impact.services).toMatchObject([{ arrives: 'critical', heldBy: [] }])
  })

  it('should show a longer way to the same node if the short way is held', () => {
    const { service } = shop({
      relations: ['disk > pool > app', 'web-2 > pool', 'disk > cache > store > app'],
      ...{ drawn: { app: [] }, rules: [rule('pool', 1)], alerts: [{ resource: 'disk' }] },
    })
    expect(service.causes).toMatchObject([{ path: ['disk', 'cache', 'store', 'app'] }])
  })

  it('should follow a service by name only for an alert that meets no node', () => {
    const alerts = [
      { resource: 'web-1', service: ['shop'] },
      { resource: 'elsewhere', service: ['shop'] },
    ]
    const { service } = shop({ ...POOL, alerts, rules: [rule('pool', 1, { degraded: null })] })
    expect(service).toMatchObject({ counts: { critical: 1 }, worst: { resource: 'elsewhere' }, heldCount: 1 })
  })

  it('should obey the rules of the same environment only', () => {
    const elsewhere = { ...rule('pool', 1), environment: 'Q' }
    const { service } = shop({ ...POOL, alerts: [{ resource: 'web-1' }], rules: [elsewhere] })
    expect(service).toMatchObject({ severity: 'critical', redundancy: [] })
  })
})

describe('NaiveImpact with a rule on a drawn resource', () => {
  const alerts = [{ resource: 'web-1' }]

  it('should hold what an edge brings, and show the node below as it is', () => {
    const { service, impact, nodes } = shop({
      ...{ ...POOL, drawn: { pool: [], 'web-1': ['pool'], 'web-2': ['pool'] }, rules: [rule('pool', 1)], alerts },
    })
    expect(service).toMatchObject({ severity: 'warning' })
    expect(service.causes).toMatchObject([{ arrives: 'warning', nodeId: 'web-1', path: ['web-1'] }])
    expect(impact.services).toMatchObject([{ heldBy: [{ resource: 'pool' }] }])
    expect(Object.fromEntries(nodes)).toEqual({
      service: { own: null, inherited: 'warning', from: 'web-1' },
      P: { own: null, inherited: 'warning', from: 'web-1' },
      pool: { own: null, inherited: 'warning', from: 'web-1' },
      'web-1': { own: 'critical', inherited: null, from: null },
      'web-2': { own: null, inherited: null, from: null },
    })
  })

  it('should hold what an edge brings to a resource without relations', () => {
    const { service } = shop({
      ...{ relations: [], drawn: { pool: [], 'web-1': ['pool'] }, alerts },
      rules: [rule('pool', 0, { degraded: null })],
    })
    expect(service).toMatchObject({ severity: null, heldCount: 1, redundancy: [] })
  })

  it('should not hold a node that is also drawn directly below the environment', () => {
    const { service, nodes } = shop({
      ...{ ...POOL, drawn: { pool: [], 'web-1': ['pool', 'P'] }, rules: [rule('pool', 1)], alerts },
    })
    expect(service).toMatchObject({ severity: 'critical' })
    expect(nodes.get('pool')).toMatchObject({ inherited: 'warning' })
    expect(nodes.get('service')).toMatchObject({ inherited: 'critical', from: 'web-1' })
  })

  it('should show what arrives at the node that an alert is assigned to', () => {
    const { nodes } = shop({
      ...POOL,
      rules: [rule('pool', 1)],
      alerts: [...alerts, { resource: 'x', service: ['shop'] }],
    })
    expect(nodes.get('pool')).toEqual({ own: 'warning', inherited: null, from: null })
    expect(nodes.get('P')).toEqual({ own: 'critical', inherited: 'warning', from: 'pool' })
    expect(nodes.get('service')).toEqual({ own: null, inherited: 'critical', from: 'P' })
  })

  it('should show what is acknowledged only where nothing else arrives', () => {
    const pair = (status: 'ack' | 'open') =>
      shop({
        ...{ relations: [], drawn: { db: [] } },
        alerts: [
          { resource: 'db', status: 'ack' },
          { resource: 'db', severity: 'minor', status },
        ],
      }).nodes
    expect(pair('open').get('db')).toMatchObject({ own: 'minor' })
    expect(pair('open').get('service')).toMatchObject({ inherited: 'minor', from: 'db' })
    expect(pair('ack').get('db')).toMatchObject({ own: 'critical' })
    expect(pair('ack').get('service')).toMatchObject({ inherited: 'critical', from: 'db' })
  })

  it('should show a node as failed although nothing arrives at the service', () => {
    const { nodes } = shop({
      ...{ ...POOL, drawn: { pool: [], 'web-1': ['pool'] }, alerts, rules: [rule('pool', 1, { degraded: null })] },
    })
    expect(nodes.get('web-1')).toMatchObject({ own: 'critical' })
    expect(nodes.get('pool')).toMatchObject({ own: null, inherited: null })
    expect(nodes.get('service')).toEqual({ own: null, inherited: null, from: null })
  })
})

describe('NaiveImpact for the causes of a service', () => {
  it('should list an alert that is worse than what explains it', () => {
    const { service, model, all } = shop({
      ...{ relations: ['disk > db'], drawn: { db: [] } },
      alerts: [{ resource: 'disk', severity: 'warning' }, { resource: 'db' }],
    })
    expect(service.causes).toMatchObject([{ resource: 'disk' }, { resource: 'db', explains: 0 }])
    expect(model.explainedBy(all[1] as Alert)).toEqual([all[0]])
  })

  it('should compare with what arrives, not with what the other alert is', () => {
    const state = {
      ...{ relations: ['disk > pool', 'disk-2 > pool'], drawn: { pool: [] } },
      alerts: [{ resource: 'disk' }, { resource: 'pool', severity: 'major' as const }],
    }
    const resources = (rules: NaiveRule[]) => shop({ ...state, rules }).service.causes.map(({ resource }) => resource)
    expect(resources([])).toEqual(['disk'])
    expect(resources([rule('pool', 1)])).toEqual(['disk', 'pool'])
    expect(resources([rule('pool', 1, { degraded: 'major' })])).toEqual(['disk'])
    expect(resources([rule('pool', 1, { degraded: null })])).toEqual(['disk', 'pool'])
    expect(resources([rule('pool', 2)])).toEqual(['disk'])
  })

  it('should list only the worst alert of a resource', () => {
    const { service } = shop({
      ...{ relations: ['disk > db'], drawn: { db: [] } },
      alerts: [{ resource: 'disk', severity: 'warning' }, { resource: 'db' }, { resource: 'db', severity: 'major' }],
    })
    expect(service.causes).toMatchObject([{ resource: 'disk' }, { resource: 'db', severity: 'critical', explains: 1 }])
  })

  it('should list only one of the alerts that explain nothing, if what explains them is held', () => {
    const { service } = shop({
      ...{ relations: ['disk > pool'], drawn: { pool: [] }, rules: [rule('pool', 0, { degraded: null })] },
      alerts: ['disk', 'pool', 'pool'].map((resource) => ({
        ...{ resource, severity: resource === 'disk' ? 'critical' : 'informational' },
      })),
    })
    expect(service.causes).toMatchObject([{ resource: 'disk', arrives: null }, { alertId: 'alert-1' }])
    expect(service.causesTotal).toBe(2)
  })

  it('should compare the worst alert of a circle with what arrives at any of its resources', () => {
    const circle = { relations: ['a > b', 'b > a', 'disk > a'], drawn: { a: [], b: [] } }
    const causes = (disk: Severity, rules: NaiveRule[] = []) =>
      shop({
        ...{ ...circle, rules },
        alerts: [
          { resource: 'a', severity: 'minor' },
          { resource: 'b', severity: 'major' },
          { resource: 'disk', severity: disk },
        ],
      }).service.causes.map(({ resource }) => resource)
    expect(causes('minor')).toEqual(['disk', 'b'])
    expect(causes('major')).toEqual(['disk'])
    expect(causes('major', [rule('b', 0)])).toEqual(['disk'])
    expect(causes('major', [rule('a', 0)])).toEqual(['disk', 'b'])
  })

  it('should list causes first if each step from them to the node has an alert', () => {
    const { service } = shop({
      relations: ['disk > db > app', 'host > vm > other > app', 'host > x', 'host > y'],
      drawn: { app: [] },
      alerts: ['disk', 'db', 'app', 'host', 'x', 'y'].map((resource) => ({ resource })),
    })
    expect(service.causes).toMatchObject([
      { resource: 'disk', explains: 2 },
      { resource: 'host', explains: 3 },
    ])
  })

  it('should list a cause first that explains such a cause', () => {
    const { service } = shop({
      relations: ['power > strip > disk > app', 'host > vm > other > app', 'host > x', 'host > y'],
      drawn: { app: [] },
      alerts: [
        { resource: 'power', severity: 'warning' },
        ...['disk', 'app', 'host', 'x', 'y'].map((resource) => ({ resource })),
      ],
    })
    expect(service.causes.map(({ resource }) => resource)).toEqual(['power', 'disk', 'host'])
  })

  it('should take a circle as one step, and a stated parent as a step', () => {
    const { service } = shop({
      relations: ['a > between > b', 'b > a', 'b > app', 'host > vm > other > app', 'host > x', 'host > y', 'host > z'],
      drawn: { app: [] },
      alerts: [
        { resource: 'disk', resourceParent: 'a' },
        ...['a', 'b', 'app', 'host', 'x', 'y', 'z'].map((resource) => ({ resource })),
      ],
    })
    expect(service.causes).toMatchObject([
      { resource: 'disk', explains: 3 },
      { resource: 'host', explains: 4 },
    ])
  })

  it('should end a chain at an alert that names the service', () => {
    const { service } = shop({
      relations: ['disk > db', 'host > vm > other > app', 'host > x', 'host > y'],
      drawn: { app: [] },
      alerts: [
        ...['host', 'x', 'y', 'app', 'disk'].map((resource) => ({ resource })),
        { resource: 'db', service: ['shop'] },
      ],
    })
    expect(service.causes.map(({ resource }) => resource)).toEqual(['disk', 'host'])
  })
})

describe('NaiveImpact for an alert that does not hurt a service', () => {
  const shelf = { relations: ['disk > db', 'lone > island'], drawn: { db: [] } }

  it.each([
    ['otherEnvironment', { resource: 'db', environment: 'Q' }],
    ['nearName', { resource: 'DB:5432' }],
    ['nearName', { resource: 'disk.example.org' }],
    ['nearName', { resource: 'x', resourceParent: 'Db' }],
    ['noRelation', { resource: 'nothing' }],
    ['noNode', { resource: 'lone' }],
    ['silenced', { resource: 'disk', status: 'shelved' }],
    ['filtered', { resource: 'disk', severity: 'ok' }],
    ['inactive', { resource: 'disk', status: 'closed' }],
    [null, { resource: 'disk' }],
  ] as const)('should say %s for %o', (code, fields) => {
    const { why } = shop({ ...shelf, alerts: [fields], accepts: ({ severity }) => severity !== 'ok' })
    expect(why).toBe(code)
  })

  it('should say cut only if something lies above the last level', () => {
    const steps = (count: number) => [Array.from({ length: count + 1 }, (_, index) => `r${index}`).join(' > ')]
    const whyAfter = (count: number, drawn: string) =>
      shop({ relations: steps(count), drawn: { [drawn]: [] }, alerts: [{ resource: 'r0' }] }).why
    expect(whyAfter(10, 'far')).toBe('noNode')
    expect(whyAfter(11, 'far')).toBe('cut')
    expect(whyAfter(11, 'r11')).toBe('cut')
  })

  it('should say held', () => {
    const { why } = shop({ ...POOL, alerts: [{ resource: 'web-1' }], rules: [rule('pool', 1, { degraded: null })] })
    expect(why).toBe('held')
  })

  it('should say why an alert reaches no service', () => {
    const { model, all } = shop({ ...shelf, alerts: [{ resource: 'nothing' }] })
    expect(model.whyUnreached(all[0] as Alert)).toBe('noRelation')
  })
})

// Helpers

interface Drawing {
  /** `a > b > c`: b is the parent of a, and c is the parent of b. */
  readonly relations: readonly string[]
  /** The parents of each node of the topology of `shop`. Without a parent, a node is below the environment `P`. */
  readonly drawn: Readonly<Record<string, readonly string[]>>
  readonly alerts: readonly Partial<Parameters<typeof toAlert>[0]>[]
  readonly rules?: readonly NaiveRule[]
  readonly accepts?: (alert: Alert) => boolean
}

/** The service `shop`, the impact of the first alert, and the node severities. Alerts are critical, and older first. */
function shop({ relations, drawn, alerts, rules = [], accepts = () => true }: Drawing) {
  const usual = { environment: 'P', resourceParent: null, severity: 'critical', status: 'open', service: [] } as const
  const all = alerts.map((fields, index) =>
    toAlert({ ...usual, resource: 'r', activeSince: `2026-01-01T00:0${index}:00.000Z`, ...fields } as never, index),
  )
  const service = { service: 'shop', name: 'Shop', topology: topology(drawn), accepts }
  const parents = new Map([['P', parentsFrom(relations)]])
  const model = new NaiveImpact({ alerts: all, parents, services: [service], rules })
  const [first] = all
  return {
    ...{ model, all, service: model.services()[0] as ReturnType<typeof model.services>[0] },
    impact: first === undefined ? { services: [] } : model.of(first),
    nodes: model.nodeSeverities('shop'),
    why: first === undefined ? null : model.why(first, service),
  }
}

function rule(resource: string, minHealthy: NaiveRule['minHealthy'], fields: Partial<NaiveRule> = {}): NaiveRule {
  return { environment: 'P', resource, minHealthy, failedAt: 'major', degraded: 'warning', ...fields }
}

function topology(drawn: Drawing['drawn']): NaiveTopology {
  const names = Object.entries(drawn)
  return {
    id: 'topology',
    nodes: [
      ...[node('service', 'service', null, null), node('P', 'environment', 'P', null)],
      ...names.map(([name]) => node(name, 'resource', 'P', name)),
    ],
    edges: [
      edge('service', 'P'),
      ...names.flatMap(([target, above]) => (above.length === 0 ? ['P'] : above).map((source) => edge(source, target))),
    ],
  }
}

function parentsFrom(relations: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const parents = new Map<string, string[]>()
  for (const chain of relations.map((line) => line.split(' > ')))
    for (const [index, parent] of chain.slice(1).entries())
      parents.set(chain[index] as string, [...(parents.get(chain[index] as string) ?? []), parent])
  return parents
}
