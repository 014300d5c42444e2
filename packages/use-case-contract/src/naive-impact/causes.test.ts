import type { Alert, Severity } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import { rule, shop } from './drawn-shop.js'
import type { NaiveRule } from './state.js'

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
