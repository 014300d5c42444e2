import type { Alert } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import { POOL, rule, shop } from './drawn-shop.js'

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
