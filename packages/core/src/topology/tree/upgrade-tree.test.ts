import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test/run-length.js'
import { type SampleTree, sampleTree } from '../../../test/arbitrary/tree.js'
import { LIMITS } from '../../limits.js'
import { indexGraph } from '../graph-index.js'
import type { GraphIssue } from '../graph-issue.js'
import { readGraph } from '../read-graph.js'
import { validateGraph } from '../validate-graph.js'
import { formatLocation, ROOT_LOCATION, type TreeLocation, upgradeTree } from './upgrade-tree.js'

describe('upgradeTree', () => {
  it('should make a node of each tree node and an edge of each step, with new ids', () => {
    const tree = service('Shop', environment('Production', resource('web', resource('db'))))
    const { nodes, edges, issues } = upgrade({ ...tree, id: 'old' })
    expect(issues).toEqual([])
    expect(nodes).toEqual([
      { id: 'n1', kind: 'service', label: 'Shop', ...PLAIN },
      { id: 'n2', kind: 'environment', label: 'Production', ...PLAIN },
      { id: 'n3', kind: 'resource', label: 'web', ...PLAIN },
      { id: 'n4', kind: 'resource', label: 'db', ...PLAIN },
    ])
    expect(edges).toEqual(['n1 -> n2', 'n2 -> n3', 'n3 -> n4'])
  })

  it('should make one node with two parents of a resource below two parents', () => {
    const tree = service('Shop', environment('P', resource('web', resource('db')), resource('api', resource(' db '))))
    expect(drawn(tree)).toEqual(['Shop -> P', 'P -> web', 'web -> db', 'P -> api', 'api -> db'])
    expect(faults(tree)).toEqual([])
  })

  it('should unite the children of all places of a resource, and of an environment', () => {
    const first = environment('P', resource('web', resource('db')))
    const second = environment('P', resource('web', resource('db'), resource('disk')))
    expect(drawn(service('Shop', first, second))).toEqual(['Shop -> P', 'P -> web', 'web -> db', 'web -> disk'])
  })

  it('should take the fields of a node from the first of its places', () => {
    const position = { x: 1, y: 2 }
    const first = { ...resource('db'), icon: 'disk', params: { a: 1 }, hierarchyConfig: { hereditary: true }, position }
    const later = { ...resource('db'), icon: 'server', params: { b: 2 }, position: { x: 3, y: 4 } }
    const { nodes } = upgrade(service('Shop', environment('P', first, resource('web', later))))
    const { icon, params, hierarchyConfig } = first
    expect(nodes[2]).toEqual({ id: 'n3', kind: 'resource', label: 'db', icon, params, hierarchyConfig, position })
    const { nodes: others } = upgrade(service('Shop', environment('P', resource('db'), resource('web', first))))
    expect(others[2]).toEqual({ id: 'n3', kind: 'resource', label: 'db', ...PLAIN })
  })

  it('should read a label from label, else from name, and take null for absent', () => {
    const nothing = { children: null, icon: null, params: null, hierarchyConfig: null, position: null }
    const tree = service('Shop', environment('P', { type: 'resource', label: null, name: ' db ', ...nothing }))
    const { nodes, issues } = upgrade(tree)
    expect(issues).toEqual([])
    expect(nodes[2]).toEqual({ id: 'n3', kind: 'resource', label: 'db', ...PLAIN })
    expect(drawn(service('Shop', { type: 'environment', label: '', name: 'P' }))).toEqual(['Shop -> '])
  })

  it('should read own properties only', () => {
    const inherited = Object.create({ children: [resource('db')], name: 'P', icon: 7 })
    Object.assign(inherited, { type: 'environment', label: 'P' })
    expect(drawn(service('Shop', inherited))).toEqual(['Shop -> P'])
    expect(faults(Object.create(service('Shop')))).toEqual([
      ['invalidKind', 'tree'],
      ['missingLabel', 'tree.label'],
    ])
  })

  it('should not confuse names with properties of objects', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const tree = service('Shop', environment('__proto__', ...names.map((name) => resource(name))))
    expect(upgrade(tree).nodes.map(({ label }) => label)).toEqual(['Shop', '__proto__', ...names])
  })

  it.each([
    ['selfLoop', 'tree.children[0].children[0].children[0]', resource('a', resource('a'))],
    ['cycle', 'tree', resource('a', resource('b', resource(' a ')))],
  ])('should accept a node below itself, which the rules refuse: %s', (code, path, below) => {
    expect(faults(service('Shop', environment('P', below)))).toEqual([[code, path]])
  })

  it('should accept a resource below two environments, which the rules refuse', () => {
    const tree = service('Shop', environment('P', resource('web', resource('db'))), environment('T', resource('db')))
    const path = 'tree.children[0].children[0].children[0]'
    expect(faults(tree)).toEqual([['resourceInMultipleEnvironments', path]])
  })

  it('should give each service node of a tree a node of its own', () => {
    expect(faults(service('Shop', service('Shop')))).toEqual([['serviceNodeCount', 'tree']])
    expect(faults(environment('P'))).toEqual([['serviceNodeCount', 'tree']])
  })

  const at = 'tree.children[0].children[1]'
  it.each([
    ['invalidNode', at, 7],
    ['invalidNode', at, null],
    ['invalidNode', at, []],
    ['invalidNode', `${at}.children`, { ...resource('a'), children: 'b' }],
    ['invalidNode', `${at}.children`, { ...resource('a'), children: { 0: resource('b') } }],
    ['invalidNode', at, { ...resource('a'), icon: 1 }],
    ['invalidNode', `${at}.label`, resource('a\u0000')],
    ['invalidKind', at, { label: 'a' }],
    ['invalidKind', at, { ...resource('a'), type: 'constructor' }],
    ['missingLabel', `${at}.label`, { type: 'resource' }],
    ['missingLabel', `${at}.label`, { type: 'resource', label: 7, name: 'a' }],
    ['missingLabel', `${at}.label`, resource(' ')],
    ['valueTooLong', `${at}.label`, resource('x'.repeat(256))],
    ['invalidPosition', at, { ...resource('a'), position: { x: 1 } }],
    ['invalidParams', at, { ...resource('a'), params: [] }],
    ['invalidHierarchyConfig', at, { ...resource('a'), hierarchyConfig: { color: 1 } }],
  ])('should report %s at %s', (code, path, value) => {
    expect(faults(service('Shop', environment('P', resource('db'), value)))).toEqual([[code, path]])
  })

  it.each([[undefined], [null], [7], ['text'], [[]]])('should refuse %j for a tree', (tree) => {
    expect(faults(tree)).toEqual([['invalidNode', 'tree']])
  })

  it('should report all faults of a tree', () => {
    const tree = service('Shop', 1, { ...environment('P', 2, { ...resource('a'), children: 3 }), icon: 4 })
    expect(faults(tree)).toEqual([
      ['invalidNode', 'tree.children[1].children[1].children'],
      ['invalidNode', 'tree.children[0]'],
      ['invalidNode', 'tree.children[1]'],
      ['invalidNode', 'tree.children[1].children[0]'],
    ])
  })

  it('should find places for ids of any form, and name no id and no index', () => {
    const ids = ['7', '5', '3', '2', '1', '0']
    const upgraded = upgradeTree(
      service('Shop', environment('P', resource('a', resource('b'))), environment('T', resource('b'))),
      () => ids.pop() ?? '',
    )
    const found = validateGraph(indexGraph(readGraph(upgraded.graph.nodes, upgraded.graph.edges, () => '').graph))
    expect(found.map(upgraded.translateIssue)).toEqual([
      {
        code: 'resourceInMultipleEnvironments',
        path: 'tree.children[0].children[0].children[0]',
        message: expect.stringMatching(/^the resource node "b" is below several environments/),
      },
    ])
  })

  it('should name nodes by their labels, and never take a label for an id', () => {
    const twice = (...below: readonly unknown[]) =>
      service('n1', environment('P', ...below), environment('T', ...below))
    expect(issuesOf(twice(resource(' n4 ')))[0]?.message).toMatch(
      /^the resource node "n4" is below several environments/,
    )
    expect(issuesOf(service('Shop', environment('P', resource('n3', resource('b', resource('n3'))))))[0]?.message).toBe(
      'edges form a loop: "n3" -> "b" -> "n3"',
    )
  })

  it('should shorten the path to a node that is far down', () => {
    const [[, path] = []] = faults(
      service(
        'Shop',
        environment(
          'P',
          chain(4_000, (level) => `r${level}`, 7),
        ),
      ),
    )
    const steps = '.children[0]'.repeat(10)
    expect(path).toBe(`tree${steps}…${steps}`)
  })

  it('should accept 5,000 nodes, and as many levels', () => {
    expect(
      faults(
        service(
          'Shop',
          environment(
            'P',
            chain(4_998, (level) => `r${level}`),
          ),
        ),
      ),
    ).toEqual([])
    const wide = Array.from({ length: 4_998 }, (_, number) => resource(`r${number}`))
    expect(faults(service('Shop', environment('P', ...wide)))).toEqual([])
    expect(faults(service('Shop', environment('P', ...wide, resource('more'))))).toEqual([['tooLarge', 'tree']])
  })

  it('should count a node with several places once', () => {
    const repeated = Array.from({ length: 20_000 }, () => resource('db'))
    expect(drawn(service('Shop', environment('P', ...repeated)))).toEqual(['Shop -> P', 'P -> db'])
  })

  it.each([
    ['of different names', (level: number) => `r${level}`],
    ['of one name', () => 'r'],
  ])('should refuse 100,000 levels %s, without a stack of its own', (_, label) => {
    expect(upgrade(service('Shop', chain(100_000, label))).issues).toContainEqual({
      code: 'tooLarge',
      path: 'tree',
      message: expect.stringMatching(/^a topology has at most 5000 nodes, this tree has more (nodes|levels)$/),
    })
  })

  it('should stop at the 5,001st node of a huge list, and at the 10,000th fault', () => {
    let ids = 0
    const many = Array.from({ length: 1_000_000 }, (_, number) => resource(`r${number}`))
    upgradeTree({ ...service('Shop'), children: many }, () => `n${ids++}`)
    expect(ids).toBe(LIMITS.topologyNodes + 1)
    const broken = Array.from({ length: 20_000 }, () => ({ ...resource('r'), children: 0 }))
    expect(upgradeTree(service('Shop', ...broken), () => '').issues).toHaveLength(LIMITS.issues)
  })

  it('should give the same results as a naive recursive implementation', () => {
    fc.assert(
      fc.property(sampleTree(), (tree) => {
        expect(drawn(tree)).toEqual(naivelyDrawn(tree))
        expect(upgrade(tree).nodes.map(withoutId)).toEqual(naiveNodes(tree))
      }),
      propertyRuns(500),
    )
  })

  it('should give the same graph for any ids, except for the ids', () => {
    fc.assert(
      fc.property(sampleTree(), (tree) => {
        const [one, other] = [upgrade(tree, 'one'), upgrade(tree, 'other')]
        const renamed = JSON.parse(JSON.stringify(other).replaceAll('"other', '"one').replaceAll('-> other', '-> one'))
        expect(renamed).toEqual(JSON.parse(JSON.stringify(one)))
      }),
      propertyRuns(500),
    )
  })

  it('should always give nodes and edges that are well-formed, from a tree that is', () => {
    fc.assert(
      fc.property(sampleTree(), (tree) => {
        expect(upgrade(tree).issues).toEqual([])
      }),
      propertyRuns(500),
    )
  })

  it('should never throw for any tree, and translate every path of the graph', () => {
    fc.assert(
      fc.property(anything(), (tree) => {
        for (const [, path] of faults(tree)) expect(path).toMatch(/^tree(\.children\[\d+\])*(\.label|\.children)?$/)
      }),
      propertyRuns(500),
    )
  })
})

describe('pathOf', () => {
  it('should name every step of a place up to 20 levels deep, and of a deeper one the first and the last ten', () => {
    const ten = '.children[1]'.repeat(10)
    expect(formatLocation(ROOT_LOCATION)).toBe('tree')
    expect(formatLocation(place(20))).toBe(`tree${ten}${ten}`)
    expect(formatLocation(place(21))).toBe(`tree${ten}…${ten}`)
  })
})

// Helpers

const PLAIN = { icon: '', params: {}, hierarchyConfig: {}, position: { x: 0, y: 0 } }

function service(label: string, ...children: readonly unknown[]) {
  return { type: 'service', label, children }
}

function environment(label: string, ...children: readonly unknown[]) {
  return { type: 'environment', label, children }
}

function resource(label: string, ...children: readonly unknown[]) {
  return { type: 'resource', label, children }
}

/** A chain of resources: each resource is below the previous resource. The last resource has the children `last`. */
function chain(levels: number, label: (level: number) => string, ...last: readonly unknown[]): unknown {
  let below: readonly unknown[] = last
  for (let level = levels; level > 0; level--) below = [resource(label(level), ...below)]
  return below[0]
}

function upgrade(tree: unknown, prefix = 'n') {
  let ids = 0
  const newId = () => `${prefix}${++ids}`
  const { graph, issues, translateIssue } = upgradeTree(tree, newId)
  const read = readGraph(graph.nodes, graph.edges, newId)
  const edges = read.graph.edges.map(({ source, target }) => `${source} -> ${target}`)
  return { nodes: read.graph.nodes, edges, graph: read.graph, issues: [...issues, ...read.issues], translateIssue }
}

/** The code and the path of each fault of a tree. */
function faults(tree: unknown): readonly (readonly [code: string, path: string])[] {
  return issuesOf(tree).map(({ code, path }) => [code, path])
}

function issuesOf(tree: unknown): readonly GraphIssue[] {
  const { graph, issues, translateIssue } = upgrade(tree)
  const found = issues.length > 0 ? issues : validateGraph(indexGraph(graph))
  return found.map((issue) => (issue.path.startsWith('tree') ? issue : translateIssue(issue)))
}

/** The edges of the upgraded tree, written with labels. */
function drawn(tree: unknown): readonly string[] {
  const { nodes, edges } = upgrade(tree)
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  return edges.map((edge) => edge.replaceAll(/n\d+/g, (id) => labels.get(id) ?? id))
}

function naivelyDrawn(tree: SampleTree): readonly string[] {
  return [...naivePairs(tree, new Map()).values()]
}

function naivePairs(tree: SampleTree, pairs: Map<string, string>): Map<string, string> {
  for (const child of tree.children ?? []) {
    const key = `${naiveKey(tree)} -> ${naiveKey(child)}`
    if (!pairs.has(key)) pairs.set(key, `${naiveLabel(tree)} -> ${naiveLabel(child)}`)
    naivePairs(child, pairs)
  }
  return pairs
}

function naiveNodes(tree: SampleTree) {
  const all = everyNode(tree)
  const first = all.filter((node, at) => all.findIndex((other) => naiveKey(other) === naiveKey(node)) === at)
  return first.map((node) => {
    const { icon, params, hierarchyConfig, position } = { ...PLAIN, ...node }
    return { kind: node.type, label: naiveLabel(node), icon, params, hierarchyConfig, position }
  })
}

function everyNode(tree: SampleTree): readonly SampleTree[] {
  return [tree, ...(tree.children ?? []).flatMap(everyNode)]
}

function naiveKey(tree: SampleTree): string {
  return `${tree.type} ${naiveLabel(tree)}`
}

function naiveLabel(tree: SampleTree): string {
  return (tree.label ?? tree.name ?? '').trim()
}

function withoutId<T extends { readonly id: string }>({ id: _, ...node }: T) {
  return node
}

/** Trees in which any field may have any JSON value. */
function anything(): fc.Arbitrary<unknown> {
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      fc.anything({ maxDepth: 1 }),
      fc.record(
        {
          type: fc.oneof(fc.constantFrom('service', 'environment', 'resource'), fc.anything({ maxDepth: 1 })),
          label: fc.oneof(fc.constantFrom('a', 'b', ''), fc.anything({ maxDepth: 1 })),
          icon: fc.anything({ maxDepth: 1 }),
          position: fc.anything({ maxDepth: 1 }),
          children: fc.oneof(fc.array(tie('tree')), fc.anything({ maxDepth: 1 })),
        },
        { requiredKeys: [] },
      ),
    ),
  }))
  return tree
}

function place(levels: number): TreeLocation {
  return levels === 0 ? ROOT_LOCATION : { parent: place(levels - 1), childIndex: 1 }
}
