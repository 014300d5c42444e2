import { describe, expect, it } from 'vitest'
import { POOL, rule, shop } from './drawn-shop.js'

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
