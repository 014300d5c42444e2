import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test/run-length.js'
import { sampleTree } from '../../../test/arbitrary/tree.js'
import { LIMITS } from '../../limits.js'
import { deriveGraph } from '../derive-graph.js'
import { indexGraph } from '../graph-index.js'
import { validateGraph } from '../validate-graph.js'
import { readTreeFile } from './read-tree-file.js'

describe('readTreeFile', () => {
  it('should read the entries, their trees turned into graphs, and keep the trees', () => {
    const shop = {
      id: 't1',
      name: ' Shop ',
      description: 'The shop',
      service: ' shop ',
      serviceKpi: 'kpi',
      orientation: 'LR',
      tree: tree(resource('db')),
    }
    const { entries, issues } = read([shop, { name: 'Bank', description: '', service: 'bank', tree: tree() }])
    expect(issues).toEqual([])
    expect(entries).toMatchObject([
      { id: 't1', name: 'Shop', description: 'The shop', service: 'shop', serviceKpi: 'kpi', orientation: 'LR' },
      { name: 'Bank', description: '', service: 'bank', serviceKpi: null, orientation: 'TB' },
    ])
    expect(entries[1]?.id).toBeUndefined()
    expect(entries[0]?.graph.nodes).toMatchObject([
      { kind: 'service', label: 'Shop', environment: null, resource: null },
      { kind: 'environment', label: 'P', environment: 'P', resource: null },
      { kind: 'resource', label: 'db', environment: 'P', resource: 'db' },
    ])
    expect(entries[0]?.graph.edges).toHaveLength(2)
    expect(entries[0]?.tree).toBe(JSON.stringify(shop.tree))
  })

  it('should read the older name of serviceKpi', () => {
    expect(read([{ ...ENTRY, service_kpi: 'old' }]).entries[0]?.serviceKpi).toBe('old')
  })

  it('should accept a tree that breaks structural rules, unchanged', () => {
    const twice = { ...ENTRY, tree: tree(resource('db'), { ...resource('a'), children: [resource('a')] }) }
    const below = { type: 'environment', label: 'T', children: [resource('db')] }
    twice.tree.children.push(below)
    const { entries, issues } = read([twice])
    expect(issues).toEqual([])
    const graph = entries[0]?.graph ?? { nodes: [], edges: [] }
    expect(graph.nodes.find(({ label }) => label === 'db')).toMatchObject({ environment: null, resource: 'db' })
    expect(validateGraph(indexGraph(graph)).map(({ code }) => code)).toEqual([
      'selfLoop',
      'resourceInMultipleEnvironments',
    ])
  })

  it('should lay out the nodes that the tree has no position for, and leave the others', () => {
    const position = { x: 7, y: 8 }
    const [entry] = read([{ ...ENTRY, tree: tree({ ...resource('db'), position }, resource('web')) }]).entries
    const positions = entry?.graph.nodes.map((node) => node.position) ?? []
    expect(positions[2]).toEqual(position)
    expect(new Set(positions.map(({ x, y }) => `${x} ${y}`)).size).toBe(4)
  })

  it.each([
    ['invalidJson', 'body', '{"a":'],
    ['invalidJson', 'body', ''],
    ['invalidFormat', 'body', '{}'],
    ['invalidFormat', 'body', 'null'],
    ['invalidFormat', 'topologies[0]', '[[]]'],
    ['invalidFormat', 'topologies[0]', '[null]'],
  ])('should report %s at %s', (code, path, text) => {
    expect(faultsOf(text)).toEqual([[code, path]])
  })

  it.each([
    ['topologies[0]', { secret: 1 }],
    ['topologies[0].id', { id: '' }],
    ['topologies[0].id', { id: 7 }],
    ['topologies[0].id', { id: 'x'.repeat(256) }],
    ['topologies[0].name', { name: undefined }],
    ['topologies[0].name', { name: ' ' }],
    ['topologies[0].description', { description: null }],
    ['topologies[0].description', { description: 'a\u0000' }],
    ['topologies[0].service', { service: undefined }],
    ['topologies[0].service', { service: 'x'.repeat(256) }],
    ['topologies[0].serviceKpi', { serviceKpi: {} }],
    ['topologies[0].service_kpi', { service_kpi: {} }],
    ['topologies[0].orientation', { orientation: 'BT' }],
    ['topologies[0].tree', { tree: undefined }],
    ['topologies[0].tree', { tree: null }],
  ])('should report invalidEntry at %s', (path, fields) => {
    expect(faultsOf(JSON.stringify([{ ...ENTRY, ...fields }]))).toEqual([['invalidEntry', path]])
  })

  it.each([
    ['invalidNode', 'topologies[0].tree', 7],
    ['serviceNodeCount', 'topologies[0].tree', resource('a')],
    ['missingLabel', 'topologies[0].tree.children[0].children[0].label', tree({ type: 'resource' })],
    ['invalidNode', 'topologies[0].tree.children[0].children[0].children', tree({ ...resource('a'), children: 7 })],
    ['tooLarge', 'topologies[0].tree', tree(...Array.from({ length: 4_999 }, (_, index) => resource(`r${index}`)))],
  ])('should report %s at %s', (code, path, broken) => {
    expect(faultsOf(JSON.stringify([{ ...ENTRY, tree: broken }]))).toEqual([[code, path]])
  })

  it('should report ids that occur twice', () => {
    const file = [{ ...ENTRY, id: 'a' }, ENTRY, ENTRY, { ...ENTRY, id: 'a' }, { ...ENTRY, id: 'A' }]
    expect(read(file).issues).toEqual([
      { code: 'duplicateEntry', path: 'topologies[3].id', message: 'topologies[0] has the id a too' },
    ])
  })

  it('should report all faults of all entries', () => {
    const file = [7, { id: '', tree: tree(7) }, { ...ENTRY, orientation: 1 }]
    expect(faultsOf(JSON.stringify(file))).toEqual([
      ['invalidFormat', 'topologies[0]'],
      ['invalidEntry', 'topologies[1].id'],
      ['invalidEntry', 'topologies[1].name'],
      ['invalidEntry', 'topologies[1].description'],
      ['invalidEntry', 'topologies[1].service'],
      ['invalidNode', 'topologies[1].tree.children[0].children[0]'],
      ['invalidEntry', 'topologies[2].orientation'],
    ])
    expect(faultsOf(JSON.stringify(Array(20_000).fill(0)))).toHaveLength(LIMITS.issues)
  })

  it('should refuse 100,000 levels, and accept as many as a topology may have', () => {
    const nested = (levels: number, label: (level: number) => string) => {
      const open = Array.from(
        { length: levels },
        (_, level) => `{"type":"resource","label":"${label(level)}","children":[`,
      )
      const below = `${open.join('')}${']}'.repeat(levels)}`
      const body = `{"type":"service","label":"S","children":[{"type":"environment","label":"P","children":[${below}]}]}`
      return `[{"name":"n","description":"","service":"s","tree":${body}}]`
    }
    for (const label of [(level: number) => `r${level}`, () => 'r']) {
      expect(faultsOf(nested(100_000, label))).toEqual([['tooLarge', 'topologies[0].tree']])
    }
    const deep = nested(4_998, (level) => `r${level}`)
    expect(readTreeFile(deep, newId).entries[0]?.tree).toBe(deep.slice(deep.indexOf('{"type"'), -2))
  })

  it('should give a valid tree the graph of its upgrade, and report the rules that others break', () => {
    let valid = 0
    fc.assert(
      fc.property(sampleTree(), (each) => {
        const [entry] = read([{ ...ENTRY, tree: each }]).entries
        const graph = entry?.graph ?? { nodes: [], edges: [] }
        const index = indexGraph(graph)
        if (validateGraph(index).length > 0) return
        valid++
        expect(deriveGraph(index)).toEqual(graph)
      }),
      propertyRuns(500),
    )
    expect(valid).toBeGreaterThan(50)
  })

  it('should read every well-formed tree', () => {
    fc.assert(
      fc.property(fc.array(sampleTree(), { maxLength: 3 }), (trees) => {
        const { entries, issues } = read(trees.map((each) => ({ ...ENTRY, tree: each })))
        expect(issues).toEqual([])
        expect(entries.map((entry) => JSON.parse(entry.tree))).toEqual(JSON.parse(JSON.stringify(trees)))
      }),
      propertyRuns(500),
    )
  })
})

// Helpers

let ids = 0
const newId = () => `new-${++ids}`

const ENTRY = { name: 'Shop', description: '', service: 'shop', tree: tree() }

function resource(label: string) {
  return { type: 'resource', label }
}

function tree(...below: readonly unknown[]) {
  const environment = { type: 'environment', label: 'P', children: below }
  return { type: 'service', label: 'Shop', children: [environment] }
}

function read(file: unknown) {
  return readTreeFile(JSON.stringify(file), newId)
}

function faultsOf(text: string): readonly (readonly [code: string, path: string])[] {
  return readTreeFile(text, newId).issues.map(({ code, path }) => [code, path])
}
