import { describe, expect, it } from 'vitest'
import { OpsgraphError } from '../opsgraph-error.js'
import { readNewTopology, readTopologyChanges } from './read-topology.js'

const least = { name: 'Shop', description: 'The shop', service: 'shop' }
const defaults = { serviceKpi: null, orientation: 'TB', drawn: undefined }
const shopNode = { id: 's', kind: 'service', label: 'Shop' }
const graph = { nodes: [shopNode], edges: [] }

describe('readNewTopology', () => {
  it('should read required fields, and fill in defaults', () => {
    expect(readNew({ ...least, service: ' shop ' })).toEqual({ ...least, ...defaults })
    expect(readNew({ ...least, edges: [] }).drawn).toBeUndefined()
  })

  it('should read the rest, the KPI under its old name too', () => {
    expect(readNew({ ...least, serviceKpi: 'k', orientation: 'CI' })).toMatchObject({
      serviceKpi: 'k',
      orientation: 'CI',
    })
    expect(readNew({ ...least, service_kpi: 'k' })).toEqual({ ...least, ...defaults, serviceKpi: 'k' })
    expect(readNew({ ...least, serviceKpi: null, service_kpi: 'k' })).toMatchObject({ serviceKpi: null })
  })

  it('should take null for a field that is missing, also in a node', () => {
    const fields = { serviceKpi: null, orientation: null, nodes: null, edges: null }
    expect(readNew({ ...least, ...fields })).toEqual(readNew(least))
    const node = { ...shopNode, icon: null, params: null, hierarchyConfig: null, position: null }
    expect(readNew({ ...least, nodes: [node] }).drawn).toEqual(readNew({ ...least, ...graph }).drawn)
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
    [{ ...least, nodes: {} }, 'invalid topology graph'],
    [{ ...least, ['x'.repeat(200)]: 1 }, `unknown fields: ${'x'.repeat(100)}…`],
    [[], 'the body must be an object'],
  ])('should refuse %j: %s', (body, message) => {
    expect(() => readNew(body)).toThrow(message)
  })

  it('should report the faults of the fields and of the graph together', () => {
    const error = errorOf(() => readNew({ name: ' ', service: 'shop', nodes: [{ ...shopNode, label: '' }], size: 1 }))
    expect(error.message).toBe('unknown fields: size (and 2 more); invalid topology graph')
    expect(error.issues.map(({ code, path }) => [code, path])).toEqual([
      ['missingField', 'name'],
      ['missingField', 'description'],
      ['unknownField', 'size'],
      ['missingLabel', 'nodes[0].label'],
    ])
  })
})

describe('readNewTopology and readTopologyChanges', () => {
  it('should ignore fields that the server sets', () => {
    const sent = { id: 1, schemaVersion: 1, createTime: 'x', updateTime: 'y' }
    expect(readNew({ ...least, ...sent })).toEqual(readNew(least))
    expect(readChanges({ ...sent, name: 'New' })).toEqual({ ...NO_CHANGE, fields: { name: 'New' } })
  })
})

describe('readTopologyChanges', () => {
  it('should read an empty body as no change, and null as a field that is missing', () => {
    expect(readChanges({})).toEqual(NO_CHANGE)
    const fields = { name: null, description: null, service: null, orientation: null, nodes: null, edges: null }
    expect(readChanges(fields)).toEqual(NO_CHANGE)
  })

  it('should take null for a KPI that is unlinked', () => {
    expect(readChanges({ serviceKpi: null }).fields).toEqual({ serviceKpi: null })
    expect(readChanges({ service_kpi: null })).toEqual({ ...NO_CHANGE, olderKpi: null, fields: { serviceKpi: null } })
  })

  it('should return both names of the KPI if both are sent', () => {
    const both = { serviceKpi: 'new', service_kpi: 'old' }
    expect(readChanges(both)).toEqual({ ...NO_CHANGE, olderKpi: 'old', fields: { serviceKpi: 'new' } })
  })

  it.each([
    [{ nodes: [] }, 'nodes and edges must be sent together'],
    [{ edges: [] }, 'nodes and edges must be sent together'],
    [{ nodes: [], edges: null }, 'nodes and edges must be sent together'],
    [{ name: '' }, 'name is required'],
    [{ orientation: 'tb' }, 'orientation must be one of TB, LR, CI'],
    [{ foo: 1 }, 'unknown fields: foo'],
    [JSON.parse('{"__proto__": 1}'), 'unknown fields: __proto__'],
    [null, 'the body must be an object'],
  ])('should refuse %j: %s', (body, message) => {
    expect(readChanges(body).errors.map((error) => error.message)).toEqual([message])
  })
})

// Helpers

const NO_CHANGE = { errors: [], service: undefined, olderKpi: undefined, fields: {}, examined: undefined }
const newId = () => 'new'

function readNew(body: unknown) {
  return readNewTopology(body, newId)
}

function readChanges(body: unknown) {
  return readTopologyChanges(body, newId)
}

function errorOf(read: () => unknown): OpsgraphError {
  try {
    read()
  } catch (error) {
    if (error instanceof OpsgraphError) return error
  }
  throw new Error('the body has no fault')
}
