import { describe, expect, it } from 'vitest'
import { readNewTopology, readTopologyChanges } from './read-topology.js'

const least = { name: 'Shop', description: 'The shop', service: 'shop' }

describe('readNewTopology', () => {
  it('should read required fields and leave others undefined', () => {
    expect(readNewTopology({ ...least, service: ' shop ' })).toEqual({ ...least, graph: undefined })
    expect(readNewTopology({ ...least, edges: [] }).graph).toBeUndefined()
  })

  it('should read the rest, the KPI under its old name too', () => {
    expect(readNewTopology({ ...least, serviceKpi: 'k', orientation: 'CI' })).toMatchObject({
      serviceKpi: 'k',
      orientation: 'CI',
    })
    expect(readNewTopology({ ...least, service_kpi: 'k' })).toMatchObject({ serviceKpi: 'k' })
  })

  it('should keep the graph as it was sent', () => {
    expect(readNewTopology({ ...least, nodes: null }).graph).toEqual({ nodes: null, edges: [] })
  })

  it.each([
    [{ ...least, name: undefined }, 'name is required'],
    [{ ...least, name: ' ' }, 'name is required'],
    [{ ...least, description: undefined }, 'description is required'],
    [{ ...least, service: '' }, 'service is required'],
    [{ ...least, orientation: 'XX' }, 'orientation must be one of TB, LR, CI'],
    [{ ...least, serviceKpi: 5 }, 'serviceKpi must be a string'],
    [{ ...least, color: 'red', size: 1 }, 'unknown fields: color, size'],
    [{ ...least, edges: [1] }, 'edges need nodes'],
    [{ ...least, ['x'.repeat(200)]: 1 }, `unknown fields: ${'x'.repeat(100)}…`],
    [[], 'the body must be an object'],
  ])('should refuse %j: %s', (body, message) => {
    expect(() => readNewTopology(body)).toThrow(message)
  })
})

describe('readNewTopology and readTopologyChanges', () => {
  it('should ignore fields that the server sets', () => {
    const sent = { id: 1, schemaVersion: 1, createTime: 'x', updateTime: 'y' }
    expect(readNewTopology({ ...least, ...sent })).toEqual(readNewTopology(least))
    expect(readTopologyChanges({ ...sent, name: 'New' })).toEqual({ name: 'New', service: undefined, graph: undefined })
  })
})

describe('readTopologyChanges', () => {
  it('should read an empty body as no change', () => {
    expect(readTopologyChanges({})).toEqual({ service: undefined, graph: undefined })
  })

  it('should take null for a KPI that is unlinked', () => {
    expect(readTopologyChanges({ serviceKpi: null })).toMatchObject({ serviceKpi: null })
  })

  it.each([
    [{ nodes: [] }, 'nodes and edges must be sent together'],
    [{ edges: [] }, 'nodes and edges must be sent together'],
    [{ name: '' }, 'name is required'],
    [{ name: null }, 'name is required'],
    [{ orientation: 'tb' }, 'orientation must be one of'],
    [{ foo: 1 }, 'unknown fields: foo'],
    [JSON.parse('{"__proto__": 1}'), 'unknown fields: __proto__'],
    [null, 'the body must be an object'],
  ])('should refuse %j: %s', (body, message) => {
    expect(() => readTopologyChanges(body)).toThrow(message)
  })
})
