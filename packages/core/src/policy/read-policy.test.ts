import { describe, expect, it } from 'vitest'
import { RELATION_POLICY, WEIGHT_POLICY } from './policy.js'

const least = { name: 'Big', description: '' }
const filters = { operator: 'OR', clauses: [{ key: 'resource', op: 'LIKE', value: 'db-%' }] }

describe('WEIGHT_POLICY_COLUMNS', () => {
  it('should by default be active, global and match every alert', () => {
    expect(WEIGHT_POLICY.readNew(least)).toEqual({
      ...least,
      filters: { operator: 'AND', clauses: [] },
      weight: 0,
      topologyId: null,
      status: 'active',
    })
  })

  it('should read the fields of the caller and ignore those that the server sets', () => {
    const sent = {
      name: 'Big',
      description: 'All databases',
      filters,
      weight: 2.5,
      topologyId: 't',
      status: 'inactive',
    }
    expect(WEIGHT_POLICY.readNew({ ...sent, name: ' Big ', id: 'x', createTime: 'y' })).toEqual(sent)
  })

  it('should read -0 as 0', () => {
    expect(Object.is(WEIGHT_POLICY.readNew({ ...least, weight: -0 }).weight, 0)).toBe(true)
  })

  it.each([
    [null, 'the body must be an object'],
    [{ description: '' }, 'name is required'],
    [{ name: ' ', description: '' }, 'name is required'],
    [{ name: 'Big' }, 'description is required'],
    [{ ...least, weight: '5' }, 'weight must be a number'],
    [{ ...least, weight: Number.POSITIVE_INFINITY }, 'weight must be a number'],
    [{ ...least, status: 'on' }, 'status must be one of active, inactive'],
    [{ ...least, topologyId: 5 }, 'topologyId must be a string'],
    [{ ...least, filters: { clauses: [{ key: 'a', op: '==', value: 1 }] } }, 'filters.clauses[0].op'],
    [{ ...least, wieght: 5 }, 'unknown fields: wieght'],
    [{ ...least, parent: 'vm' }, 'unknown fields: parent'],
  ])('should refuse %j: %s', (body, message) => {
    expect(() => WEIGHT_POLICY.readNew(body)).toThrow(message)
  })
})

describe('readWeightPolicy', () => {
  const known = { ...WEIGHT_POLICY.readNew({ ...least, filters, weight: 3, topologyId: 't' }), id: 'p' }

  it('should not change fields that are not sent', () => {
    expect(changedWeight(known, {})).toEqual(known)
    expect(changedWeight(known, { weight: 0 })).toEqual({ ...known, weight: 0 })
  })

  it('should make a policy global and empty its filters if null is sent', () => {
    expect(changedWeight(known, { topologyId: null })).toEqual({ ...known, topologyId: null })
    expect(changedWeight(known, { filters: {} }).filters.clauses).toEqual([])
  })

  it('should change nothing when its own result is sent back', () => {
    expect(changedWeight(known, JSON.parse(JSON.stringify(known)))).toEqual(known)
  })
})

describe('RELATION_POLICY_COLUMNS', () => {
  it('should read its parent', () => {
    expect(RELATION_POLICY.readNew({ ...least, filters, parent: ' vm ' })).toEqual({
      ...least,
      filters,
      parent: 'vm',
      status: 'active',
    })
  })

  it.each([
    [least, 'parent is required'],
    [{ ...least, parent: '' }, 'parent is required'],
    [{ ...least, parent: 'x'.repeat(256) }, 'parent is longer than 255 characters'],
    [{ ...least, parent: 'vm', weight: 1 }, 'unknown fields: weight'],
  ])('should refuse %j: %s', (body, message) => {
    expect(() => RELATION_POLICY.readNew(body)).toThrow(message)
  })
})

describe('readRelationPolicy', () => {
  it('should not change fields that are not sent', () => {
    const known = { ...RELATION_POLICY.readNew({ ...least, parent: 'vm' }), id: 'p' }
    expect(changedRelation(known, {})).toEqual(known)
    expect(changedRelation(known, { parent: 'rack', status: 'inactive' })).toEqual({
      ...known,
      parent: 'rack',
      status: 'inactive',
    })
    expect(() => changedRelation(known, { parent: ' ' })).toThrow('parent is required')
  })
})

function changedWeight<Known extends object>(known: Known, body: unknown): Known {
  return { ...known, ...WEIGHT_POLICY.readChanges(body) }
}

function changedRelation<Known extends object>(known: Known, body: unknown): Known {
  return { ...known, ...RELATION_POLICY.readChanges(body) }
}
