import { describe, expect, it } from 'vitest'
import { readNewRelationPolicy, readNewWeightPolicy, readRelationPolicy, readWeightPolicy } from './read-policy.js'

const least = { name: 'Big', description: '' }
const filters = { operator: 'OR', clauses: [{ key: 'resource', op: 'LIKE', value: 'db-%' }] }

describe('readNewWeightPolicy', () => {
  it('should by default be active, global and match every alert', () => {
    expect(readNewWeightPolicy(least)).toEqual({
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
    expect(readNewWeightPolicy({ ...sent, name: ' Big ', id: 'x', createTime: 'y' })).toEqual(sent)
  })

  it('should read -0 as 0', () => {
    expect(Object.is(readNewWeightPolicy({ ...least, weight: -0 }).weight, 0)).toBe(true)
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
    expect(() => readNewWeightPolicy(body)).toThrow(message)
  })
})

describe('readWeightPolicy', () => {
  const known = { ...readNewWeightPolicy({ ...least, filters, weight: 3, topologyId: 't' }), id: 'p' }

  it('should not change fields that are not sent', () => {
    expect(readWeightPolicy(known, {})).toEqual(known)
    expect(readWeightPolicy(known, { weight: 0 })).toEqual({ ...known, weight: 0 })
  })

  it('should make a policy global and empty its filters if null is sent', () => {
    expect(readWeightPolicy(known, { topologyId: null })).toEqual({ ...known, topologyId: null })
    expect(readWeightPolicy(known, { filters: {} }).filters.clauses).toEqual([])
  })

  it('should change nothing when its own result is sent back', () => {
    expect(readWeightPolicy(known, JSON.parse(JSON.stringify(known)))).toEqual(known)
  })
})

describe('readNewRelationPolicy', () => {
  it('should read its parent', () => {
    expect(readNewRelationPolicy({ ...least, filters, parent: ' vm ' })).toEqual({
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
    expect(() => readNewRelationPolicy(body)).toThrow(message)
  })
})

describe('readRelationPolicy', () => {
  it('should not change fields that are not sent', () => {
    const known = { ...readNewRelationPolicy({ ...least, parent: 'vm' }), id: 'p' }
    expect(readRelationPolicy(known, {})).toEqual(known)
    expect(readRelationPolicy(known, { parent: 'rack', status: 'inactive' })).toEqual({
      ...known,
      parent: 'rack',
      status: 'inactive',
    })
    expect(() => readRelationPolicy(known, { parent: ' ' })).toThrow('parent is required')
  })
})
