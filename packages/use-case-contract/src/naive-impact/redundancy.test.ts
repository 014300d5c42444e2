import { describe, expect, it } from 'vitest'
import { POOL, rule, shop } from './drawn-shop.js'

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
